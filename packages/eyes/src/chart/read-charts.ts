// Charts with the values that are certain; silence about the rest. An axis of numbers, a row of evenly spaced categories,
// and bars or lines between them: without all three there are no values. A scatter plot is told without any.
import { distance, rgbOf, type Rgb } from '../colour/oklab.ts';
import { paletteOf } from '../colour/palette.ts';
import type { Chart, Series } from '../description.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { type Picture, colourAt, emptyPicture } from '../pixels/picture.ts';
import { axisOf, type Axis } from './axis.ts';
import { readBars } from './bars.ts';
import { categoriesOf } from './categories.ts';
import { legendOf } from './legend.ts';
import { readLines } from './lines.ts';
import { numberOf } from './number-text.ts';
import { readPie } from './pie.ts';
import { readPlainBars } from './plain-bars.ts';
import { readScatter } from './scatter.ts';
import { readStacks } from './stacks.ts';
import { contrast } from './plot.ts';

export function readCharts(picture: Picture, pieces: readonly TextLine[]): readonly Chart[] {
  const chart =
    upright(picture, pieces) ?? sideways(picture, pieces) ?? withoutAxis(picture, pieces);
  return chart ? [chart] : [];
}

/** On the colour that most of the picture has. */
function withoutAxis(picture: Picture, pieces: readonly TextLine[]): Chart | undefined {
  if (pieces.length < minWords || pieces.length > maxWords) return undefined;
  const [paper] = paletteOf(picture, [0, 0, picture.width, picture.height], 1);
  if (!paper) return undefined;
  const ground = rgbOf(paper.hex);
  return readPie(picture, pieces, ground) ?? readPlainBars(picture, pieces, ground);
}

/** Fewer words name nothing, and more are a page. */
const minWords = 2;
const maxWords = 80;

function upright(picture: Picture, pieces: readonly TextLine[]): Chart | undefined {
  const axis = axisOf(picture, pieces);
  const ground = axis && groundOf(picture, axis);
  if (!axis || !ground) return undefined;
  const legend = legendOf(picture, pieces, axis.labels, ground);
  const whole = fromZero(axis, picture, ground);
  for (const scale of whole ? [whole, axis] : [axis]) {
    const scene = { picture, axis: scale, ground, pieces };
    const bars = readBars(scene, categoriesOf(pieces, scale), legend);
    if (bars) return bars;
    const stacks = readStacks(scene, categoriesOf(pieces, scale), legend);
    if (stacks) return stacks;
  }
  const scatter = readScatter({ picture, axis, ground, pieces });
  if (scatter) return scatter;
  const categories = categoriesOf(pieces, axis);
  const series = categories && readLines({ picture, axis, ground }, categories, legend);
  if (!series || series.some((line) => isGridline(line, axis))) return undefined;
  return { type: 'line', categories: categories.items.map(({ name }) => name), series };
}

/** How near to a label all values of a line are, as a share of the axis, when the line is the plot's own. */
const onLabel = 0.006;

function isGridline({ values }: Series, { labels, min, max }: Axis): boolean {
  const ticks = [0, ...[...labels].flatMap(({ text }) => numberOf(text) ?? [])];
  return values.every(
    (value) =>
      value === null || ticks.some((tick) => Math.abs(tick - value) < (max - min) * onLabel),
  );
}

/** Bars that lie: from zero to the right, with names beside them. A row of years under a plot is no axis of values. */
function sideways(picture: Picture, pieces: readonly TextLine[]): Chart | undefined {
  const words = pieces.map((piece) => stoodUpText(piece, picture));
  if (words.filter(({ text }) => numberOf(text) !== undefined).length < minNumbers)
    return undefined;
  const turned = stoodUp(picture);
  const labelled = axisOf(turned, words);
  const ground = labelled && groundOf(turned, labelled);
  const axis = ground && fromZero(labelled, turned, ground);
  if (!axis) return undefined;
  const categories = categoriesOf(words, axis);
  const named = categories?.items.filter(({ name }) => numberOf(name) === undefined) ?? [];
  if (!categories || named.length <= categories.items.length / 2) return undefined;
  const labels = new Set(
    pieces.filter((_, index) => {
      const word = words[index];
      return word !== undefined && axis.labels.has(word);
    }),
  );
  const legend = legendOf(picture, pieces, labels, ground);
  const scene = { picture: turned, axis, ground, pieces: words };
  const bars = readBars(scene, categories, legend) ?? readStacks(scene, categories, legend);
  return bars && fromAbove(bars);
}

const minNumbers = 3;

/** Stood up, what is on top comes last. */
function fromAbove({ categories, series, ...rest }: Chart): Chart {
  return {
    ...rest,
    categories: categories.toReversed(),
    series: series.map(({ name, values }) => ({ name, values: values.toReversed() })),
  };
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

function stoodUp({ width, height, data }: Picture): Picture {
  const result = emptyPicture(height, width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      const to = ((width - 1 - x) * height + (height - 1 - y)) * 3;
      result.data[to] = data[from] ?? 0;
      result.data[to + 1] = data[from + 1] ?? 0;
      result.data[to + 2] = data[from + 2] ?? 0;
    }
  }
  return result;
}

/** Its words at their new places; how high they are written stays. */
function stoodUpText(piece: TextLine, { width, height }: Picture): TextLine {
  const [left, top, right, bottom] = piece.box;
  const { centre } = piece.region;
  return {
    ...piece,
    box: [height - bottom, width - right, height - top, width - left],
    region: { ...piece.region, centre: { x: height - centre.y, y: width - centre.x } },
  };
}

/** How far beside its zero line a plot is empty, and how much of that line shows it. */
const besidePx = 4;
const mostGround = 0.8;

/**
 * The axis from zero, where bars begin. A lone 0 is often not found: then the first label must be one step from it, and in both
 * cases there is nothing before zero.
 */
function fromZero(axis: Axis, picture: Picture, ground: Rgb): Axis | undefined {
  const [first = 0, second = 0] = [...axis.labels]
    .flatMap(({ text }) => numberOf(text) ?? [])
    .toSorted((one, other) => one - other);
  if (axis.min !== 0 && (axis.min !== first || second - first !== first)) return undefined;
  const bottom = axis.yOf(0);
  let empty = 0;
  let all = 0;
  for (let x = axis.left; x < axis.right; x += 1) {
    all += 1;
    if (contrast(colourAt(picture, x, bottom + besidePx), ground) < 12) empty += 1;
  }
  return empty >= all * mostGround ? { ...axis, min: 0, bottom } : undefined;
}
