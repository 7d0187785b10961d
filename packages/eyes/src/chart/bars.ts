// Bars: solid runs of colour that stand on the zero line and end at the plot's own ground. A bar whose end cannot be told
// (a gradient, a stack, a shadow) makes the whole chart silent: a wrong value is worse than none.
import type { Rgb } from '../colour/oklab.ts';
import type { Chart, Series } from '../description.ts';
import { colourAt } from '../pixels/picture.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Axis } from './axis.ts';
import { evenly, type Categories } from './categories.ts';
import { nameFor, type LegendEntry } from './legend.ts';
import { numberOf } from './number-text.ts';
import { contrast, coverage } from './plot.ts';
import type { Scene } from './stroke.ts';

interface Bar {
  readonly left: number;
  readonly right: number;
  readonly colour: Rgb;
  readonly value: number;
}

export interface ReadScene extends Scene {
  readonly pieces: readonly TextLine[];
}

const minBarPx = 5;
export const sameColour = 14;

export function readBars(
  scene: ReadScene,
  labels: Categories | undefined,
  legend: readonly LegendEntry[],
): Chart | undefined {
  const { axis } = scene;
  const zero = axis.min > 0 ? axis.min : 0;
  const base = axis.yOf(zero);
  const up = barsAlong(scene, base, -1);
  const down = axis.min < 0 ? barsAlong(scene, base, 1) : [];
  if (!up || !down) return undefined;
  const bars = [...up, ...down].toSorted((a, b) => a.left - b.left);
  const categories = labels ?? categoriesOfBars(bars);
  if (!categories) return undefined;
  const { items, spacing } = categories;
  const groups = items.map(({ x }) =>
    bars.filter(({ left, right }) => Math.abs((left + right) / 2 - x) < spacing * 0.5),
  );
  const count = Math.max(...groups.map((group) => group.length));
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  // Every bar has a category, and nearly every category its bars.
  if (count === 0 || total !== bars.length || total < items.length * count * 0.6) return undefined;
  if (count === 1) {
    const [first] = bars;
    const name = first && sameHue(bars) ? nameFor(first.colour, legend, scene.ground) : '';
    return chartOf(items, [{ name, values: groups.map(([bar]) => bar?.value ?? null) }]);
  }
  const series = groupedSeries(groups, count, (colour) => nameFor(colour, legend, scene.ground));
  return series && chartOf(items, series);
}

function chartOf(items: Categories['items'], series: readonly Series[]): Chart {
  return { type: 'bar', categories: items.map(({ name }) => name), series };
}

/** Where no label could be read, evenly spaced bars of one colour are their own categories, without names. */
function categoriesOfBars(bars: readonly Bar[]): Categories | undefined {
  if (bars.length < 3 || !sameHue(bars)) return undefined;
  return evenly(bars.map(({ left, right }) => ({ name: '', x: (left + right) / 2 })));
}

function sameHue(bars: readonly Bar[]): boolean {
  const [first] = bars;
  return (
    first !== undefined && bars.every(({ colour }) => contrast(colour, first.colour) < sameColour)
  );
}

function groupedSeries(
  groups: readonly (readonly Bar[])[],
  count: number,
  nameOf: (colour: Rgb) => string,
): readonly Series[] | undefined {
  const whole = groups.find((group) => group.length === count) ?? [];
  const series = whole.map(({ colour }) => ({
    name: nameOf(colour),
    values: groups.map((group) => {
      const own = group.filter((bar) => contrast(bar.colour, colour) < sameColour);
      return own.length === 1 ? (own[0]?.value ?? null) : null;
    }),
  }));
  const told = series.flatMap(({ values }) => values).filter((value) => value !== null).length;
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  // Several bars without names say nothing about which is which.
  const isNamed =
    new Set(series.map(({ name }) => name).filter((name) => name !== '')).size === count;
  return told === total && isNamed ? series : undefined;
}

