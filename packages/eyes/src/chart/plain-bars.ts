// Bars without an axis: rectangles of one width that stand on one line at even distances, with a name under each. Values are told
// where each has its number written at it and all are as high as their numbers say; else only that they are bars.
import type { Rgb } from '../colour/oklab.ts';
import type { Chart } from '../description.ts';
import { flatMapOf } from '../diagram/flat-regions.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { colourAt, type Box, type Picture } from '../pixels/picture.ts';
import { evenly } from './categories.ts';
import { numberOf } from './number-text.ts';
import { contrast } from './plot.ts';

const minBars = 3;
const minWidthPx = 6;
const minFilled = 0.97;
const sameEdgePx = 2;
/** How far a number may be off the height of its bar, as a share of the highest. */
const maxMisfit = 0.02;

export function readPlainBars(
  picture: Picture,
  pieces: readonly TextLine[],
  ground: Rgb,
): Chart | undefined {
  const boxes = solid(picture, ground);
  const standing = Map.groupBy(boxes, ([, , , bottom]) => bottom);
  for (const first of boxes) {
    const row = besideOf(first, standing);
    // Each has a name of its own: a mosaic has more tiles than a chart has words.
    if (row.length < minBars || row.length > pieces.length) continue;
    const chart = chartOf(
      row.toSorted((one, other) => one[0] - other[0]),
      pieces,
    );
    if (chart) return chart;
  }
  return undefined;
}

/** Rectangles of one colour that is not the ground's. */
function solid(picture: Picture, ground: Rgb): readonly Box[] {
  return flatMapOf(picture, 2, minWidthPx).regions.flatMap(({ box, pixels }) => {
    const [left, top, right, bottom] = box;
    const isFull = pixels >= (right - left) * (bottom - top) * minFilled;
    const colour = colourAt(picture, (left + right) / 2, (top + bottom) / 2);
    return isFull && contrast(colour, ground) > 30 ? [box] : [];
  });
}

/** Those as wide as `first` that stand on its line, itself among them. */
function besideOf(
  [left, , right, bottom]: Box,
  standing: ReadonlyMap<number, readonly Box[]>,
): readonly Box[] {
  const found: Box[] = [];
  for (let at = bottom - sameEdgePx; at <= bottom + sameEdgePx; at += 1)
    for (const box of standing.get(at) ?? [])
      if (Math.abs(right - left - box[2] + box[0]) <= sameEdgePx) found.push(box);
  return found;
}

function chartOf(row: readonly Box[], pieces: readonly TextLine[]): Chart | undefined {
  const [first] = row;
  if (!first) return undefined;
  const width = first[2] - first[0];
  const heights = row.map(([, top, , bottom]) => bottom - top);
  const highest = Math.max(...heights);
  // Panels, buttons and cards of a row are as high as each other.
  const isUneven = new Set(heights.map((height) => Math.round(height / 3))).size >= minBars - 1;
  const isTall = highest > width * 0.8;
  const categories = evenly(row.map(([left, , right]) => ({ name: '', x: (left + right) / 2 })));
  if (!isUneven || !isTall || !categories || categories.spacing < width * 1.1) return undefined;
  const names: string[] = [];
  for (const box of row) {
    const name = textUnder(box, pieces, categories.spacing);
    if (name === '') return undefined;
    names.push(name);
  }
  const written = row.map((box) => numberOver(box, pieces));
  const values = written.filter((value) => value !== undefined);
  const most = Math.max(...values);
  const fits = written.every(
    (value, at) =>
      value !== undefined && Math.abs(value / most - (heights[at] ?? 0) / highest) < maxMisfit,
  );
  const isSeen = values.length === row.length && most > 0 && fits;
  return { type: 'bar', categories: names, series: isSeen ? [{ name: '', values }] : [] };
}

function textUnder(
  [left, , right, bottom]: Box,
  pieces: readonly TextLine[],
  spacing: number,
): string {
  const middle = (left + right) / 2;
  const under = pieces.filter(
    ({ region: { centre, height }, box }) =>
      box[1] > bottom - height * 0.4 &&
      box[1] < bottom + height * 2 &&
      Math.abs(centre.x - middle) < spacing * 0.2,
  );
  return under.length === 1 ? (under[0]?.text ?? '') : '';
}

function numberOver([left, top, right]: Box, pieces: readonly TextLine[]): number | undefined {
  const over = pieces.filter(
    ({ region: { centre, height } }) =>
      centre.x > left &&
      centre.x < right &&
      centre.y < top + height &&
      centre.y > top - height * 1.8,
  );
  return over.length === 1 && over[0] ? numberOf(over[0].text) : undefined;
}
