// Charts with the values that are certain; silence about the rest. An axis of numbers, a row of evenly spaced categories,
// and bars or lines between them: without all three there is no chart.
import { distance, rgbOf, type Rgb } from '../colour/oklab.ts';
import { paletteOf } from '../colour/palette.ts';
import type { Chart } from '../description.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Picture } from '../pixels/picture.ts';
import { axisOf, type Axis } from './axis.ts';
import { readBars } from './bars.ts';
import { categoriesOf } from './categories.ts';
import { legendOf } from './legend.ts';
import { readLines } from './lines.ts';

export function readCharts(picture: Picture, pieces: readonly TextLine[]): readonly Chart[] {
  const axis = axisOf(picture, pieces);
  const ground = axis && groundOf(picture, axis);
  if (!axis || !ground) return [];
  const legend = legendOf(picture, pieces, axis, ground);
  const categories = categoriesOf(pieces, axis);
  const bars = readBars({ picture, axis, ground, pieces }, categories, legend);
  if (bars) return [bars];
  if (!categories) return [];
  const names = categories.items.map(({ name }) => name);
  const lines = readLines({ picture, axis, ground }, categories, legend);
  return lines ? [{ type: 'line', categories: names, series: lines }] : [];
}

/** What the plot is drawn on. Wide bars may cover more of it than it shows, so it is the plot's colour nearest the rim's. */
function groundOf(picture: Picture, axis: Axis): Rgb | undefined {
  const { width, height } = picture;
  const rim = Math.max(2, Math.round(Math.min(width, height) * 0.02));
  const [page] = paletteOf(picture, [0, 0, width, rim], 1, 0);
  const box = [axis.left, Math.max(0, axis.top), axis.right, axis.bottom] as const;
  const shown = paletteOf(picture, box, 4, 0.15).map(({ hex }) => rgbOf(hex));
  if (!page) return shown[0];
  const paper = rgbOf(page.hex);
  const [nearest] = shown.toSorted((a, b) => distance(a, paper) - distance(b, paper));
  return nearest && distance(nearest, paper) < 0.2 ? nearest : shown[0];
}
