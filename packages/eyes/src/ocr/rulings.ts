// The two rows between which the small letters of a line stand, measured on their ink, and what of the ink lies outside.
import type { Ink } from './ink.ts';
import type { Glyph } from './recogniser.ts';

/** A row that may be slightly tilted. */
type Edge = (x: number) => number;

export interface Rulings {
  readonly ink: Ink;
  readonly height: number;
  /** The first and the last row of an x. */
  readonly top: Edge;
  readonly foot: Edge;
  /** The height of an x. */
  readonly size: number;
}

/** Neighbouring columns with ink in certain rows. */
export interface Blot {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/** Letters whose top and foot are those of an x. */
const upright = new Set('acemnorsuvwxz');
const inkLevel = 0.4;
const minLetters = 2;
/** An x that is lower than this, at the height of the recogniser, is no letter. */
const minSizePx = 8;
const letterReachPx = 3;
/** Accents make some letters tall, so the top is that of the lower ones. */
const topShare = 0.7;
const footShare = 0.5;

/** Undefined when too few small letters show where the rows are. */
export function rulingsOf(glyphs: readonly Glyph[], ink: Ink): Rulings | undefined {
  const tops: [number, number][] = [];
  const feet: [number, number][] = [];
  for (const { char, x } of glyphs) {
    const rows = upright.has(char) ? rowsAround(ink, x, letterReachPx) : undefined;
    if (!rows) continue;
    tops.push([x, rows.first]);
    feet.push([x, rows.last]);
  }
  if (tops.length < minLetters) return undefined;
  const top = edgeOf(tops, topShare);
  const foot = edgeOf(feet, footShare);
  const middle = ink.width / 2;
  const size = foot(middle) - top(middle) + 1;
  return size < minSizePx
    ? undefined
    : { ink, height: ink.grey.length / ink.width, top, foot, size };
}

export function isInk(ink: Ink, x: number, y: number, level = inkLevel): boolean {
  const { grey, width, paper, contrast } = ink;
  return Math.abs((grey[y * width + x] ?? paper) - paper) > contrast * level;
}

/** The first and the last row with ink near a column. */
export function rowsAround(
  ink: Ink,
  x: number,
  reach: number,
): { readonly first: number; readonly last: number } | undefined {
  const { width } = ink;
  const height = ink.grey.length / width;
  const from = Math.max(0, Math.round(x) - reach);
  const to = Math.min(width, Math.round(x) + reach + 1);
  let first = height;
  let last = -1;
  for (let y = 0; y < height; y += 1) {
    if (!hasInk(ink, y, from, to)) continue;
    first = Math.min(first, y);
    last = y;
  }
  return last < 0 ? undefined : { first, last };
}

export function hasInk(ink: Ink, y: number, from: number, to: number): boolean {
  for (let x = from; x < to; x += 1) if (isInk(ink, x, y)) return true;
  return false;
}

const minSlopeLetters = 6;
const minSlopeReachPx = 30;

/** A straight line through most of the points: the median of the slopes, and a share of the rest. */
function edgeOf(points: readonly (readonly [number, number])[], share: number): Edge {
  const slopes: number[] = [];
  if (points.length >= minSlopeLetters) {
    for (const [at, [x, y]] of points.entries()) {
      for (const [otherX, otherY] of points.slice(at + 1)) {
        if (otherX - x > minSlopeReachPx) slopes.push((otherY - y) / (otherX - x));
      }
    }
  }
  const slope = quantileOf(slopes, 0.5);
  const offset = quantileOf(
    points.map(([x, y]) => y - slope * x),
    share,
  );
  return (x) => offset + slope * x;
}

export function quantileOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Smaller than this, in heights of an x, is dirt. */
const minBlot = 0.1;
const minBlotPx = 2;

export function blotsIn(
  { ink, height, size }: Rulings,
  rowsAt: (x: number) => readonly [number, number],
): readonly Blot[] {
  const least = Math.max(minBlotPx, size * minBlot);
  const blots: Blot[] = [];
  let blot: Blot | undefined;
  for (let x = 0; x <= ink.width; x += 1) {
    const [start, end] = rowsAt(x);
    let first = height;
    let last = -1;
    for (let y = Math.max(0, start); x < ink.width && y < Math.min(height, end); y += 1) {
      if (!isInk(ink, x, y)) continue;
      first = Math.min(first, y);
      last = y;
    }
    if (last >= 0) {
      blot = {
        from: blot?.from ?? x,
        to: x + 1,
        first: Math.min(first, blot?.first ?? height),
        last: Math.max(last, blot?.last ?? -1),
      };
      continue;
    }
    if (blot && blot.to - blot.from >= least && blot.last - blot.first + 1 >= least)
      blots.push(blot);
    blot = undefined;
  }
  return blots;
}
