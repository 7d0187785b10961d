// A drawn picture cut into its flat parts: connected pixels of one colour that are thicker than a stroke. What belongs to none of
// them is ink: strokes, letters, arrowheads.
import type { Box, Picture } from '../pixels/picture.ts';

interface FlatRegion {
  readonly box: Box;
  readonly pixels: number;
}

export interface FlatMap {
  readonly width: number;
  readonly height: number;
  /** Of every pixel: the index of its region, or `ink`. */
  readonly owner: Int32Array;
  readonly regions: readonly FlatRegion[];
}

export const ink = -1;
const unseen = -2;
/** How far a pixel may be off the first one of its region, per channel. */
const tolerance = 12;
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
    const region = flooded(picture, owner, list, start, found.length, leastPx);
    if (region) found.push(region);
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

/** The region from `start` on, its pixels marked with `index`; what is too small is ink at once. */
function flooded(
  { width, height, data }: Picture,
  owner: Int32Array,
  list: Int32Array,
  start: number,
  index: number,
  leastPx: number,
): FlatRegion | undefined {
  const [red, green, blue] = [
    data[start * 3] ?? 0,
    data[start * 3 + 1] ?? 0,
    data[start * 3 + 2] ?? 0,
  ];
  let [left, top, right, bottom] = [width, height, 0, 0];
  let pixels = 0;
  const visit = (at: number): void => {
    if (owner[at] !== unseen) return;
    const from = at * 3;
    if (Math.abs((data[from] ?? 0) - red) > tolerance) return;
    if (Math.abs((data[from + 1] ?? 0) - green) > tolerance) return;
    if (Math.abs((data[from + 2] ?? 0) - blue) > tolerance) return;
    owner[at] = index;
    list[pixels] = at;
    pixels += 1;
  };
  visit(start);
  for (let done = 0; done < pixels; done += 1) {
    const at = list[done] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    if (x < left) left = x;
    if (x >= right) right = x + 1;
    if (y < top) top = y;
    if (y >= bottom) bottom = y + 1;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (y > 0) visit(at - width);
    if (y < height - 1) visit(at + width);
  }
  if (Math.min(right - left, bottom - top) >= leastPx)
    return { box: [left, top, right, bottom], pixels };
  for (let at = 0; at < pixels; at += 1) owner[list[at] ?? 0] = ink;
  return undefined;
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
