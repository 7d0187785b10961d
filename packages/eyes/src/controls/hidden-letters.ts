// What is typed into a field for passwords is shown as dots, which are no letters: they are counted in the pixels. Round spots of one size, one step
// apart, in a row by themselves.
import { distance, type Rgb } from '../colour/oklab.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import type { Sighting } from './sighting.ts';

/** Colours farther apart than this are ink and ground, in OKLab. */
const apart = 0.1;
/** Of the height of the field, above and below: its rim. */
const rim = 0.15;
const fewest = 3;
/** Icons may stand beside them. */
const others = 2;
/** Of the height of the field. */
const largest = 0.5;
const smallestPx = 3;
/** Pixels by which equal spots and equal steps may differ: they are smoothed. */
const slackPx = 1.5;
/** From one to the next, in widths of a spot. */
const widestStep = 3;

interface Spot {
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** How many letters are hidden; 0 where none are. */
export function hiddenLetters(picture: Picture, { role, box }: Sighting): number {
  if (role !== 'textbox') return 0;
  const [left, top, right, bottom] = box;
  const tall = bottom - top;
  const rows = [Math.round(top + tall * rim), Math.round(bottom - tall * rim)] as const;
  const spots = spotsOf(
    picture,
    [Math.round(left + tall * rim), Math.round(right - tall * rim)],
    rows,
  );
  let longest = 1;
  let from = 0;
  for (let at = 1; at < spots.length; at += 1) {
    const [first, before, spot] = [spots[at - 2], spots[at - 1], spots[at]];
    if (!before || !spot || !isDot(spot, tall) || !isAlike(before, spot)) from = at;
    else if (at - from > 1 && first && !isEqual(before.from - first.from, spot.from - before.from))
      from = at - 1;
    longest = Math.max(longest, at - from + 1);
  }
  return longest < fewest || spots.length - longest > others ? 0 : longest;
}

function isDot({ from, to, height }: Spot, tall: number): boolean {
  const width = to - from;
  return width >= smallestPx && width < tall * largest && isEqual(width, height);
}

function isAlike(one: Spot, other: Spot): boolean {
  const width = one.to - one.from;
  return isEqual(width, other.to - other.from) && other.from - one.from < width * widestStep;
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) <= slackPx;
}

/** Stretches of columns with ink, each with how high it is. */
function spotsOf(
  picture: Picture,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
): readonly Spot[] {
  const ground = colourAt(picture, (left + right) / 2, top);
  const spots: Spot[] = [];
  let open: { from: number; top: number; bottom: number } | undefined;
  const close = (to: number): void => {
    if (open) spots.push({ from: open.from, to, height: open.bottom - open.top });
    open = undefined;
  };
  for (let x = left; x < right; x += 1) {
    const ink = inkOf(picture, x, [top, bottom], ground);
    if (!ink) close(x);
    else if (open)
      open = {
        ...open,
        top: Math.min(open.top, ink.top),
        bottom: Math.max(open.bottom, ink.bottom),
      };
    else open = { from: x, ...ink };
  }
  close(right);
  return spots;
}

/** From the first to the last pixel of a column that is not the ground. */
function inkOf(
  picture: Picture,
  x: number,
  [top, bottom]: readonly [number, number],
  ground: Rgb,
): { readonly top: number; readonly bottom: number } | undefined {
  const isInk = (y: number): boolean => distance(colourAt(picture, x, y), ground) >= apart;
  let first = top;
  while (first < bottom && !isInk(first)) first += 1;
  let last = bottom;
  while (last > first && !isInk(last - 1)) last -= 1;
  return last > first ? { top: first, bottom: last } : undefined;
}
