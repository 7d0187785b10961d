// Copies of blobs in a shared folder: a disk that fails is told, and never thrown.
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseBlobId } from '@percept/core';
import { FileBackend } from '../src/postgres/index.ts';
import { newCopy } from '../src/postgres/blob-backend.ts';
import { accepted, bytesOf, freshDirectory } from './scene.ts';

test('a disk on which neither the sync nor the close succeeds is told as one that failed', async () => {
  const directory = await freshDirectory();
  await using probe = await open(join(directory, 'probe'), 'w');
  const sync = vi.spyOn(prototypeOf(probe), 'sync');
  sync.mockImplementation(function (this: FileHandle) {
    const close = this.close.bind(this);
    // As a share over a network does: what it could not write is told again when the file is closed.
    this.close = () => close().then(() => Promise.reject(broken()));
    return Promise.reject(broken());
  });
  try {
    const backend = new FileBackend(join(directory, 'blobs'));
    const copy = newCopy(accepted(parseBlobId('0a'.repeat(32))));
    const written = await backend.write(copy, bytesOf('words'));
    expect(sync).toHaveBeenCalledOnce();
    expect(written).toMatchObject({ ok: false, refusal: { refused: 'unavailable' } });
  } finally {
    sync.mockRestore();
  }
});

function prototypeOf(handle: FileHandle): FileHandle {
  const found: FileHandle = Object.getPrototypeOf(handle);
  return found;
}

function broken(): Error {
  return Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
}
