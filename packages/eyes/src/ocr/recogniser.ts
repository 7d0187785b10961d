// Reads one line of text out of each crop: PP-OCRv4's recognition network, in batches of similar width whose shapes come
// from a short list, and greedy CTC decoding that keeps where each character was seen and how surely.
import type { Picture } from '../pixels/picture.ts';
import { floatsOf, Tensor, type Network, type Runtime } from '../runtime/ort.ts';
import { tidy } from '../runtime/tidy.ts';
import { lineHeightPx } from './crop.ts';
import { readWeights } from './weights.ts';

export interface Glyph {
  readonly char: string;
  readonly probability: number;
  /** Column of the line picture where it was seen. */
  readonly x: number;
  /** The best other reading at the same place. */
  readonly rival: string;
  readonly rivalProbability: number;
  /** The strongest sign of a space since the glyph before. */
  readonly spaceBefore: number;
}

/** What the network saw in one narrow slice of the line, apart from "nothing". */
export interface Slice {
  readonly char: string;
  readonly probability: number;
  readonly x: number;
}

export interface Reading {
  readonly glyphs: readonly Glyph[];
  readonly slices: readonly Slice[];
}

const widthStep = 64;
const maxBatchWidthPx = 1536;

export class Recogniser {
  readonly #network: Network;
  readonly #alphabet: readonly string[];
  /** Some dictionaries have a space of their own beside the last class. */
  readonly #spaces: readonly number[];

  private constructor(network: Network, keys: Uint8Array) {
    this.#network = network;
    this.#alphabet = alphabetOf(keys);
    this.#spaces = [...this.#alphabet.keys()].filter((at) => this.#alphabet[at] === ' ');
  }

  static async open(runtime: Runtime): Promise<Recogniser> {
    const weights = await readWeights('ch_PP-OCRv4_rec_infer.onnx');
    return Recogniser.of(weights, await readWeights('ppocr_keys_v1.txt'), runtime);
  }

  /** Any other network of the same family, with its dictionary: one character a line. */
  static async of(weights: Uint8Array, keys: Uint8Array, runtime: Runtime): Promise<Recogniser> {
    return new Recogniser(await runtime.open(weights), keys);
  }

  /** Lines are at the recogniser's height. Each is told as soon as it is read; the order is that of their widths. */
  async read(
    lines: readonly Picture[],
    onRead: (index: number, reading: Reading) => void,
  ): Promise<void> {
    const sorted = lines
      .map((line, index) => ({ index, line }))
      .toSorted((a, b) => a.line.width - b.line.width || a.index - b.index);
    for (let start = 0; start < sorted.length;) {
      const widest = stepUp(sorted[start]?.line.width ?? 0);
      let end = start;
      while (
        end < sorted.length &&
        (end - start + 1) * widest <= Math.max(maxBatchWidthPx, widest)
      ) {
        if (stepUp(sorted[end]?.line.width ?? 0) > widest) break;
        end += 1;
      }
      const batch = sorted.slice(start, end);
      const readings = await this.#readBatch(
        batch.map(({ line }) => line),
        widest,
      );
      for (const [at, reading] of readings.entries()) {
        const index = batch[at]?.index;
        if (index !== undefined) onRead(index, reading);
      }
      start = end;
      tidy();
    }
  }

  async #readBatch(lines: readonly Picture[], width: number): Promise<readonly Reading[]> {
    const plane = lineHeightPx * width;
    const input = new Float32Array(lines.length * plane * 3);
    for (const [index, line] of lines.entries()) {
      for (let channel = 0; channel < 3; channel += 1) {
        const base = (index * 3 + channel) * plane;
        for (let y = 0; y < lineHeightPx; y += 1) {
          for (let x = 0; x < line.width; x += 1) {
            const value = line.data[(y * line.width + x) * 3 + 2 - channel] ?? 0;
            input[base + y * width + x] = value / 127.5 - 1;
          }
        }
      }
    }
    const tensor = new Tensor('float32', input, [lines.length, 3, lineHeightPx, width]);
    const [name = 'x'] = this.#network.inputNames;
    const outputs = await this.#network.run({ [name]: tensor });
    const { data, dims } = floatsOf(outputs, this.#network.outputNames[0]);
    const [, steps = 0, classes = 0] = dims;
    return lines.map((_, index) => {
      const from = index * steps * classes;
      const part = data.subarray(from, from + steps * classes);
      return decode(part, {
        steps,
        classes,
        alphabet: this.#alphabet,
        spaces: this.#spaces,
        columns: width,
      });
    });
  }
}

/** The first class is "nothing", the last a space. A soft hyphen is seen as a hyphen. */
function alphabetOf(keys: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(keys).replace(/\n$/, '');
  const chars = text.split(/\r?\n/).map((char) => (char === '\u00ad' ? '-' : char));
  return ['', ...chars, ' '];
}

function stepUp(width: number): number {
  return Math.ceil(width / widthStep) * widthStep;
}

interface Shape {
  readonly steps: number;
  readonly classes: number;
  readonly alphabet: readonly string[];
  readonly spaces: readonly number[];
  readonly columns: number;
}

function decode(data: Float32Array, { steps, classes, alphabet, spaces, columns }: Shape): Reading {
  const glyphs: Glyph[] = [];
  const slices: Slice[] = [];
  let previous = 0;
  let spaceBefore = 0;
  for (let step = 0; step < steps; step += 1) {
    const from = step * classes;
    let best = 1;
    let second = 2;
    for (let at = 2; at < classes; at += 1) {
      const value = data[from + at] ?? 0;
      if (value > (data[from + best] ?? 0)) {
        second = best;
        best = at;
      } else if (value > (data[from + second] ?? 0)) second = at;
    }
    const x = ((step + 0.5) / steps) * columns;
    const probability = data[from + best] ?? 0;
    const char = alphabet[best] ?? '';
    slices.push({ char, probability, x });
    for (const at of spaces) spaceBefore = Math.max(spaceBefore, data[from + at] ?? 0);
    const winner = probability > (data[from] ?? 0) ? best : 0;
    const last = glyphs.at(-1);
    if (winner !== 0 && winner !== previous) {
      const rival = alphabet[second] ?? '';
      const rivalProbability = data[from + second] ?? 0;
      glyphs.push({ char, probability, x, rival, rivalProbability, spaceBefore });
      spaceBefore = 0;
    } else if (winner !== 0 && last && probability > last.probability) {
      glyphs[glyphs.length - 1] = { ...last, probability, x: (last.x + x) / 2 };
    }
    previous = winner;
  }
  return { glyphs, slices };
}
