// `percept acp`: an agent that sees, for every editor that speaks the Agent Client Protocol. Standard output belongs to the
// protocol; whatever is for people goes to standard error.
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { Writable, type Readable } from 'node:stream';
import { composeAcp, serveAcp, type AcpSetup } from '@percept/agent/acp';
import { isRecord, readText } from '@percept/core';
import { UsageError, type Answer, type Command } from '../cli/command.ts';
import { openWorkplace } from '../cli/workplace.ts';

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
    await using memory = await openWorkplace(invocation);
    const senses = findSenses();
    await using _senses = { [Symbol.asyncDispose]: senses.close };
    await using host = composeAcp({
      version: ownVersion(),
      cwd: environment.workingDirectory,
      env: environment.variables,
      memory,
      senses: senses.found,
    });
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
    return nothing;
  },
};

const nothing: Answer = { kind: 'bytes', bytes: new Uint8Array() };

function bytesOf(stdin: Readable): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      for await (const chunk of stdin) if (chunk instanceof Uint8Array) yield chunk;
    })(),
  );
}

interface Senses {
  readonly found: AcpSetup['senses'];
  readonly close: () => Promise<void>;
}

/** Local eyes are a package of their own: with them installed nothing has to be configured. */
function findSenses(): Senses {
  const load = async () => (await import('@percept/eyes')).createEyes();
  let opened: ReturnType<typeof load> | undefined;
  const open = () => (opened ??= load());
  const close = async (): Promise<void> => (await opened)?.[Symbol.asyncDispose]();
  try {
    import.meta.resolve('@percept/eyes');
  } catch {
    return { found: undefined, close };
  }
  return { found: { open, hears: async () => (await open()).ready() }, close };
}

function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  return (isRecord(manifest) ? readText(manifest['version']) : undefined) ?? 'unknown';
}
