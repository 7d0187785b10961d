// Lines: the stroke of one colour is followed on both sides of a category, and the value is where the two sides meet. A
// point is told only when both sides agree and enough of the stroke was visible.
import { distance, type Rgb } from '../colour/oklab.ts';
import type { Series } from '../description.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Axis } from './axis.ts';
import { rounded } from './bars.ts';
import type { Categories } from './categories.ts';
import { nameFor, type LegendEntry } from './legend.ts';
import { colourAt, contrast, coverage, fitLine, type Fit } from './plot.ts';

interface Scene {
  readonly picture: Picture;
  readonly axis: Axis;
  readonly ground: Rgb;
}

const minShownPoints = 2;
const minCategories = 3;

export function readLines(
  scene: Scene,
  categories: Categories,
  legend: readonly LegendEntry[],
): readonly Series[] | undefined {
  const series = strokeColours(scene, categories, legend).flatMap((colour): readonly Series[] => {
    const values = follow(scene, categories, colour);
    const told = values.filter((value) => value !== null).length;
    return told >= minShownPoints ? [{ name: nameFor(colour, legend), values }] : [];
  });
  const named = series.filter(({ name }) => name !== '');
  const certain = named.length > 0 ? named : series;
  return certain.length > 0 ? certain : undefined;
}

const maxColours = 24;

/** Colours that run through most columns of the plot as something thin. */
function strokeColours(
  { picture, axis, ground }: Scene,
  { items, spacing }: Categories,
  legend: readonly LegendEntry[],
): readonly Rgb[] {
  const from = Math.round((items[0]?.x ?? 0) + spacing * 0.1);
  const to = Math.round((items.at(-1)?.x ?? 0) - spacing * 0.1);
  const bins = new Map<number, { count: number; columns: number; last: number; colour: Rgb }>();
  for (let x = from; x < to; x += 1) {
    for (let y = Math.round(axis.top) - 2; y < axis.bottom - 1; y += 1) {
      const pixel = colourAt(picture, x, y);
      if (Math.max(...pixel) - Math.min(...pixel) < 30 || contrast(pixel, ground) < 50) continue;
      const key = ((pixel[0] >> 3) << 10) | ((pixel[1] >> 3) << 5) | (pixel[2] >> 3);
      const bin = bins.get(key) ?? { count: 0, columns: 0, last: -1, colour: pixel };
      bin.count += 1;
      if (bin.last !== x) bin.columns += 1;
      bin.last = x;
      bins.set(key, bin);
    }
  }
  const tall = (axis.bottom - axis.top) * 0.2;
  const distinct: Rgb[] = [];
  const ranked = [...bins.values()].toSorted((a, b) => b.count - a.count).slice(0, maxColours);
  for (const { colour, columns, count } of ranked) {
    const isStroke = columns > (to - from) * 0.3 && count / columns < tall;
    // The soft edge of another stroke is that stroke's colour thinned with the ground.
    const isOwn = distinct.every(
      (other) => distance(other, colour) > 0.1 && coverage(colour, other, ground) < 0.25,
    );
    if (isStroke && isOwn) distinct.push(colour);
  }
  return distinct.map(
    (colour) => legend.find((entry) => distance(entry.colour, colour) < 0.06)?.colour ?? colour,
  );
}

function follow(
  scene: Scene,
  { items, spacing }: Categories,
  colour: Rgb,
): readonly (number | null)[] {
  const { axis } = scene;
  const trace = traceOf(
    scene,
    colour,
    (items[0]?.x ?? 0) - spacing * 0.3,
    (items.at(-1)?.x ?? 0) + spacing * 0.3,
  );
  const thin = Math.max(7, (axis.bottom - axis.top) * 0.025);
  const heights = [...trace.values()].map(({ height }) => height).toSorted((a, b) => a - b);
  // What is thick where it is level is an area or a bar.
  if ((heights[Math.floor(heights.length * 0.25)] ?? Infinity) > thin) return items.map(() => null);
  const xs = [...trace.keys()];
  const first = Math.min(...xs);
  const last = Math.max(...xs) + 1;
  const from = items[0]?.x ?? 0;
  const to = items.at(-1)?.x ?? 0;
  // The stroke begins at the first category and ends at the last, unless another one covers its end. Far from that, the
  // labels were misread; close to it, its ends are finer than the middles of the labels.
  const off = Math.max(Math.abs(first - from), Math.abs(last - to)) / spacing;
  if (off > 0.35 || items.length < minCategories) return items.map(() => null);
  const start = off < 0.15 ? first : from;
  const step = off < 0.15 ? (last - first) / (items.length - 1) : spacing;
  const tolerance = (axis.bottom - axis.top) * 0.012 + 0.8;
  return items.map((_, index) => {
    const x = start + step * index;
    const left = index === 0 ? undefined : sideFit(trace, x, -1, step);
    const right = index === items.length - 1 ? undefined : sideFit(trace, x, 1, step);
    const y = meeting(left, right, x, step, {
      tolerance,
      first: index === 0,
      last: index === items.length - 1,
    });
    if (y === undefined || y < axis.top - 12 || y > axis.bottom + 4) return null;
    return rounded(axis.valueAt(y), axis.perPixel);
  });
}

