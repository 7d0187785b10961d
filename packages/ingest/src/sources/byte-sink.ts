// Collects chunks of any size into one buffer whose memory follows the bytes, not the number of chunks: a million
// one-byte chunks cost one megabyte, and nothing is kept of the sender's own buffers.
import { release } from '../release.ts';

const firstBytes = 64 * 1024;

export class ByteSink {
  readonly #maxBytes: number;
  #buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** The size to which the buffer must grow for this many more bytes; undefined when they find room, or never will. */
  growthFor(bytes: number): number | undefined {
    const needed = this.#length + bytes;
    if (!(needed <= this.#maxBytes) || needed <= this.#buffer.length) return undefined;
    return Math.max(needed, Math.min(this.#buffer.length * 2, this.#maxBytes), firstBytes);
  }

  /** False, with nothing taken, when the chunk would pass the limit. */
  push(chunk: Uint8Array): boolean {
    const needed = this.#length + chunk.length;
    if (!(needed <= this.#maxBytes)) return false;
    const room = this.growthFor(chunk.length);
    if (room !== undefined) this.#move(room);
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
    return true;
  }

  head(bytes: number): Uint8Array {
    return this.#buffer.slice(0, Math.min(bytes, this.#length));
  }

  /** What was collected, without spare room that would keep twice the memory alive. */
  take(): Uint8Array {
    if (this.#buffer.length !== this.#length) this.#move(this.#length);
    return this.#buffer;
  }

  #move(bytes: number): void {
    const held = this.#buffer;
    this.#buffer = new Uint8Array(bytes);
    this.#buffer.set(held.subarray(0, this.#length));
    release(held);
  }
}
