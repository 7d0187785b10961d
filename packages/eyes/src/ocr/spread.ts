// How far the ink of one glyph spreads, across and up: its standard deviations, in pixels of the crop. They are measured in the pixels and not read,
// are fine to a hundredth of a pixel in smoothed text, and tell signs apart that a reader takes for each other.
import type { Picture } from '../pixels/picture.ts';
import type { Glyph } from './recogniser.ts';

export interface Spread {
  readonly across: number;
  readonly up: number;
}

/** Half of the widest glyph that is looked at, in heights of the crop. */
const reach = 0.45;
/** What a glyph has at least around its middle, in heights of the crop. */
const core = 0.06;
/** Less than this share of the darkest is paper. */
const faint = 0.1;

export class Ruler {
  readonly #width: number;
  readonly #height: number;
  /** How much each pixel departs from the paper. */
  readonly #ink: Float32Array;
  readonly #columns: Float32Array;

  constructor({ width, height, data }: Picture) {
    const grey = new Uint8Array(width * height);
    for (let at = 0; at < grey.length; at += 1)
      grey[at] = ((data[at * 3] ?? 0) + (data[at * 3 + 1] ?? 0) * 2 + (data[at * 3 + 2] ?? 0)) >> 2;
    const paper = commonest(grey);
    const most = grey.reduce((far, value) => Math.max(far, Math.abs(value - paper)), 0);
    this.#width = width;
    this.#height = height;
    this.#ink = Float32Array.from(grey, (value) => {
      const ink = Math.abs(value - paper);
      return ink < most * faint ? 0 : ink;
    });
    this.#columns = new Float32Array(width);
    for (let at = 0; at < grey.length; at += 1)
      this.#columns[at % width] = (this.#columns[at % width] ?? 0) + (this.#ink[at] ?? 0);
  }

  /** Of the glyph at `at`, between its neighbours. */
  measure(glyphs: readonly Glyph[], at: number): Spread | undefined {
    const xOf = (glyph: Glyph | undefined): number | undefined => glyph && glyph.x * this.#width;
    const middle = xOf(glyphs[at]);
    if (middle === undefined) return undefined;
    const before = xOf(glyphs.slice(0, at).findLast(({ char }) => char !== ' ')) ?? 0;
    const after = xOf(glyphs.slice(at + 1).find(({ char }) => char !== ' ')) ?? this.#width;
    const far = this.#height * reach;
    const near = this.#height * core;
    const left = this.#valley(Math.max(before, middle - far), middle - near);
    const right = this.#valley(middle + near, Math.min(after, middle + far));
    return this.#spread(left, right);
  }

  /** The column with the least ink, where two glyphs part. */
  #valley(from: number, to: number): number {
    const last = Math.min(this.#width - 1, Math.round(to));
    let best = Math.max(0, Math.min(last, Math.round(from)));
    for (let x = best; x <= last; x += 1)
      if ((this.#columns[x] ?? 0) < (this.#columns[best] ?? 0)) best = x;
    return best;
  }

  #spread(left: number, right: number): Spread | undefined {
    let [mass, x1, x2, y1, y2] = [0, 0, 0, 0, 0];
    for (let y = 0; y < this.#height; y += 1)
      for (let x = left; x <= right; x += 1) {
        const ink = this.#ink[y * this.#width + x] ?? 0;
        mass += ink;
        x1 += ink * x;
        x2 += ink * x * x;
        y1 += ink * y;
        y2 += ink * y * y;
      }
    if (mass === 0) return undefined;
    const deviation = (one: number, two: number): number =>
      Math.sqrt(Math.max(0, two / mass - (one / mass) ** 2));
    return { across: deviation(x1, x2), up: deviation(y1, y2) };
  }
}

function commonest(grey: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  return counts.reduce((best, count, value) => (count > (counts[best] ?? 0) ? value : best), 0);
}