interface Crossing {
  readonly y: number;
  readonly height: number;
}
type Trace = ReadonlyMap<number, Crossing>;

/** For each column, the middle of the stroke, where there is exactly one. */
function traceOf(scene: Scene, colour: Rgb, from: number, to: number): Trace {
  const { axis } = scene;
  const trace = new Map<number, Crossing>();
  for (
    let x = Math.max(Math.ceil(axis.left), Math.round(from));
    x <= Math.min(axis.right, to);
    x += 1
  ) {
    // The axis line may have much the same colour: then the stroke is looked for above it.
    const crossing =
      crossingAt(scene, colour, x, axis.bottom + 3) ??
      crossingAt(scene, colour, x, axis.bottom - 3);
    if (crossing) trace.set(x, crossing);
  }
  return trace;
}

function crossingAt(
  { picture, axis, ground }: Scene,
  colour: Rgb,
  x: number,
  bottom: number,
): Crossing | undefined {
  let sum = 0;
  let weight = 0;
  let runs = 0;
  let inside = false;
  for (let y = Math.round(axis.top) - 10; y < bottom; y += 1) {
    const share = coverage(colourAt(picture, x, y), colour, ground);
    if (share < 0.5) {
      inside = false;
      continue;
    }
    if (!inside) runs += 1;
    inside = true;
    sum += (y + 0.5) * share;
    weight += share;
  }
  return runs === 1 && weight >= 0.8 ? { y: sum / weight, height: weight } : undefined;
}

/** A straight line through the stroke beside a category, away from markers and joins. */
function sideFit(trace: Trace, x: number, side: 1 | -1, spacing: number): Fit | undefined {
  const near = Math.max(4, spacing * 0.14);
  const far = Math.max(near + 8, spacing * 0.46);
  let points: (readonly [number, number])[] = [];
  let expected = 0;
  for (let dx = near; dx <= far; dx += 1) {
    const column = Math.round(x + side * dx);
    const y = trace.get(column)?.y;
    expected += 1;
    if (y !== undefined) points.push([column + 0.5, y]);
  }
  for (let round = 0; round < 4; round += 1) {
    const fit = points.length >= Math.max(5, expected * 0.5) ? fitLine(points) : undefined;
    if (!fit) return undefined;
    if (fit.worst < 1) return fit;
    const { slope, offset } = fit;
    const errors = points.map(([at, y]) => Math.abs(offset + slope * at - y));
    const limit = Math.max(
      0.9,
      (errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)] ?? 0) * 1.6,
    );
    points = points.filter((_, index) => (errors[index] ?? 0) <= limit);
  }
  return undefined;
}

function meeting(
  left: Fit | undefined,
  right: Fit | undefined,
  x: number,
  spacing: number,
  {
    tolerance,
    first,
    last,
  }: { readonly tolerance: number; readonly first: boolean; readonly last: boolean },
): number | undefined {
  const at = (fit: Fit, where: number): number => fit.offset + fit.slope * where;
  if (first) return right && at(right, x);
  if (last) return left && at(left, x);
  if (!left || !right) return undefined;
  const turn = Math.abs(left.slope - right.slope);
  if (turn > 0.35) {
    const cross = (right.offset - left.offset) / (left.slope - right.slope);
    return Math.abs(cross - x) < Math.max(2, spacing * 0.06) ? at(left, cross) : undefined;
  }
  const [one, other] = [at(left, x), at(right, x)];
  return Math.abs(one - other) < tolerance ? (one + other) / 2 : undefined;
}
