// A blob store that forgets everything with the process: the double for tests, held to the same suite as the real ones.
import { accept, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { absentBlob, digest, notAnId } from '../fs/blob-files.ts';

/**
 * Blobs in this process's memory, for tests and for bytes that need not last.
 *
 * @example const door = openDoor({ store: new VolatileBlobStore() });
 */
export class VolatileBlobStore implements BlobStore {
  readonly #blobs = new Map<BlobId, Uint8Array>();

  async put(bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const id = digest(bytes);
    this.#blobs.set(id, new Uint8Array(bytes));
    return accept(id);
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    if (!isBlobId(id)) return notAnId();
    const bytes = this.#blobs.get(id);
    return bytes ? accept(bytes.slice()) : absentBlob(id);
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    if (!isBlobId(id)) return notAnId();
    const bytes = this.#blobs.get(id);
    return bytes ? accept(bytes.length) : absentBlob(id);
  }

  async remove(id: BlobId): Promise<void> {
    this.#blobs.delete(id);
  }

  async *list(): AsyncIterable<BlobId> {
    yield* this.#blobs.keys();
  }
}
