// What is asked of a closed or half-lost memory is refused in words.
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { refuseWrite } from '../src/failure.ts';
import { openMemory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory, freshMemory, message, refusedAs } from './scene.ts';

test('a closed memory refuses everything with a hint, and may be closed again', async () => {
  const memory = await freshMemory();
  const { id } = accepted(await memory.sessions.open());
  const blob = accepted(await memory.put(bytesOf('kept')));
  await memory.close();
  const outcomes = await Promise.all([
    memory.put(bytesOf('late')),
    memory.get(blob),
    memory.size(blob),
    memory.collect(),
    memory.collect({ dryRun: true }),
    memory.exportSession(id, join(memory.directory, 'export')),
    memory.importSession(memory.directory),
    memory.sessions.open(),
    memory.sessions.append(id, message('late')),
    memory.sessions.entries(id),
    memory.sessions.list(),
    memory.sessions.verify(id),
    memory.sessions.remove(id),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      refusal: { refused: 'unavailable', hint: expect.stringContaining('openMemory') },
    });
  }
  expect(await memory.memos.get('key')).toBeUndefined();
  await memory.memos.put('key', 'text');
  await expect(memory.remove(blob)).rejects.toThrow('closed');
  await expect(memory.list()[Symbol.asyncIterator]().next()).rejects.toThrow('closed');
  await memory.close();
});

test('a lost table is a store error, whichever it is, and leaves nothing open', async () => {
  for (const table of ['memos', 'refs']) {
    const directory = await freshDirectory();
    await (await openMemory({ directory })).close();
    const database = new DatabaseSync(join(directory, databaseName));
    database.exec(`DROP TABLE ${table}`);
    database.close();
    await expect(openMemory({ directory })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'database-malformed',
    });
    if (process.platform === 'linux') expect(openIn(directory)).toEqual([]);
  }
});

function openIn(directory: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((target) => target.startsWith(directory));
}

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

test('a failure is named for what it is: full, forbidden or unavailable', () => {
  const kinds = [
    ['ENOSPC', 'store-full'],
    ['EDQUOT', 'store-full'],
    ['EACCES', 'forbidden'],
    ['EPERM', 'forbidden'],
    ['EROFS', 'unavailable'],
    ['ENOENT', 'unavailable'],
    ['EMFILE', 'unavailable'],
    ['EIO', 'unavailable'],
  ] as const;
  for (const [code, kind] of kinds)
    expect(refusedAs(refuseWrite(Object.assign(new Error(code), { code })))).toBe(kind);
});
