// Bits of entropy-coded JPEG data, most significant first, with the zero after each 0xFF that tells it from a marker. The
// reader is total: past the end it gives zeros and says so, and a code that no table has marks the data as broken.
import type { HuffmanDecoder } from './huffman.ts';

export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #hold = 0;
  #count = 0;
  /** Bits of `#hold` that are not in the data. */
  #padding = 0;
  #isBroken = false;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  /** A code without a meaning was read: there is data, and it is wrong. */
  get isSenseless(): boolean {
    return this.#isBroken;
  }

  /** A code without a meaning was read, or more bits than there are. */
  get isBroken(): boolean {
    return this.#isBroken || this.#count < this.#padding;
  }

  /** What was read makes no sense: whoever reads further reads noise. */
  fail(): void {
    this.#isBroken = true;
  }

  symbol(decoder: HuffmanDecoder): number {
    if (this.#count < 16) this.#fill();
    const entry = decoder[(this.#hold >>> (this.#count - 16)) & 0xffff] ?? 0;
    if (entry === 0) {
      this.#isBroken = true;
      return 0;
    }
    this.#count -= entry >> 8;
    return entry & 0xff;
  }

  bits(count: number): number {
    if (this.#count < count) this.#fill();
    this.#count -= count;
    return (this.#hold >>> this.#count) & ((1 << count) - 1);
  }

  /** A number of so many bits whose first bit is its sign: ITU-T T.81, F.2.2.1. */
  signed(count: number): number {
    if (count === 0) return 0;
    const value = this.bits(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** Goes on behind the next restart marker, whatever stands before it. */
  restart(): void {
    if (this.isBroken) return;
    this.#hold = 0;
    this.#count = 0;
    this.#padding = 0;
    while (this.#at + 1 < this.#end) {
      const at = this.#bytes.indexOf(0xff, this.#at);
      if (at < 0 || at + 1 >= this.#end) break;
      const marker = this.#bytes[at + 1] ?? 0;
      this.#at = marker === 0xff ? at + 1 : at + 2;
      if (marker >= 0xd0 && marker <= 0xd7) return;
    }
    this.#isBroken = true;
  }

  #fill(): void {
    while (this.#count <= 24) {
      let byte = 0;
      const next = this.#bytes[this.#at] ?? 0;
      if (this.#at >= this.#end) this.#padding += 8;
      else if (next !== 0xff) {
        byte = next;
        this.#at += 1;
      } else if (this.#bytes[this.#at + 1] === 0 && this.#at + 1 < this.#end) {
        byte = 0xff;
        this.#at += 2;
      } else this.#padding += 8;
      this.#hold = (this.#hold << 8) | byte;
      this.#count += 8;
    }
  }
}

export class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #hold = 0;
  #count = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes + 1024);
  }

  /** At most 16 bits at once. */
  write(value: number, count: number): void {
    this.#hold = (this.#hold << count) | value;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#push((this.#hold >>> this.#count) & 0xff);
    }
    this.#hold &= (1 << this.#count) - 1;
  }

  /** All bytes, the last one filled with ones. */
  finish(): Uint8Array {
    if (this.#count > 0) this.write((1 << (8 - this.#count)) - 1, 8 - this.#count);
    return this.#bytes.subarray(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    if (byte !== 0xff) return;
    this.#bytes[this.#length] = 0;
    this.#length += 1;
  }
}
