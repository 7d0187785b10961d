// The port through which everything reaches stored bytes. Implementations live in the store package and all pass its
// shared suite; the door, the darkroom and the lens know only this.
import type { BlobId } from './ids.ts';
import type { Outcome } from './outcome.ts';

export interface StoreCallOptions {
  /** Aborted: whoever waits is refused as `cancelled`. What was begun may still be stored. */
  readonly signal?: AbortSignal | undefined;
}

export interface BlobStore {
  /** Stores the bytes durably and returns their SHA-256. Idempotent: equal bytes give the same id and one copy. */
  put(bytes: Uint8Array, options?: StoreCallOptions): Promise<Outcome<BlobId>>;
  /** The bytes, verified against the id. `absent` when unknown, `corrupt` when the copy no longer matches its name. */
  get(id: BlobId, options?: StoreCallOptions): Promise<Outcome<Uint8Array>>;
  /** The size without the bytes; `absent` when unknown. */
  size(id: BlobId): Promise<Outcome<number>>;
  /** Removes one copy. Removing what is not there is not an error. Only the collector calls this. */
  remove(id: BlobId): Promise<void>;
  /** Every stored id, in no particular order. */
  list(): AsyncIterable<BlobId>;
}
