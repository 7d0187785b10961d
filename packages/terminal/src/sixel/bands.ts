// Bands of six rows: for each colour in a band, the columns where it occurs, in order. Work grows with the pixels of a
// band and not with colours times width.
import { absent, type Indexed } from './indexed.ts';
import type { ByteWriter } from './byte-writer.ts';

const rowsPerBand = 6;
const none = -1;
const [carriageReturn, newLine, blank, hash] = [0x24, 0x2d, 0x3f, 0x23] as const;

export function writeBands(picture: Indexed, out: ByteWriter): void {
  const band = new Band(picture);
  // Line feeds wait for something to draw: one at the end would scroll a picture that ends on the last line.
  let owed = 0;
  for (let top = 0; top < picture.height; top += rowsPerBand, owed++) {
    if (band.gather(top) === 0) continue;
    for (; owed > 0; owed--) out.byte(newLine);
    band.write(out);
  }
}

class Band {
  readonly #picture: Indexed;
  readonly #colours: number;
  /** For each colour its first and last entry in this band. */
  readonly #heads: Int32Array;
  readonly #tails: Int32Array;
  /** An entry is a column and the six bits that one colour sets in it. */
  readonly #columns: Int32Array;
  readonly #bits: Uint8Array;
  readonly #next: Int32Array;

  constructor(picture: Indexed) {
    this.#picture = picture;
    this.#colours = picture.palette.length / 3;
    this.#heads = new Int32Array(this.#colours);
    this.#tails = new Int32Array(this.#colours);
    const most = picture.width * rowsPerBand;
    this.#columns = new Int32Array(most);
    this.#bits = new Uint8Array(most);
    this.#next = new Int32Array(most);
  }

  /** How many entries the band has. */
  gather(top: number): number {
    const { width, height, indices } = this.#picture;
    const columns = this.#columns;
    const bits = this.#bits;
    const tails = this.#tails.fill(none);
    this.#heads.fill(none);
    const rows = Math.min(rowsPerBand, height - top);
    let entries = 0;
    for (let x = 0; x < width; x++) {
      for (let row = 0, at = top * width + x; row < rows; row++, at += width) {
        const colour = indices[at] ?? absent;
        if (colour === absent) continue;
        const tail = tails[colour] ?? none;
        if (tail !== none && columns[tail] === x) {
          bits[tail] = (bits[tail] ?? 0) | (1 << row);
          continue;
        }
        columns[entries] = x;
        bits[entries] = 1 << row;
        this.#next[entries] = none;
        if (tail === none) this.#heads[colour] = entries;
        else this.#next[tail] = entries;
        tails[colour] = entries;
        entries++;
      }
    }
    return entries;
  }

  write(out: ByteWriter): void {
    let first = true;
    for (let colour = 0; colour < this.#colours; colour++) {
      const head = this.#heads[colour] ?? none;
      if (head === none) continue;
      if (!first) out.byte(carriageReturn);
      first = false;
      out.byte(hash);
      out.number(colour);
      this.#writeColour(head, out);
    }
  }

  #writeColour(head: number, out: ByteWriter): void {
    let column = 0;
    for (let entry = head; entry !== none;) {
      const start = this.#columns[entry] ?? 0;
      const bits = this.#bits[entry] ?? 0;
      out.run(blank, start - column);
      let length = 0;
      while (
        entry !== none &&
        this.#columns[entry] === start + length &&
        this.#bits[entry] === bits
      ) {
        length++;
        entry = this.#next[entry] ?? none;
      }
      out.run(blank + bits, length);
      column = start + length;
    }
  }
}
