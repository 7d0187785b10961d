// Stacked bars: segments of other colours on each other, from the zero line up to the plot's ground. Values are told only where every
// segment of every bar is seen and has its name in the legend; else that it is a stack.
import type { Rgb } from '../colour/oklab.ts';
import type { Chart } from '../description.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import { footsAlong, rounded, sameColour } from './bars.ts';
import type { Categories } from './categories.ts';
import { nameFor, type LegendEntry } from './legend.ts';
import { contrast } from './plot.ts';
import type { Scene } from './stroke.ts';

interface Segment {
  readonly colour: Rgb;
  /** Its lower and its upper edge, in pixels from the top. */
  readonly bottom: number;
  readonly top: number;
}

interface Stack {
  readonly middle: number;
  readonly segments: readonly Segment[];
  /** Nothing thin of another colour lies under the lowest one, which would be counted to it. */
  readonly hasFoot: boolean;
}

/** Above the zero line, and clear of its stroke. */
const abovePx = 4;
const minSegmentPx = 3;
/** A line of the ground between two segments is thinner. */
const maxGapPx = 3;
const minStacks = 2;
/** Share of a row of a bar that has one colour. */
const mostOfRow = 0.8;

export function readStacks(
  { picture, axis, ground }: Scene,
  categories: Categories | undefined,
  legend: readonly LegendEntry[],
): Chart | undefined {
  if (!categories || axis.min !== 0) return undefined;
  const stacks = stacksAlong({ picture, axis, ground });
  if (!stacks || stacks.length < minStacks) return undefined;
  const { items, spacing } = categories;
  const own = items.map(({ x }) =>
    stacks.filter(({ middle }) => Math.abs(middle - x) < spacing * 0.5),
  );
  if (own.some((group) => group.length > 1) || own.flat().length !== stacks.length)
    return undefined;
  const colours = orderOf(stacks);
  if (!colours || colours.length < 2) return undefined;
  const names = colours.map((colour) => nameFor(colour, legend, ground));
  const chart = { type: 'bar', stacked: true, categories: items.map(({ name }) => name) } as const;
  const isNamed = new Set(names).size === names.length && !names.includes('');
  // Without its colour in the legend a segment has no name.
  if (!isNamed || own.some(([stack]) => !stack?.hasFoot)) return { ...chart, series: [] };
  const series = colours.map((colour, at) => ({
    name: names[at] ?? '',
    values: own.map(([stack]) => {
      const segment = stack?.segments.find((one) => contrast(one.colour, colour) < sameColour);
      if (!segment) return null;
      return rounded(axis.valueAt(segment.top) - axis.valueAt(segment.bottom), axis.perPixel);
    }),
  }));
  return { ...chart, series };
}

/** From the zero line upwards, the same in every bar; undefined where bars disagree. */
function orderOf(stacks: readonly Stack[]): readonly Rgb[] | undefined {
  const longest = stacks.toSorted((a, b) => b.segments.length - a.segments.length)[0];
  const colours = longest?.segments.map(({ colour }) => colour) ?? [];
  const isDistinct = colours.every((one, at) =>
    colours.every((other, index) => index === at || contrast(one, other) >= sameColour * 2),
  );
  if (!isDistinct) return undefined;
  const agrees = stacks.every(({ segments }) => {
    const places = segments.map(({ colour }) =>
      colours.findIndex((one) => contrast(one, colour) < sameColour),
    );
    return places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1));
  });
  return agrees ? colours : undefined;
}

/** Undefined when one of them does not end on the plot's ground, or has other sides on its way up. */
function stacksAlong(scene: Scene): readonly Stack[] | undefined {
  const row = Math.round(scene.axis.yOf(0)) - abovePx;
  const found: Stack[] = [];
  for (const { left, right, colour } of footsAlong(scene, row)) {
    const segments = segmentsOf(scene, left, right, row);
    if (!segments) return undefined;
    const hasFoot = isOf(scene.picture, left, right, row + 1, colour);
    found.push({ middle: (left + right) / 2, segments, hasFoot });
  }
  return found;
}

function segmentsOf(
  { picture, axis, ground }: Scene,
  left: number,
  right: number,
  row: number,
): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  let bottom = axis.yOf(0);
  let y = row;
  const limit = Math.max(1, axis.top - 20);
  for (;;) {
    const colour = colourAt(picture, (left + right) / 2, y);
    let top = y;
    while (top > limit && isOf(picture, left, right, top - 1, colour)) top -= 1;
    if (top <= limit || y - top < minSegmentPx) return undefined;
    if (!hasSides(picture, left, right, (y + top) >> 1, colour)) return undefined;
    let next = top - 1;
    while (top - next <= maxGapPx && !startsRun(picture, left, right, next)) next -= 1;
    const above = colourAt(picture, (left + right) / 2, next);
    const isEnd = contrast(above, ground) < 12 && isGround(picture, left, right, top - 4, ground);
    const edge = isEnd ? top : (top + next + 1) / 2;
    segments.push({ colour, bottom, top: edge });
    if (isEnd) return segments;
    if (!startsRun(picture, left, right, next) || contrast(above, colour) < sameColour)
      return undefined;
    bottom = edge;
    y = contrast(above, ground) < 12 ? next - maxGapPx : next;
  }
}

function share(
  picture: Picture,
  left: number,
  right: number,
  y: number,
  isRight: (pixel: Rgb) => boolean,
): number {
  const inset = Math.max(1, Math.floor((right - left) * 0.12));
  let same = 0;
  let all = 0;
  for (let x = left + inset; x < right - inset; x += 1) {
    all += 1;
    if (isRight(colourAt(picture, x, y))) same += 1;
  }
  return all === 0 ? 0 : same / all;
}

function isOf(picture: Picture, left: number, right: number, y: number, colour: Rgb): boolean {
  return (
    share(picture, left, right, y, (pixel) => contrast(pixel, colour) < sameColour) > mostOfRow / 2
  );
}

/** Two rows of one colour: no blend of two segments. */
function startsRun(picture: Picture, left: number, right: number, y: number): boolean {
  const colour = colourAt(picture, (left + right) / 2, y);
  const same = (pixel: Rgb): boolean => contrast(pixel, colour) < sameColour / 2;
  return (
    share(picture, left, right, y, same) > mostOfRow &&
    share(picture, left, right, y - 1, same) > mostOfRow
  );
}

function isGround(picture: Picture, left: number, right: number, y: number, ground: Rgb): boolean {
  return share(picture, left, right, y, (pixel) => contrast(pixel, ground) < 12) > 0.3;
}

/** As wide as at its foot: an area under a line is not. */
function hasSides(picture: Picture, left: number, right: number, y: number, colour: Rgb): boolean {
  const isIn = (x: number): boolean => contrast(colourAt(picture, x, y), colour) < sameColour;
  return isIn(left + 2) && isIn(right - 3) && !isIn(left - 3) && !isIn(right + 2);
}
