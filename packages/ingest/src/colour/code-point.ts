// What two numbers of ITU-T H.273 say about colours, as far as a matrix and a curve can say it: PNG's cICP, AVIF's nclx.
import { bt2020, bt709, displayP3, type Primaries } from './primaries.ts';
import type { ColourDescription, Transfer } from './profile.ts';

export interface CodePoint {
  readonly primaries: number;
  readonly transfer: number;
  /** How bright its brightest pixel is, where it says so. */
  readonly maxNits?: number | undefined;
}

/** Undefined for what cannot be converted here. */
export function describeCodePoint(coded: CodePoint): ColourDescription | undefined {
  const primaries = codedPrimaries.get(coded.primaries);
  const transfer = codedTransfers.get(coded.transfer);
  return primaries && transfer && { primaries, transfer };
}

export const hybrid = 18;
const perceptual = 16;
const unspecified = 2;

/** It holds more light than a curve and a matrix can show. */
export function isBright({ primaries, transfer }: CodePoint): boolean {
  const isMore = transfer === perceptual || transfer === hybrid;
  return isMore && brightPrimaries(primaries) !== undefined;
}

/** Without a word about them they are those of sRGB. */
export function brightPrimaries(code: number): Primaries | undefined {
  return codedPrimaries.get(code === unspecified ? 1 : code);
}

/** Table 2. */
const codedPrimaries: ReadonlyMap<number, Primaries> = new Map([
  [1, bt709],
  [9, bt2020],
  [12, displayP3],
]);

/** Table 3. PQ and HLG (16, 18) hold more light than a curve can show. */
const codedTransfers: ReadonlyMap<number, Transfer> = new Map([
  [1, { kind: 'curve', at: broadcastCurve }],
  [4, { kind: 'power', exponent: 2.2 }],
  [5, { kind: 'power', exponent: 2.8 }],
  [6, { kind: 'curve', at: broadcastCurve }],
  [8, { kind: 'power', exponent: 1 }],
  [13, { kind: 'curve', at: srgbCurve }],
  [14, { kind: 'curve', at: broadcastCurve }],
  [15, { kind: 'curve', at: broadcastCurve }],
]);

export function srgbCurve(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function broadcastCurve(value: number): number {
  return value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45);
}
