// Hitting a byte target: two points of the curve tell the third. Starts from the curve's slope, re-estimates it from the
// last two encodes, aims just below the target and takes what lands close.
import type { Curve } from './curve.ts';
import { maxEncodes } from '../limits.ts';

export interface Search {
  readonly maxBytes: number;
  readonly curve: Curve;
  readonly start: number;
  /** Nothing better than this is ever looked for. */
  readonly ceiling: number;
  /** Below this quality pixels turn to mush, and fewer good pixels say more. */
  readonly floor: number;
}

/** What a picture weighed, at which quality. */
export interface Point {
  readonly quality: number;
  readonly size: number;
}

export type Found =
  | { readonly kind: 'met'; readonly bytes: Uint8Array; readonly encodes: number }
  | {
      readonly kind: 'over';
      readonly last: Point;
      readonly slope: number;
      readonly encodes: number;
    };

const slopeRange = { min: 0.12, max: 2.5 };
const aim = 0.965;
const closeEnough = 0.9;
/** After this many encodes whatever is under the target is taken. */
const patience = 3;

/** Where to begin, given what the picture is expected to weigh at quality 80. */
export function firstQuality(search: Omit<Search, 'start'>, expected: number): number {
  const { maxBytes, curve, ceiling, floor } = search;
  const known = { quality: 80, size: expected };
  // A first encode at the ceiling may be the only one, so doubt favours it.
  if (sizeAt(ceiling, known, curve) <= maxBytes * 1.25) return ceiling;
  const wanted = Math.floor(qualityFor(maxBytes * aim, known, curve));
  return Math.max(floor + (ceiling - floor) / 4, Math.min(ceiling, wanted)) | 0;
}

/** What the picture would weigh at another quality. */
export function sizeAt(
  quality: number,
  known: Point,
  curve: Pick<Curve, 'stepAt' | 'slope'>,
): number {
  const run = curve.stepAt(quality) - curve.stepAt(known.quality);
  return known.size * Math.exp(-curve.slope * run);
}

function qualityFor(bytes: number, known: Point, curve: Curve): number {
  return curve.qualityAt(curve.stepAt(known.quality) + Math.log(known.size / bytes) / curve.slope);
}

export async function findQuality(
  encode: (quality: number) => Promise<Uint8Array>,
  search: Search,
): Promise<Found> {
  const { maxBytes, ceiling, floor } = search;
  let quality = search.start;
  let curve = search.curve;
  let under: (Point & { readonly bytes: Uint8Array }) | undefined;
  let over: Point | undefined;
  let last: Point | undefined;

  for (let encodes = 1; ; encodes += 1) {
    const bytes = await encode(quality);
    const point = { quality, size: bytes.length };
    if (point.size > maxBytes) {
      over = point;
    } else {
      if (quality >= ceiling || point.size >= closeEnough * maxBytes)
        return { kind: 'met', bytes, encodes };
      under = { ...point, bytes };
    }
    if (last) curve = { ...search.curve, slope: slopeBetween(last, point, search.curve) };
    last = point;

    const wanted = Math.floor(qualityFor(maxBytes * aim, point, curve));
    const lowest = under ? under.quality + 1 : floor;
    const highest = over ? over.quality - 1 : ceiling;
    const tired = encodes >= (under ? patience : maxEncodes);
    if (tired || lowest > highest || (!under && wanted < floor * 0.9)) {
      if (under) return { kind: 'met', bytes: under.bytes, encodes };
      return { kind: 'over', last: point, slope: curve.slope, encodes };
    }
    quality = Math.max(lowest, Math.min(highest, wanted));
  }
}

function slopeBetween(one: Point, other: Point, curve: Curve): number {
  const run = curve.stepAt(other.quality) - curve.stepAt(one.quality);
  const rise = Math.log(other.size / one.size);
  if (run === 0) return curve.slope;
  return Math.min(slopeRange.max, Math.max(slopeRange.min, -rise / run));
}
