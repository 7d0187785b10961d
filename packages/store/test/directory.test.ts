import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fsck, isStoreError, openMemory } from '../src/index.ts';
import { freshDirectory } from './scene.ts';

async function codeOf(directory: string): Promise<string> {
  const error = await openMemory({ directory }).catch((thrown: unknown) => thrown);
  return isStoreError(error) ? error.code : 'opened';
}

test('folders that are not there are made, however deep', async () => {
  const directory = join(await freshDirectory(), 'a', 'b', 'c');
  await using memory = await openMemory({ directory });
  expect((await memory.fsck()).sound).toBe(true);
});

test('a place where no folder can be made is named at once, in words', async () => {
  const file = join(await freshDirectory(), 'file');
  await writeFile(file, '');
  expect(await codeOf(file)).toBe('directory-unusable');
  expect(await codeOf(join(file, 'below'))).toBe('directory-unusable');
  // Node's recursive mkdir spins for ever here.
  if (process.platform === 'linux')
    expect(await codeOf('/proc/percept')).toBe('directory-unusable');
  expect((await fsck(file)).sound).toBe(false);
});
