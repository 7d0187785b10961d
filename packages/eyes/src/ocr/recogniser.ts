// Reads one line of text out of each crop: a recognition network, in batches of similar width,
// and greedy CTC decoding that keeps where each character was seen and how surely.
import type { Picture } from '../pixels/picture.ts';
import { floatsOf, Tensor, type Network, type Runtime } from '../runtime/ort.ts';
import { toLineHeight } from './crop.ts';
import { readWeights } from './weights.ts';

interface Rival {
  readonly char: string;
  readonly probability: number;
}

export interface Glyph {
  readonly char: string;
  readonly probability: number;
  /** What else it may be: the next likely character there. */
  readonly rival?: Rival;
  /** Where it was seen along the line, from 0 to 1. */
  readonly x: number;
}

/** What the reader says of an emoji or an icon: one class for all of them. */
export const pictureChar = '\ufffc';

/** At the height that the network was trained with: 32 for ours, 48 for the PP-OCR family. */
interface Trained {
  readonly weights: Uint8Array;
  readonly keys: Uint8Array;
  readonly heightPx: number;
}

/** Lines of a batch are padded to the widest of them: as little as keeps batches few. */
const widthStep = 16;
const maxPadding = 0.12;
const maxBatchAreaPx = 73_728;
/** In heights. */
const maxAspect = 54;

export class Recogniser {
  readonly #network: Network;
  readonly #alphabet: readonly string[];
  readonly #heightPx: number;

  private constructor(network: Network, keys: Uint8Array, heightPx: number) {
    this.#network = network;
    this.#alphabet = alphabetOf(keys);
    this.#heightPx = heightPx;
  }

  /** Ours: Latin with all its accents, Greek, Cyrillic, signs, maths, boxes, and one class for pictures. */
  static async open(runtime: Runtime): Promise<Recogniser> {
    const weights = await readWeights('reader.onnx');
    return Recogniser.of({ weights, keys: await readWeights('keys.txt'), heightPx: 32 }, runtime);
  }

  static async chinese(runtime: Runtime): Promise<Recogniser> {
    const weights = await readWeights('ch_PP-OCRv4_rec_infer.onnx');
    const keys = await readWeights('ppocr_keys_v1.txt');
    return Recogniser.of({ weights, keys, heightPx: 48 }, runtime);
  }

  /** Any network of the same kind, with its dictionary: one character a line. */
  static async of({ weights, keys, heightPx }: Trained, runtime: Runtime): Promise<Recogniser> {
    return new Recogniser(await runtime.open(weights), keys, heightPx);
  }

  /** Each crop is told as soon as it is read; the order is that of their widths. */
  async read(
    crops: readonly Picture[],
    onRead: (index: number, glyphs: readonly Glyph[]) => void,
  ): Promise<void> {
    const height = this.#heightPx;
    const sorted = crops
      .map((crop, index) => ({ index, line: toLineHeight(crop, height, height * maxAspect) }))
      .toSorted((a, b) => a.line.width - b.line.width || a.index - b.index);
    const maxBatchWidth = maxBatchAreaPx / height;
    for (let start = 0; start < sorted.length;) {
      const narrowest = sorted[start]?.line.width ?? 0;
      let widest = stepUp(narrowest);
      let end = start + 1;
      for (; end < sorted.length; end += 1) {
        const next = stepUp(sorted[end]?.line.width ?? 0);
        const isWide = next > Math.max(stepUp(narrowest), narrowest * (1 + maxPadding));
        if (isWide || (end - start + 1) * next > maxBatchWidth) break;
        widest = next;
      }
      const batch = sorted.slice(start, end);
      const lines = batch.map(({ line }) => line);
      for (const [at, glyphs] of (await this.#readBatch(lines, widest)).entries()) {
        const index = batch[at]?.index;
        if (index !== undefined) onRead(index, glyphs);
      }
      start = end;
      tidy();
    }
  }

  async #readBatch(
    lines: readonly Picture[],
    width: number,
  ): Promise<readonly (readonly Glyph[])[]> {
    const plane = this.#heightPx * width;
    const input = new Float32Array(lines.length * plane * 3);
    for (const [index, line] of lines.entries()) {
      for (let channel = 0; channel < 3; channel += 1) {
        const base = (index * 3 + channel) * plane;
        for (let y = 0; y < this.#heightPx; y += 1) {
          for (let x = 0; x < line.width; x += 1) {
            const value = line.data[(y * line.width + x) * 3 + 2 - channel] ?? 0;
            input[base + y * width + x] = value / 127.5 - 1;
          }
        }
      }
    }
    const tensor = new Tensor('float32', input, [lines.length, 3, this.#heightPx, width]);
    const [name = 'x'] = this.#network.inputNames;
    const outputs = await this.#network.run({ [name]: tensor });
    const { data, dims } = floatsOf(outputs, this.#network.outputNames[0]);
    const [, steps = 0, classes = 0] = dims;
    return lines.map((line, index) => {
      const from = index * steps * classes;
      const part = data.subarray(from, from + steps * classes);
      return decode(part, { steps, classes, alphabet: this.#alphabet, share: width / line.width });
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
  /** Of the batch's width to the line's own. */
  readonly share: number;
}

function decode(data: Float32Array, { steps, classes, alphabet, share }: Shape): readonly Glyph[] {
  const glyphs: Glyph[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step += 1) {
    const from = step * classes;
    let best = 0;
    for (let at = 1; at < classes; at += 1)
      if ((data[from + at] ?? 0) > (data[from + best] ?? 0)) best = at;
    const probability = data[from + best] ?? 0;
    const x = ((step + 0.5) / steps) * share;
    const last = glyphs.at(-1);
    const rival = (): Rival => rivalOf(data.subarray(from, from + classes), best, alphabet);
    if (best !== 0 && best !== previous)
      glyphs.push({ char: alphabet[best] ?? '', probability, rival: rival(), x });
    else if (best !== 0 && last && probability > last.probability)
      glyphs[glyphs.length - 1] = { ...last, probability, rival: rival(), x: (last.x + x) / 2 };
    previous = best;
  }
  return glyphs;
}

function rivalOf(chances: Float32Array, best: number, alphabet: readonly string[]): Rival {
  let next = best === 0 ? 1 : 0;
  for (let at = 0; at < chances.length; at += 1)
    if (at !== best && (chances[at] ?? 0) > (chances[next] ?? 0)) next = at;
  return { char: alphabet[next] ?? '', probability: chances[next] ?? 0 };
}

/**
 * Results of networks are large arrays outside the script heap, which the collector hardly notices: left alone, a page of text
 * piles up hundreds of megabytes of them. The worker, which is started with `--expose-gc`, collects its youngest after every run.
 */
function tidy(): void {
  const { gc } = globalThis;
  if (typeof gc === 'function') gc({ type: 'minor' });
}
