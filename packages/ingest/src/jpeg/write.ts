// Writes coefficients as a sequential JPEG with nothing in it but what its pixels need: one scan, tables made for it, no
// restart markers. The same coefficients always give the same bytes.
import { concatenate } from '@percept/core/internal';
import { BitWriter } from './bits.ts';
import type { Component, Frame } from './frame.ts';
import { encoderOf, type HuffmanEncoder } from './huffman.ts';

/** `adobe-rgb`: the components are red, green and blue, which only Adobe's marker can say. */
export type ColourModel = 'grey' | 'ycc' | 'adobe-rgb';

export interface JpegParts {
  readonly frame: Frame;
  readonly colour: ColourModel;
  /** By number, 64 steps each in zigzag order. */
  readonly quantisers: ReadonlyMap<number, Uint16Array>;
  readonly expectedBytes: number;
}

/** Undefined where a coefficient is larger than sequential coding can spell. */
export function writeJpeg(parts: JpegParts): Uint8Array | undefined {
  const { frame, quantisers, colour, expectedBytes } = parts;
  const counts = [newCounts(), newCounts()];
  if (!eachBlock(frame, counts.map(counter))) return undefined;
  const coders = counts.map(({ dc, ac }) => ({ dc: encoderOf(dc), ac: encoderOf(ac) }));
  const writer = new BitWriter(expectedBytes);
  const spellers = coders.map((pair) => speller(writer, pair));
  eachBlock(frame, spellers);
  const used = [...new Set(frame.components.map(({ quantiser }) => quantiser))];
  const tables = used.map((number) => quantisers.get(number) ?? new Uint16Array(64).fill(1));
  const isWide = tables.some((table) => table.some((step) => step > 0xff));
  const pairs = frame.components.length === 1 ? coders.slice(0, 1) : coders;
  return concatenate([
    [0xff, 0xd8],
    colour === 'adobe-rgb' ? adobe : jfif,
    ...tables.map((table, index) => quantiserSegment(table, index)),
    frameSegment(frame, used, isWide),
    ...pairs.flatMap(({ dc, ac }, index) => [
      huffmanSegment(dc, index),
      huffmanSegment(ac, 0x10 | index),
    ]),
    scanSegment(frame),
    writer.finish(),
    [0xff, 0xd9],
  ]);
}

/** JFIF 1.01 without a density and without a thumbnail. */
const jfif = segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
/** Adobe's marker, version 100, transform 0: no transform. */
const adobe = segment(0xee, [0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);

/** Told what a sequential scan says. */
type Listener = (table: 'dc' | 'ac', symbol: number, value: number, size: number) => void;

/** Tells every block in the order of the scan. The first component has its own tables, the others share theirs. */
function eachBlock(frame: Frame, listeners: readonly Listener[]): boolean {
  const { components } = frame;
  const predictions = new Int32Array(components.length);
  const [only] = components;
  const [first, second] = listeners;
  if (!only || !first || !second) return false;
  const tell = (component: Component, index: number, block: number): boolean => {
    const previous = predictions[index] ?? 0;
    const value = component.coefficients[block * 64] ?? 0;
    predictions[index] = value;
    const listener = index === 0 ? first : second;
    return tellBlock(component.coefficients, block * 64, value - previous, listener);
  };
  if (components.length === 1) {
    for (let block = 0; block < only.columns * only.rows; block += 1) {
      if (!tell(only, 0, block)) return false;
    }
    return true;
  }
  for (let row = 0; row < frame.unitRows; row += 1) {
    for (let column = 0; column < frame.unitColumns; column += 1) {
      for (const [index, component] of components.entries()) {
        const { across, down, columns } = component;
        for (let y = 0; y < down; y += 1) {
          for (let x = 0; x < across; x += 1) {
            const block = (row * down + y) * columns + column * across + x;
            if (!tell(component, index, block)) return false;
          }
        }
      }
    }
  }
  return true;
}

/** ITU-T T.81, F.1.2: differences have at most 11 bits and coefficients at most 10 in a picture of 8 bits. */
const maxDcSize = 11;
const maxAcSize = 10;

function tellBlock(
  coefficients: Int16Array,
  base: number,
  difference: number,
  listener: Listener,
): boolean {
  const dcSize = sizeOf(difference);
  if (dcSize > maxDcSize) return false;
  listener('dc', dcSize, difference, dcSize);
  let zeros = 0;
  for (let at = 1; at < 64; at += 1) {
    const value = coefficients[base + at] ?? 0;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) listener('ac', 0xf0, 0, 0);
    const size = sizeOf(value);
    if (size > maxAcSize) return false;
    listener('ac', (zeros << 4) | size, value, size);
    zeros = 0;
  }
  if (zeros > 0) listener('ac', 0, 0, 0);
  return true;
}

function sizeOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

type Counts = Readonly<Record<'dc' | 'ac', Uint32Array>>;

function newCounts(): Counts {
  return { dc: new Uint32Array(256), ac: new Uint32Array(256) };
}

function counter(both: Counts): Listener {
  return (table, symbol) => {
    const counts = both[table];
    counts[symbol] = (counts[symbol] ?? 0) + 1;
  };
}

function speller(
  writer: BitWriter,
  coders: Readonly<Record<'dc' | 'ac', HuffmanEncoder>>,
): Listener {
  return (table, symbol, value, size) => {
    const { codes, lengths } = coders[table];
    writer.write(codes[symbol] ?? 0, lengths[symbol] ?? 0);
    if (size > 0) writer.write((value < 0 ? value - 1 : value) & ((1 << size) - 1), size);
  };
}

function segment(marker: number, payload: readonly number[]): readonly number[] {
  const length = payload.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...payload];
}

function quantiserSegment(table: Uint16Array, index: number): readonly number[] {
  const isWide = table.some((step) => step > 0xff);
  const steps = [...table].flatMap((step) => (isWide ? [step >> 8, step & 0xff] : [step]));
  return segment(0xdb, [(isWide ? 0x10 : 0) | index, ...steps]);
}

function frameSegment(
  { width, height, components }: Frame,
  used: readonly number[],
  isWide: boolean,
): readonly number[] {
  const entries = components.flatMap(({ across, down, quantiser }, index) => [
    index + 1,
    (across << 4) | down,
    used.indexOf(quantiser),
  ]);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  return segment(isWide ? 0xc1 : 0xc0, [8, ...size, components.length, ...entries]);
}

function huffmanSegment({ table }: HuffmanEncoder, id: number): readonly number[] {
  return segment(0xc4, [id, ...table.counts, ...table.symbols]);
}

function scanSegment({ components }: Frame): readonly number[] {
  const entries = components.flatMap((_, index) => [index + 1, index === 0 ? 0x00 : 0x11]);
  return segment(0xda, [components.length, ...entries, 0, 63, 0]);
}
