// Standard input is a source where a file is.
import { spawn } from 'node:child_process';
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openStage } from '../acp/agent-process.ts';
import { bytesOf, imagesOf, square } from '../bridge/stage.ts';
import { command } from '../chat/chat-process.ts';

/** Through a shell's own pipe, as people do it. */
async function pipe(bytes: Uint8Array, args: string, cwd: string, env: NodeJS.ProcessEnv) {
  const line = `cat | '${process.execPath}' '${command}' ${args}`;
  const child = spawn('sh', ['-c', line], { cwd, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdin.end(bytes);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

test(
  'a picture that is piped to percept -p is attached as "-", and one that is not named is said to be unread',
  { timeout: 240_000, tags: ['d-stdin-source'] },
  async () => {
    await using stage = await openStage(() => text('A square.'));
    const png = await square('#4d0001');
    const attached = await pipe(png, '-p what -', stage.root, stage.env);
    expect([attached.code, attached.stdout.trim()]).toEqual([0, 'A square.']);
    expect(imagesOf(stage.server.requests.at(-1)).map(bytesOf)).toEqual([png]);
    const unread = await pipe(png, '-p what', stage.root, stage.env);
    expect(unread.stderr).toContain('Standard input is not read.');
    expect(imagesOf(stage.server.requests.at(-1))).toEqual([]);
    expect((await pipe(png, '-p - -', stage.root, stage.env)).code).toBe(2);
  },
);
