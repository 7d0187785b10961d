// One server for one data folder, and no folder that stays locked because its server died.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderTakenError, holdFolder } from '../src/folder-hold.ts';

async function freshFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-hold-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function errorOf(body: () => unknown): unknown {
  try {
    body();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('the second one is told who has the folder, and may have it when the first is done', async () => {
  const directory = await freshFolder();
  const first = holdFolder(directory);
  first.say('http://127.0.0.1:4600');
  const second = errorOf(() => holdFolder(directory));
  expect(second).toBeInstanceOf(FolderTakenError);
  expect(second).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:4600' });
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using third = holdFolder(directory);
  expect(errorOf(() => holdFolder(directory))).toMatchObject({ pid: process.pid });
  third.say('http://127.0.0.1:1');
});

test('a process that was killed holds nothing, whatever it left behind', async () => {
  const directory = await freshFolder();
  const module = JSON.stringify(new URL('../src/folder-hold.ts', import.meta.url).href);
  const program = `
    import { holdFolder } from ${module};
    globalThis.hold = holdFolder(${JSON.stringify(directory)});
    globalThis.hold.say('http://127.0.0.1:4601');
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program]);
    const gone = once(child, 'exit');
    await once(child.stdout, 'data');
    expect(errorOf(() => holdFolder(directory))).toMatchObject({
      pid: child.pid,
      address: 'http://127.0.0.1:4601',
    });
    child.kill('SIGKILL');
    await gone;
    holdFolder(directory)[Symbol.dispose]();
  }
});

test('of many that come at once one gets it', async () => {
  const directory = await freshFolder();
  const holds = Array.from({ length: 20 }, () => {
    try {
      return holdFolder(directory);
    } catch {
      return undefined;
    }
  }).filter((hold) => hold !== undefined);
  expect(holds).toHaveLength(1);
  for (const hold of holds) hold[Symbol.dispose]();
});