/** Direction −1 is up. Undefined when something stands there that is not a plain bar. */
function barsAlong(scene: ReadScene, base: number, direction: 1 | -1): readonly Bar[] | undefined {
  const row = Math.round(base + direction * 4);
  const bars: Bar[] = [];
  for (const run of footsAlong(scene, row)) {
    const value = measured(scene, { ...run, row, direction });
    if (value === undefined) return undefined;
    bars.push({ ...run, value });
  }
  return bars;
}

interface Foot {
  readonly left: number;
  readonly right: number;
  readonly colour: Rgb;
}

interface Run extends Foot {
  readonly row: number;
  readonly direction: 1 | -1;
}

/** Runs of one colour along a row of the plot that are wide enough for a bar and are not its ground. */
export function* footsAlong({ picture, axis, ground }: Scene, row: number): Iterable<Foot> {
  for (let x = axis.left; x <= axis.right;) {
    const colour = colourAt(picture, x, row);
    let end = x + 1;
    while (end <= axis.right && contrast(colourAt(picture, end, row), colour) < sameColour)
      end += 1;
    if (end - x >= minBarPx && contrast(colour, ground) > 30 && end <= axis.right)
      yield { left: x, right: end, colour };
    x = end;
  }
}

function measured(scene: ReadScene, run: Run): number | undefined {
  const { picture, axis, ground, pieces } = scene;
  const { left, right, colour, row, direction } = run;
  const inset = Math.max(1, Math.floor((right - left) * 0.15));
  const shareAt = (y: number): number => {
    let same = 0;
    for (let x = left + inset; x < right - inset; x += 1) {
      if (contrast(colourAt(picture, x, y), colour) < sameColour) same += 1;
    }
    return same / Math.max(1, right - left - inset * 2);
  };
  let y = row;
  const limit = direction < 0 ? Math.max(0, axis.top - 20) : picture.height - 1;
  while ((y - limit) * direction < 0 && shareAt(y + direction) > 0.5) y += direction;
  if ((y - limit) * direction >= 0) return undefined;
  if (!endsOnGround(scene, run, y)) return undefined;
  const middle = (left + right) / 2;
  const partial = coverage(colourAt(picture, middle, y + direction), colour, ground);
  const edge = direction < 0 ? y - Math.min(1, partial) : y + 1 + Math.min(1, partial);
  const value = axis.valueAt(edge);
  return labelled(pieces, run, edge, value, axis) ?? rounded(value, axis.perPixel);
}

/** Within a few rows of the end, the plot's ground (or a gridline or a label on it) must be there. */
function endsOnGround(
  { picture, ground }: Scene,
  { left, right, colour, direction }: Run,
  y: number,
): boolean {
  let groundPixels = 0;
  let total = 0;
  for (let step = 3; step <= 5; step += 1) {
    for (let x = left + 1; x < right - 1; x += 1) {
      const pixel = colourAt(picture, x, y + direction * step);
      if (contrast(pixel, colour) < sameColour * 2) return false;
      if (contrast(pixel, ground) < 12) groundPixels += 1;
      total += 1;
    }
  }
  return groundPixels / Math.max(1, total) > 0.3;
}

/** A number written at the end of the bar is the value itself, if it agrees with what was measured. */
function labelled(
  pieces: readonly TextLine[],
  { left, right, direction }: Run,
  edge: number,
  value: number,
  axis: Axis,
): number | undefined {
  const near = pieces.find(({ region: { centre, height } }) => {
    const away = (centre.y - edge) * direction;
    return centre.x > left && centre.x < right && away > -2 && away < height * 1.6;
  });
  const told = near ? numberOf(near.text) : undefined;
  if (told === undefined) return undefined;
  return Math.abs(told - value) < (axis.max - axis.min) * 0.015 ? told : undefined;
}

export function rounded(value: number, perPixel: number): number {
  const unit = 10 ** Math.floor(Math.log10(perPixel));
  const result = Math.round(value / unit) * unit;
  return Number(result.toPrecision(12));
}
