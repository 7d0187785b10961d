// A program is asked to end by the end of its input; only who does not listen is told, and then killed.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ProcessGroup } from '../src/client-servers/process-group.ts';

const program = (script: string): ProcessGroup =>
  new ProcessGroup({
    command: process.execPath,
    args: ['-e', `${script} console.log('up');`],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: '/',
  });
const listening = 'process.stdin.resume();';
const deafToInput = 'setInterval(() => {}, 1_000);';

describe.skipIf(process.platform === 'win32')('a program that is closed', () => {
  test('and ends with its input is not told anything else', async () => {
    const group = program(`${listening} process.on('SIGTERM', () => process.exit(9));`);
    await once(group.child.stdout, 'data');
    await group.close(20_000);
    expect(await group.ended).toBe('it ended with exit code 0');
  });

  test('and does not mind the end of its input is told to end', async () => {
    const group = program(`${deafToInput} process.on('SIGTERM', () => process.exit(9));`);
    await once(group.child.stdout, 'data');
    await group.close(1_500);
    expect(await group.ended).toBe('it ended with exit code 9');
  });

  test('and does not mind that either is killed', async () => {
    const group = program(`${deafToInput} process.on('SIGTERM', () => {});`);
    await once(group.child.stdout, 'data');
    await group.close(300);
    expect(await group.ended).toBe('it ended with SIGKILL');
  });

  test('tells the last line of what it complained about', async () => {
    const group = program(`console.error('first'); console.error('last '); process.exit(3);`);
    expect(await group.ended).toBe('it ended with exit code 3 (last)');
  });

  test('ends alone where its host may open no more files', async () => {
    const host = new URL('support/files-run-out.ts', import.meta.url).pathname;
    const limited = 'ulimit -n 128 && exec "$0" --no-warnings --conditions=source "$1"';
    const args = ['-c', limited, process.execPath, host];
    const { stdout } = await promisify(execFile)('/bin/sh', args, { timeout: 60_000 });
    expect(stdout).toBe('it ended with SIGKILL\n');
  });
});
