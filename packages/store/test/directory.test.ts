import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fsck, isStoreError, openMemory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory } from './scene.ts';

async function codeOf(directory: string): Promise<string> {
  const error = await openMemory({ directory }).catch((thrown: unknown) => thrown);
  return isStoreError(error) ? error.code : 'opened';
}

test('folders that are not there are made, however deep', async () => {
  const directory = join(await freshDirectory(), 'a', 'b', 'c');
  await using memory = await openMemory({ directory });
  expect((await memory.fsck()).sound).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'the database is for its owner alone, also in a folder that others may enter and where it was not before',
  { tags: ['f-host-private-files'] },
  async () => {
    const directory = join(await freshDirectory(), 'open');
    await mkdir(directory, { mode: 0o755 });
    const modes = async (): Promise<readonly string[]> =>
      Promise.all(
        ['', '-wal', '-shm'].map(async (end) =>
          ((await stat(join(directory, databaseName + end))).mode & 0o777).toString(8),
        ),
      );
    {
      await using memory = await openMemory({ directory });
      accepted(await memory.sessions.open());
      expect(await modes()).toEqual(['600', '600', '600']);
      const blob = accepted(await memory.put(bytesOf('private')));
      const shard = join(directory, 'blobs', blob.slice(0, 2));
      expect((await stat(shard)).mode & 0o777).toBe(0o700);
      expect((await stat(join(shard, blob))).mode & 0o777).toBe(0o400);
    }
    await chmod(join(directory, databaseName), 0o644);
    await using memory = await openMemory({ directory });
    accepted(await memory.sessions.open());
    expect(await modes()).toEqual(['600', '600', '600']);
  },
);

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
