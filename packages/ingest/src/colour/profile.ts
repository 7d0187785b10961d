// Writes the ICC profile that says what a file said in other words (a gamma, primaries, a code point), so that one colour
// engine converts every picture. ICC.1:2022; version 4, matrix and curves only.
import { pngChunk } from '@percept/core/internal';
import { deflateSync } from 'node:zlib';
import { fromPrimaries, type Matrix, type Primaries } from './primaries.ts';

/** How numbers become light: a power, or samples of a curve from 0 to 1. */
export type Transfer =
  | { readonly kind: 'power'; readonly exponent: number }
  | { readonly kind: 'curve'; readonly at: (value: number) => number };

export interface ColourDescription {
  readonly primaries: Primaries;
  readonly transfer: Transfer;
}

const headerBytes = 128;
const curveSamples = 1024;
/** What the fixed point numbers of a profile can hold. */
const exponents = { min: 0.001, max: 1000 };
const d50 = [0.9642, 1, 0.8249] as const;

/** Undefined where the primaries span no colours. */
export function profileOf(
  { primaries, transfer }: ColourDescription,
  isGrey: boolean,
): Uint8Array | undefined {
  const matrix = fromPrimaries(primaries);
  if (!matrix) return undefined;
  const curve = curveTag(transfer);
  const tags: readonly (readonly [string, Uint8Array])[] = isGrey
    ? [...named, ['kTRC', curve]]
    : [
        ...named,
        ['rXYZ', xyzTag(column(matrix, 0))],
        ['gXYZ', xyzTag(column(matrix, 1))],
        ['bXYZ', xyzTag(column(matrix, 2))],
        ['rTRC', curve],
        ['gTRC', curve],
        ['bTRC', curve],
      ];
  return assemble(isGrey ? 'GRAY' : 'RGB ', tags);
}

/** As a PNG carries it; not compressed, because it is read at once and goes no further. */
export function profileChunk(profile: Uint8Array): Uint8Array {
  const stored = deflateSync(profile, { level: 0 });
  return pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), stored]));
}

const named: readonly (readonly [string, Uint8Array])[] = [
  ['desc', textTag('as described')],
  ['cprt', textTag('none')],
  ['wtpt', xyzTag(d50)],
];

function column(matrix: Matrix, index: 0 | 1 | 2): readonly number[] {
  return matrix.map((row) => row[index]);
}

function assemble(space: string, tags: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const table = 4 + tags.length * 12;
  const bodies = [...new Set(tags.map(([, body]) => body))];
  const places = new Map<Uint8Array, number>();
  let end = headerBytes + table;
  for (const body of bodies) {
    places.set(body, end);
    end += body.length;
  }
  const out = new Uint8Array(end);
  const view = new DataView(out.buffer);
  view.setUint32(0, end);
  view.setUint32(8, 0x0440_0000);
  write(out, 12, 'mntr');
  write(out, 16, space);
  write(out, 20, 'XYZ ');
  write(out, 36, 'acsp');
  for (const [axis, value] of d50.entries()) view.setInt32(68 + axis * 4, fixed(value));
  view.setUint32(headerBytes, tags.length);
  for (const [index, [name, body]] of tags.entries()) {
    const entry = headerBytes + 4 + index * 12;
    write(out, entry, name);
    view.setUint32(entry + 4, places.get(body) ?? 0);
    view.setUint32(entry + 8, body.length);
  }
  for (const [body, at] of places) out.set(body, at);
  return out;
}

function curveTag(transfer: Transfer): Uint8Array {
  if (transfer.kind === 'power') {
    const exponent = Math.min(exponents.max, Math.max(exponents.min, transfer.exponent));
    const out = tag('para', 16);
    new DataView(out.buffer).setInt32(12, fixed(exponent));
    return out;
  }
  const out = tag('curv', 12 + curveSamples * 2);
  const view = new DataView(out.buffer);
  view.setUint32(8, curveSamples);
  for (let index = 0; index < curveSamples; index += 1) {
    const value = Math.min(1, Math.max(0, transfer.at(index / (curveSamples - 1))));
    view.setUint16(12 + index * 2, Math.round(value * 0xffff));
  }
  return out;
}

function xyzTag(values: readonly number[]): Uint8Array {
  const out = tag('XYZ ', 20);
  const view = new DataView(out.buffer);
  for (const [axis, value] of values.entries()) view.setInt32(8 + axis * 4, fixed(value));
  return out;
}

/** One record of one language, in UTF-16. */
function textTag(text: string): Uint8Array {
  const out = tag('mluc', 28 + Math.ceil(text.length / 2) * 4);
  const view = new DataView(out.buffer);
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  write(out, 16, 'enUS');
  view.setUint32(20, text.length * 2);
  view.setUint32(24, 28);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(28 + index * 2, text.charCodeAt(index));
  return out;
}

function tag(type: string, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  write(out, 0, type);
  return out;
}

function write(out: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) out[at + index] = text.charCodeAt(index);
}

function fixed(value: number): number {
  return Math.round(value * 0x1_0000);
}
