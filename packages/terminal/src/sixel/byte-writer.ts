// Bytes appended to a buffer that grows; sixel is written a byte at a time, millions of times.

const repeat = 0x21;
const zero = 0x30;

export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(64, capacity));
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  number(value: number): void {
    if (value >= 10) this.number(Math.trunc(value / 10));
    this.byte(zero + (value % 10));
  }

  /** The same byte several times; "!" and a count where that is shorter. */
  run(value: number, count: number): void {
    if (count > 3) {
      this.byte(repeat);
      this.number(count);
      this.byte(value);
    } else for (let left = count; left > 0; left--) this.byte(value);
  }

  text(value: string): void {
    if (this.#length + value.length > this.#bytes.length) this.#grow(value.length);
    this.#length += this.#bytes.write(value, this.#length, 'latin1');
  }

  /** ASCII only, as everything written here is. */
  toString(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + least));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
