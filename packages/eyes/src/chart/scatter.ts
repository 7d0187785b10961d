// A scatter plot, told as one: many marks of one size that nothing joins, over two axes of numbers. They are counted and never
// valued: marks that cover each other are fewer than the points, and which is which is not to be seen.
import type { Chart } from '../description.ts';
import { median } from '../median.ts';
import { componentsOf } from '../ocr/components.ts';
import type { ReadScene } from './bars.ts';
import { boxAround, colourAt } from '../pixels/picture.ts';
import { numberOf } from './number-text.ts';
import { contrast, fitLine } from './plot.ts';

/** Grids are fainter than marks. */
const markContrast = 60;
const minMarkPx = 4;
const maxMarkPx = 40;
const minFill = 0.6;
/** Of a mark's width to its height, or the other way. */
const minRound = 0.7;
/** How much smaller or larger than the middle one a mark of the same plot is. */
const sameSize = 1.8;
const minMarks = 8;
const minNumbers = 3;
/** A lone zero is now and then read as a letter. */
const mostNumbers = 0.7;
/** How far a number under the plot may be off the straight line, as a share of the axis. */
const maxMisfit = 0.03;

export function readScatter(scene: ReadScene): Chart | undefined {
  const along = numbersUnder(scene);
  if (!along) return undefined;
  const marks = marksIn(scene);
  const areas = marks.map(({ pixels }) => pixels);
  const middle = median(areas);
  const points = areas.filter(
    (area) => area > middle / sameSize && area < middle * sameSize,
  ).length;
  // Marks of many sizes are something else: words, icons, pieces of lines.
  if (points < minMarks || points < marks.length * 0.7) return undefined;
  const { min, max } = scene.axis;
  return {
    type: 'scatter',
    categories: [],
    series: [],
    points,
    ranges: { x: along, y: [min, max] },
  };
}

/** The first and the last number of a straight axis under the plot. */
function numbersUnder({ axis, pieces }: ReadScene): readonly [number, number] | undefined {
  const below = pieces.filter(
    (piece) => !axis.labels.has(piece) && piece.region.centre.y > axis.bottom,
  );
  const first = Math.min(...below.map(({ region }) => region.centre.y));
  const row = below.filter(
    ({ region }) => region.centre.y - first < Math.max(4, region.height * 0.5),
  );
  const numbers = row.flatMap(({ text, region }) => {
    const value = numberOf(text);
    return value === undefined ? [] : [[region.centre.x, value] as const];
  });
  if (numbers.length < minNumbers || numbers.length < row.length * mostNumbers) return undefined;
  const values = numbers.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const fit = fitLine(numbers);
  return fit && fit.slope > 0 && fit.worst < (high - low) * maxMisfit ? [low, high] : undefined;
}

/** Spots in the plot that are about as wide as high and mostly filled; words do not count. */
function marksIn({
  picture,
  axis,
  ground,
  pieces,
}: ReadScene): readonly { readonly pixels: number }[] {
  const top = Math.max(0, Math.round(axis.top));
  const left = Math.round(axis.left);
  const width = Math.max(1, Math.round(axis.right) - left);
  const height = Math.max(1, Math.round(axis.bottom) - top);
  const map = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (contrast(colourAt(picture, left + x, top + y), ground) > markContrast)
        map[y * width + x] = 1;
  for (const { box } of pieces)
    for (let y = Math.max(0, Math.floor(box[1]) - top); y < Math.min(height, box[3] - top); y += 1)
      map.fill(
        0,
        y * width + Math.min(width, Math.max(0, Math.floor(box[0]) - left)),
        y * width + Math.min(width, Math.max(0, Math.ceil(box[2]) - left)),
      );
  return componentsOf(map, width, height, 0.5).filter(({ outline, pixels }) => {
    const [left, top, right, bottom] = boxAround(outline);
    const [wide, high] = [right - left, bottom - top];
    const isSmall = Math.min(wide, high) >= minMarkPx && Math.max(wide, high) <= maxMarkPx;
    const isRound = Math.min(wide, high) >= Math.max(wide, high) * minRound;
    return isSmall && isRound && pixels >= wide * high * minFill;
  });
}
