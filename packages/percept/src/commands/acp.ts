// `percept acp`: an agent that sees, for every editor that speaks the Agent Client Protocol. Standard output belongs to the
// protocol; whatever is for people goes to standard error.
import { Console } from 'node:console';
import { Writable, type Readable } from 'node:stream';
import { composeAcp, serveAcp } from '@percept/agent/acp';
import { nothing, UsageError, type Command } from '../cli/command.ts';
import { ownVersion } from '../cli/own-version.ts';
import { tell } from '../cli/print.ts';
import { findSenses } from '../cli/senses.ts';
import { openWorkspace } from '../cli/workspace.ts';

export const acp: Command = {
  help: `usage: percept acp [--data DIR]

Speaks the Agent Client Protocol (version 1 and the draft of version 2) on standard input and
output, for Zed and every other ACP client. The model comes from PERCEPT_MODEL, percept.config.*
or a server on this machine; with none of them, local eyes read what is attached.

options
  --data DIR   where the store is`,
  options: {},
  run: async (invocation) => {
    const { args, environment, signal } = invocation;
    if (args.length > 0) throw new UsageError('percept acp takes no arguments.');
    // Whatever a library prints must not get between two messages.
    globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
    await using memory = await openWorkspace(invocation);
    await using senses = findSenses(environment);
    await using host = composeAcp({
      version: ownVersion(),
      cwd: environment.workingDirectory,
      env: environment.variables,
      memory,
      senses: senses.found,
    });
    // Editors keep what an agent says here; the person reads it in the first turn as well.
    void host.remarks().then(
      (remarks) => remarks.forEach((remark) => tell(`percept acp: ${remark}`)),
      () => {},
    );
    const { stdout } = process;
    // A client that went away is the end of the conversation and no bug.
    stdout.on('error', () => environment.stdin.destroy());
    await serveAcp(
      host,
      {
        input: bytesOf(environment.stdin),
        output: Writable.toWeb(stdout),
        writeLine: (line) => stdout.write(line),
      },
      signal,
    );
    // A client that holds its end open must not keep alive what was asked to end.
    environment.stdin.destroy();
    return nothing;
  },
};

function bytesOf(stdin: Readable): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      for await (const chunk of stdin) if (chunk instanceof Uint8Array) yield chunk;
    })(),
  );
}
