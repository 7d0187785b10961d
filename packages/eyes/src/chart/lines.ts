// Lines: the stroke of one colour is followed on both sides of a category, and the value is where the two sides meet. A
// point is told only when both sides agree, the stroke is seen there, and it is known well enough where the category is.
import { distance, type Rgb } from '../colour/oklab.ts';
import type { Series } from '../description.ts';
import { rounded } from './bars.ts';
import type { Categories } from './categories.ts';
import { isSameHue, nameFor, type LegendEntry } from './legend.ts';
import { colourAt, type Point } from '../pixels/picture.ts';
import { contrast, coverage, fitLine, type Fit } from './plot.ts';
import { isDrawnAt, sideFit, strokeOf, type Scene, type Stroke } from './stroke.ts';

const minShownPoints = 2;
const minCategories = 3;
/** Two sides with less difference of slope than this do not tell by their crossing where they meet. */
const minTurn = 0.35;

export function readLines(
  scene: Scene,
  categories: Categories,
  legend: readonly LegendEntry[],
): readonly Series[] | undefined {
  const { items, spacing } = categories;
  if (items.length < minCategories) return undefined;
  const from = (items[0]?.x ?? 0) - spacing * 0.3;
  const to = (items.at(-1)?.x ?? 0) + spacing * 0.3;
  const strokes = strokeColours(scene, categories, legend)
    .flatMap((colour) => strokeOf(scene, colour, from, to) ?? [])
    .filter((stroke) => spansCategories(stroke, categories));
  const columns = columnsOf(strokes, categories);
  const series = strokes.flatMap((stroke): readonly Series[] => {
    const values = follow(scene, stroke, columns);
    const told = values.filter((value) => value !== null).length;
    return told >= minShownPoints
      ? [{ name: nameFor(stroke.colour, legend, scene.ground), values }]
      : [];
  });
  const named = series.filter(({ name }) => name !== '');
  // Several lines without names say nothing about which is which.
  const certain = named.length > 0 ? named : strokes.length === 1 ? series : [];
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
    (colour) => legend.find((entry) => isSameHue(entry.colour, colour))?.colour ?? colour,
  );
}

/** A stroke begins at the first category and ends at the last; far from that, the labels were misread. */
function spansCategories({ trace }: Stroke, { items, spacing }: Categories): boolean {
  const xs = [...trace.keys()];
  const first = Math.abs(Math.min(...xs) - (items[0]?.x ?? 0));
  const last = Math.abs(Math.max(...xs) + 1 - (items.at(-1)?.x ?? 0));
  return Math.max(first, last) / spacing <= 0.35;
}

/** Where the categories are, and by how much that may be wrong. */
interface Columns {
  readonly xs: readonly number[];
  readonly spacing: number;
  readonly slackPx: number;
}

/** How well the middles of labels tell where the points are. */
const labelSlackPx = 2.5;
/** How well corners of the strokes tell it. */
const cornerSlackPx = 0.8;

/** The corners of all strokes stand over the categories, and are finer than the middles of the labels. */
function columnsOf(strokes: readonly Stroke[], { items, spacing }: Categories): Columns {
  const labels = items.map(({ x }) => x);
  let corners = strokes.flatMap((stroke) =>
    labels.slice(1, -1).flatMap((x, at): readonly (readonly [number, number])[] => {
      const left = sideFit(stroke, x, -1, spacing);
      const right = sideFit(stroke, x, 1, spacing);
      const corner = left && right && cornerOf(left, right);
      return corner !== undefined && Math.abs(corner - x) < spacing * 0.12
        ? [[at + 1, corner]]
        : [];
    }),
  );
  while (new Set(corners.map(([at]) => at)).size >= 2) {
    const fit = fitLine(corners);
    if (!fit) break;
    const { slope, offset, worst } = fit;
    if (worst < 1.5)
      return {
        xs: labels.map((_, at) => offset + slope * at),
        spacing: slope,
        slackPx: cornerSlackPx,
      };
    const off = ([at, x]: readonly [number, number]): number => Math.abs(offset + slope * at - x);
    corners = corners.filter((corner) => off(corner) < worst);
  }
  return { xs: labels, spacing, slackPx: Math.max(labelSlackPx, spacing * 0.03) };
}

function cornerOf(left: Fit, right: Fit): number | undefined {
  if (Math.abs(left.slope - right.slope) <= minTurn) return undefined;
  return (right.offset - left.offset) / (left.slope - right.slope);
}

function follow(scene: Scene, stroke: Stroke, columns: Columns): readonly (number | null)[] {
  const { axis } = scene;
  const { xs, spacing, slackPx } = columns;
  const tolerance = (axis.bottom - axis.top) * 0.012 + 0.8;
  return xs.map((x, index) => {
    const left = index === 0 ? undefined : sideFit(stroke, x, -1, spacing);
    const right = index === xs.length - 1 ? undefined : sideFit(stroke, x, 1, spacing);
    const isEnd = index === 0 || index === xs.length - 1;
    const point = isEnd
      ? endAt(left ?? right, x, slackPx, tolerance)
      : meeting(left, right, x, slackPx, tolerance);
    if (!point || point.y < axis.top - 12 || point.y > axis.bottom + 4) return null;
    if (!isDrawnAt(scene, stroke, point.x - 0.5, point.y - 0.5)) return null;
    return rounded(axis.valueAt(point.y), axis.perPixel);
  });
}

/** One side alone tells the value only where it is known well enough, for its slope, where the end is. */
function endAt(
  fit: Fit | undefined,
  x: number,
  slackPx: number,
  tolerance: number,
): Point | undefined {
  if (!fit || Math.abs(fit.slope) * slackPx > tolerance) return undefined;
  return { x, y: fit.offset + fit.slope * x };
}

function meeting(
  left: Fit | undefined,
  right: Fit | undefined,
  x: number,
  slackPx: number,
  tolerance: number,
): Point | undefined {
  if (!left || !right) return undefined;
  const corner = cornerOf(left, right);
  if (corner !== undefined)
    return Math.abs(corner - x) < slackPx + 1.5
      ? { x: corner, y: left.offset + left.slope * corner }
      : undefined;
  const [one, other] = [left.offset + left.slope * x, right.offset + right.slope * x];
  const steepest = Math.max(Math.abs(left.slope), Math.abs(right.slope));
  if (Math.abs(one - other) >= tolerance || steepest * slackPx > tolerance * 1.5) return undefined;
  return { x, y: (one + other) / 2 };
}
