// The small assets that were asked for lately, verified once when they were read. Bounded by bytes; whoever asks for the
// same asset at the same moment shares one read.
import type { BlobId, Outcome } from '@percept/core';
import { BoundedMap, sharing } from '@percept/core/internal';

export type ReadBlob = (id: BlobId) => Promise<Outcome<Uint8Array>>;

export class HotAssets {
  readonly #read: ReadBlob;
  readonly #held: BoundedMap<Uint8Array>;
  readonly #share = sharing<BlobId, Outcome<Uint8Array>>();

  constructor(read: ReadBlob, maxBytes: number) {
    this.#read = read;
    this.#held = new BoundedMap(maxBytes, ({ length }) => length);
  }

  /** How much is held now. */
  get bytes(): number {
    return this.#held.weight;
  }

  /** What is held already, without waiting. */
  peek(id: BlobId): Uint8Array | undefined {
    return this.#held.get(id);
  }

  get(id: BlobId): Promise<Outcome<Uint8Array>> {
    return this.#share(id, async () => {
      const read = await this.#read(id);
      if (read.ok) this.#held.set(id, read.value);
      return read;
    });
  }
}
