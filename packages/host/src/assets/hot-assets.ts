// The small assets that were asked for lately, verified once when they were read. Bounded by bytes; whoever asks for the
// same asset at the same moment shares one read.
import type { BlobId, Outcome } from '@percept/core';

export type ReadBlob = (id: BlobId) => Promise<Outcome<Uint8Array>>;

export class HotAssets {
  readonly #read: ReadBlob;
  readonly #maxBytes: number;
  readonly #held = new Map<BlobId, Uint8Array>();
  readonly #reading = new Map<BlobId, Promise<Outcome<Uint8Array>>>();
  #bytes = 0;

  constructor(read: ReadBlob, maxBytes: number) {
    this.#read = read;
    this.#maxBytes = maxBytes;
  }

  /** How much is held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is held already, without waiting. */
  peek(id: BlobId): Uint8Array | undefined {
    const held = this.#held.get(id);
    if (held) {
      this.#held.delete(id);
      this.#held.set(id, held);
    }
    return held;
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    const reading = this.#reading.get(id) ?? this.#start(id);
    return reading;
  }

  async #start(id: BlobId): Promise<Outcome<Uint8Array>> {
    const reading = this.#read(id);
    this.#reading.set(id, reading);
    try {
      const read = await reading;
      if (read.ok) this.#hold(id, read.value);
      return read;
    } finally {
      this.#reading.delete(id);
    }
  }

  #hold(id: BlobId, bytes: Uint8Array): void {
    if (bytes.length > this.#maxBytes || this.#held.has(id)) return;
    this.#held.set(id, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#held) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#held.delete(oldest);
      this.#bytes -= length;
    }
  }
}
