// A drawn picture cut into its flat parts: connected pixels of one colour that are thicker than a stroke. What belongs to none of
// them is ink: strokes, letters, arrowheads.
import { flooded, unseen, type FlatRegion } from '../pixels/flood.ts';
import type { Picture } from '../pixels/picture.ts';

export interface FlatMap {
  readonly width: number;
  readonly height: number;
  /** Of every pixel: the index of its region, or `ink`. */
  readonly owner: Int32Array;
  readonly regions: readonly FlatRegion[];
}

export const ink = -1;
/** Share of a region whose neighbours at stroke's reach on all four sides are its own. */
const minCore = 0.2;

/**
 * Nothing that is at most `strokePx` thick, or less than `leastPx` wide or high, is a region. A photograph has as many small parts as
 * pixels: nothing is kept of them.
 */
export function flatMapOf(picture: Picture, strokePx: number, leastPx: number): FlatMap {
  const { width, height } = picture;
  const owner = new Int32Array(width * height).fill(unseen);
  const list = new Int32Array(width * height);
  const found: FlatRegion[] = [];
  for (let start = 0; start < owner.length; start += 1) {
    if (owner[start] !== unseen) continue;
    const region = flooded(picture, owner, list, start, found.length);
    const [left, top, right, bottom] = region.box;
    if (Math.min(right - left, bottom - top) >= leastPx) found.push(region);
    else for (let at = 0; at < region.pixels; at += 1) owner[list[at] ?? 0] = ink;
  }
  const kept = areThick({ width, height, owner, regions: found }, strokePx);
  const indexOf = new Int32Array(found.length).fill(ink);
  let count = 0;
  for (const [at, isKept] of kept.entries()) if (isKept) indexOf[at] = count++;
  for (let at = 0; at < owner.length; at += 1) {
    const own = owner[at] ?? ink;
    if (own !== ink) owner[at] = indexOf[own] ?? ink;
  }
  return { width, height, owner, regions: found.filter((_, at) => kept[at]) };
}

function areThick(
  { width, height, owner, regions }: FlatMap,
  strokePx: number,
): readonly boolean[] {
  const core = new Int32Array(regions.length);
  for (let y = strokePx; y < height - strokePx; y += 1) {
    for (let x = strokePx; x < width - strokePx; x += 1) {
      const at = y * width + x;
      const own = owner[at] ?? ink;
      if (own === ink) continue;
      if (owner[at - strokePx] !== own || owner[at + strokePx] !== own) continue;
      if (owner[at - strokePx * width] !== own || owner[at + strokePx * width] !== own) continue;
      core[own] = (core[own] ?? 0) + 1;
    }
  }
  return regions.map(({ pixels }, at) => (core[at] ?? 0) >= pixels * minCore);
}
