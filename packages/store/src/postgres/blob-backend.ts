// The port to where the bytes lie when the ledger is in PostgreSQL. A copy's name is used once and never again: a
// deletion that arrives late, from a collector that everybody believed dead, can only hit a copy that no longer counts.
import { randomBytes } from 'node:crypto';
import { isBlobId } from '@percept/core/internal';
import { type BlobId, type Outcome } from '@percept/core';

/** One physical copy of a blob. */
export interface BlobCopy {
  readonly id: BlobId;
  /** Sixteen hexadecimal digits, new for every copy. */
  readonly copy: string;
}

export interface BlobBackend {
  /** Resolves when the bytes are durable under this name. */
  write(copy: BlobCopy, bytes: Uint8Array): Promise<Outcome<void>>;
  /** The bytes, verified against the id: `absent` or `corrupt` rather than a wrong answer. */
  read(copy: BlobCopy): Promise<Outcome<Uint8Array>>;
  size(copy: BlobCopy): Promise<Outcome<number>>;
  /** Removing what is not there is not an error. */
  remove(copy: BlobCopy): Promise<Outcome<void>>;
  /** Every copy that lies there, whether or not it counts. */
  list(): AsyncIterable<BlobCopy>;
}

export function newCopy(id: BlobId): BlobCopy {
  return { id, copy: randomBytes(8).toString('hex') };
}

export function copyName({ id, copy }: BlobCopy): string {
  return `${id}.${copy}`;
}

export function parseCopyName(name: string): BlobCopy | undefined {
  const [id = '', copy = '', ...rest] = name.split('.');
  return isBlobId(id) && /^[0-9a-f]{16}$/.test(copy) && rest.length === 0
    ? { id, copy }
    : undefined;
}
