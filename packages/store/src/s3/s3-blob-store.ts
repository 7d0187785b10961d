// A blob store that is nothing but a bucket: idempotent and verified, without sessions or collection.
import { accept, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { StoreError } from '../error.ts';
import { blobTooLarge, digest, notAnId } from '../fs/blob-files.ts';
import { storeLimits } from '../limits.ts';
import { S3Objects, type PresignOptions } from './objects.ts';
import type { S3Options } from './options.ts';

/**
 * Blobs in a bucket and nothing else: no record, no tenants.
 *
 * @example const blobs = new S3BlobStore({ endpoint, region, bucket, credentials }); const id = await blobs.put(bytes);
 */
export class S3BlobStore implements BlobStore {
  readonly #objects: S3Objects;

  constructor(options: S3Options) {
    this.#objects = new S3Objects(options);
  }

  async put(bytes: Uint8Array): Promise<Outcome<BlobId>> {
    if (bytes.length > storeLimits.maxBlobBytes) return blobTooLarge(bytes.length);
    const id = digest(bytes);
    const written = await this.#objects.write(keyOf(id), id, bytes);
    return written.ok ? accept(id) : written;
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    return isBlobId(id) ? this.#objects.read(keyOf(id), id) : notAnId();
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    return isBlobId(id) ? this.#objects.size(keyOf(id), id) : notAnId();
  }

  async remove(id: BlobId): Promise<void> {
    if (!isBlobId(id)) return;
    const removed = await this.#objects.remove(keyOf(id));
    if (!removed.ok) throw new StoreError('server-unreachable', removed.refusal.message);
  }

  async *list(): AsyncIterable<BlobId> {
    for await (const key of this.#objects.keys(folder)) {
      const name = key.slice(3);
      if (isBlobId(name) && key === keyOf(name).slice(folder.length)) yield name;
    }
  }

  /** An address from which anybody can read the blob for at most a minute. */
  async presign(id: BlobId, options?: PresignOptions): Promise<Outcome<URL>> {
    return isBlobId(id) ? accept(await this.#objects.presign(keyOf(id), options)) : notAnId();
  }
}

const folder = 'blobs/';

function keyOf(id: BlobId): string {
  return `${folder}${id.slice(0, 2)}/${id}`;
}
