// The pixels of one colour that hang together: each start gives one region, and no pixel is in two.
import type { Box, Picture } from './picture.ts';

export interface FlatRegion {
  readonly box: Box;
  readonly pixels: number;
}

/** In `owner`: not in a region yet. */
export const unseen = -2;
/** How far a pixel may be off the first one of its region, per channel. */
const tolerance = 12;

/** The region from `start` on: its pixels are marked with `index` in `owner`, and stand at the beginning of `list`. */
export function flooded(
  { width, height, data }: Picture,
  owner: Int32Array,
  list: Int32Array,
  start: number,
  index: number,
): FlatRegion {
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
  return { box: [left, top, right, bottom], pixels };
}
