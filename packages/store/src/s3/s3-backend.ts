// Copies as objects of a bucket, for a memory whose ledger is in PostgreSQL.
import type { Outcome } from '@percept/core';
import {
  copyName,
  parseCopyName,
  type BlobBackend,
  type BlobCopy,
} from '../postgres/blob-backend.ts';
import { S3Objects, type PresignOptions } from './objects.ts';
import type { S3Options } from './options.ts';

/**
 * Copies of blobs in a bucket, beside a memory in PostgreSQL.
 *
 * @example const memory = await openScaledMemory({ postgres, blobs: new S3Backend({ endpoint, region, bucket, credentials }) });
 */
export class S3Backend implements BlobBackend {
  readonly #objects: S3Objects;

  constructor(options: S3Options) {
    this.#objects = new S3Objects(options);
  }

  write(copy: BlobCopy, bytes: Uint8Array): Promise<Outcome<void>> {
    return this.#objects.write(keyOf(copy), copy.id, bytes);
  }

  read(copy: BlobCopy): Promise<Outcome<Uint8Array>> {
    return this.#objects.read(keyOf(copy), copy.id);
  }

  size(copy: BlobCopy): Promise<Outcome<number>> {
    return this.#objects.size(keyOf(copy), copy.id);
  }

  remove(copy: BlobCopy): Promise<Outcome<void>> {
    return this.#objects.remove(keyOf(copy));
  }

  async *list(): AsyncIterable<BlobCopy> {
    for await (const key of this.#objects.keys(folder)) {
      const copy = parseCopyName(key.slice(3));
      if (copy && key.startsWith(`${copy.id.slice(0, 2)}/`)) yield copy;
    }
  }

  /** Whether the bucket can be listed, written and cleaned with these settings, found out by doing it. */
  check(): Promise<Outcome<void>> {
    return this.#objects.check();
  }

  /** An address from which anybody can read this copy for at most a minute. */
  presign(copy: BlobCopy, options?: PresignOptions): Promise<URL> {
    return this.#objects.presign(keyOf(copy), options);
  }
}

const folder = 'copies/';

function keyOf(copy: BlobCopy): string {
  return `${folder}${copy.id.slice(0, 2)}/${copyName(copy)}`;
}
