// Stored bytes are whole, read-only and verified; damage is a typed refusal and never an answer.
import { hash } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId } from '@percept/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMemory } from '../src/index.ts';
import { accepted, bytesOf, freshDirectory, freshMemory, message, refusedAs } from './scene.ts';

function fileOf(directory: string, id: BlobId): string {
  return join(directory, 'blobs', id.slice(0, 2), id);
}

async function overwrite(path: string, bytes: Uint8Array): Promise<void> {
  await chmod(path, 0o600);
  await writeFile(path, bytes);
}

async function make() {
  const memory = await freshMemory();
  return { store: memory, directory: memory.directory };
}

describe('the memory', () => {
  test(
    'keeps the bytes in a read-only file named by their 64 digits',
    { tags: ['s002-blob-bytes-by-sha', 'f-store-blob-read-only'] },
    async () => {
      const { store, directory } = await make();
      const bytes = bytesOf('pixels');
      const id = accepted(await store.put(bytes));
      const file = fileOf(directory, id);
      expect(id).toBe(hash('sha256', bytes, 'hex'));
      expect(new Uint8Array(await readFile(file))).toEqual(bytes);
      expect((await stat(file)).mode & 0o777).toBe(0o400);
      expect(await readdir(join(directory, 'blobs', id.slice(0, 2)))).toEqual([id]);
    },
  );

  test(
    'refuses a copy that was truncated or changed at any place, and never serves it',
    { tags: ['f-store-blob-verify-on-read', 'f-fsck-8-corrupt-typed'] },
    async () => {
      const { store, directory } = await make();
      const bytes = bytesOf('forty bytes that each get hurt in turn');
      const id = accepted(await store.put(bytes));
      const damages = [...bytes.keys()].flatMap((offset) => [
        bytes.slice(0, offset),
        bytes.map((byte, index) => (index === offset ? byte ^ (1 << (offset % 8)) : byte)),
      ]);
      for (const damage of [...damages, bytesOf(`${String(bytes)}!`)]) {
        await overwrite(fileOf(directory, id), damage);
        expect(refusedAs(await store.get(id))).toBe('corrupt');
        expect(await readdir(join(directory, 'quarantine'))).toEqual([id]);
        expect(refusedAs(await store.get(id))).toBe('corrupt');
        expect(accepted(await store.put(bytes))).toBe(id);
        expect(new Uint8Array(accepted(await store.get(id)))).toEqual(bytes);
      }
    },
  );

  test('heals a damaged copy when the same bytes are put again', async () => {
    const { store, directory } = await make();
    const bytes = bytesOf('healed');
    const id = accepted(await store.put(bytes));
    await overwrite(fileOf(directory, id), bytesOf('broken'));
    expect(accepted(await store.put(bytes))).toBe(id);
    expect(new Uint8Array(accepted(await store.get(id)))).toEqual(bytes);
  });

  test('returns any bytes unchanged', async () => {
    const { store } = await make();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        const id = accepted(await store.put(bytes));
        expect(new Uint8Array(accepted(await store.get(id)))).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 40 },
    );
  });
});

test('the size of a damaged copy is refused rather than told', async () => {
  const memory = await freshMemory();
  const id = accepted(await memory.put(bytesOf('whole')));
  await overwrite(fileOf(memory.directory, id), bytesOf('who'));
  expect(refusedAs(await memory.size(id))).toBe('corrupt');
});

test(
  'an entry cannot refer to a blob whose file is gone or in quarantine',
  { tags: ['f-fsck-1-refs-live'] },
  async () => {
    const memory = await freshMemory();
    const id = accepted(await memory.put(bytesOf('to be broken')));
    const session = accepted(await memory.sessions.open());
    await overwrite(fileOf(memory.directory, id), bytesOf('rotten bytes'));
    expect(refusedAs(await memory.get(id))).toBe('corrupt');
    const entry = { type: 'custom', name: 'hold', data: null, blobs: [id] } as const;
    expect(refusedAs(await memory.sessions.append(session.id, entry))).toBe('absent');
    accepted(await memory.put(bytesOf('to be broken')));
    expect(accepted(await memory.sessions.append(session.id, entry)).seq).toBe(2);
  },
);

test('an unwritable directory is a refusal or a store error, never a hang or a half-written file', async () => {
  const directory = await freshDirectory();
  await writeFile(join(directory, 'blobs'), 'in the way');
  await expect(openMemory({ directory: join(directory, 'blobs') })).rejects.toMatchObject({
    code: 'directory-unusable',
  });
  const memory = await openMemory({ directory });
  expect(refusedAs(await memory.put(bytesOf('no place')))).toBe('unavailable');
  const session = accepted(await memory.sessions.open());
  expect(accepted(await memory.sessions.append(session.id, message('text still works'))).seq).toBe(
    2,
  );
  await memory.close();
});

test('however often the same bytes are put at once, one file of them is left', async () => {
  const directory = await freshDirectory();
  await using memory = await openMemory({ directory });
  const puts = await Promise.all(Array.from({ length: 8 }, () => memory.put(bytesOf('the same'))));
  expect(puts.map(({ ok }) => ok)).not.toContain(false);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath.includes('blobs'));
  expect(files).toHaveLength(1);
});
