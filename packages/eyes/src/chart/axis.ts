// The value axis of a chart: numbers in a column that lie on one straight line, moved onto their gridlines where the
// picture has them. No axis, no chart.
import type { TextLine } from '../ocr/text-line.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import { numberOf } from './number-text.ts';
import { contrast, fitLine } from './plot.ts';

export interface Axis {
  readonly valueAt: (y: number) => number;
  readonly yOf: (value: number) => number;
  readonly min: number;
  readonly max: number;
  /** The plot begins right of the labels. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** How much one pixel is worth. */
  readonly perPixel: number;
  readonly labels: ReadonlySet<TextLine>;
}

interface Tick {
  readonly piece: TextLine;
  readonly value: number;
  readonly y: number;
}

/** A place on the axis that is known to the pixel. */
type Mark = readonly [y: number, value: number];

/** Labels that must be read; where fewer than three are, gridlines must bear them out. */
const minTicks = 2;
const minMarks = 3;
/** More numbers than this in one column are those of a table. */
const maxLabels = 40;
/** How far a label may be off the straight line, as a share of the axis. */
const maxMisfit = 0.02;

export function axisOf(picture: Picture, pieces: readonly TextLine[]): Axis | undefined {
  const ticks = pieces.flatMap((piece): readonly Tick[] => {
    const value = tickValue(piece.text);
    return value === undefined ? [] : [{ piece, value, y: piece.region.centre.y }];
  });
  let best: readonly Tick[] = [];
  for (const { piece } of ticks) {
    const column = ticks.filter(
      ({ piece: other }) => Math.abs(other.box[2] - piece.box[2]) < piece.region.height * 0.6,
    );
    if (column.length > maxLabels) continue;
    const straight = straightest(column);
    if (isBorneOut(column, straight) && straight.length > best.length) best = straight;
  }
  if (best.length < minTicks || hasRival(ticks, best) || isAmbiguous(best)) return undefined;
  return calibrated(picture, best);
}

/** Other numbers in the column speak against a straight axis: on a logarithmic one any two labels are on some line. */
function isBorneOut(column: readonly Tick[], straight: readonly Tick[]): boolean {
  return (
    (column.length - straight.length) * 3 <= (straight.length > minTicks ? straight.length : 0)
  );
}

/** A second axis with other values: which series belongs to which of them is not to be seen. */
function hasRival(ticks: readonly Tick[], own: readonly Tick[]): boolean {
  const [first] = own;
  if (!first) return false;
  const isBeside = ({ piece }: Tick): boolean => piece.box[0] > first.piece.box[2];
  const others = ticks.filter((tick) => !own.includes(tick) && isBeside(tick));
  return others.some(({ piece }) => {
    const column = straightest(
      others.filter(
        ({ piece: other }) => Math.abs(other.box[0] - piece.box[0]) < piece.region.height * 0.6,
      ),
    );
    const isSame = column.every(({ value, y }) =>
      own.some((tick) => tick.value === value && Math.abs(tick.y - y) < piece.region.height / 2),
    );
    return column.length >= minMarks && !isSame;
  });
}

/** "2.000" is two or two thousand. */
function isAmbiguous(ticks: readonly Tick[]): boolean {
  const large = ticks.filter(({ value }) => value !== 0);
  return large.length > 0 && large.every(({ piece }) => /\d\.000$/.test(piece.text));
}

/** A tick beside its label is read as a dash, and a lone zero as a letter. */
function tickValue(text: string): number | undefined {
  const bare = text.replace(/(?<=[\doO])\s?[-–—_.·]+$/u, '');
  return /^[oO][kKM%]?$/.test(bare) ? 0 : numberOf(bare);
}

/** The labels of a column that agree with a line; a stray number beside the axis is left out. */
function straightest(column: readonly Tick[]): readonly Tick[] {
  let best: readonly Tick[] = [];
  const ys = column.map(({ y }) => y);
  const span = Math.max(...ys) - Math.min(...ys);
  for (const [index, first] of column.entries()) {
    for (const second of column.slice(index + 1)) {
      if (Math.abs(first.y - second.y) < 4 || first.value === second.value) continue;
      const slope = (second.value - first.value) / (second.y - first.y);
      if (slope >= 0) continue;
      const near = column.filter(
        ({ y, value }) =>
          Math.abs(first.value + slope * (y - first.y) - value) <
          Math.abs(slope) * span * maxMisfit,
      );
      if (near.length > best.length) best = near;
    }
  }
  return best;
}

function calibrated(picture: Picture, ticks: readonly Tick[]): Axis | undefined {
  const left = Math.max(...ticks.map(({ piece }) => piece.box[2])) + 2;
  const right = picture.width - 1;
  const height = Math.max(...ticks.map(({ piece }) => piece.region.height));
  const lineAt = (y: number, reach: number): number | undefined =>
    gridlineNear(picture, y, reach, { left, right });
  const snapped = ticks.flatMap(({ value, y }): readonly Mark[] => {
    const line = lineAt(y, height * 0.45);
    return line === undefined ? [] : [[line, value]];
  });
  const marks = [...snapped, ...unlabelled(ticks, snapped, lineAt)];
  const values = [...ticks.map(({ value }) => value), ...marks.map(([, value]) => value)];
  const min = Math.min(...values);
  const max = Math.max(...values);
  const tight = marks.length >= minMarks ? fitLine(marks) : undefined;
  const isTight = tight !== undefined && tight.worst < (max - min) * 0.006;
  if (!isTight && ticks.length < minMarks) return undefined;
  const fit = isTight ? tight : fitLine(ticks.map(({ value, y }) => [y, value]));
  if (!fit || fit.slope >= 0 || fit.worst > (max - min) * maxMisfit) return undefined;
  const yOf = (value: number): number => (value - fit.offset) / fit.slope;
  return {
    valueAt: (y) => fit.offset + fit.slope * y,
    yOf,
    min,
    max,
    left,
    right,
    top: yOf(max),
    bottom: yOf(min),
    perPixel: -fit.slope,
    labels: new Set(ticks.map(({ piece }) => piece)),
  };
}

/** Gridlines whose label was not read: they stand exactly where the step of the others puts them. */
function unlabelled(
  ticks: readonly Tick[],
  snapped: readonly Mark[],
  lineAt: (y: number, reach: number) => number | undefined,
): readonly Mark[] {
  const values = ticks.map(({ value }) => value).toSorted((one, other) => one - other);
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const step = Math.min(...steps);
  if (snapped.length < 2 || !(step > 0)) return [];
  const lowest = values[0] ?? 0;
  const highest = values.at(-1) ?? 0;
  const found: Mark[] = [];
  const look = (value: number): boolean => {
    const fit = fitLine([...snapped, ...found]);
    const line = fit && lineAt((value - fit.offset) / fit.slope, 3.5);
    if (line !== undefined) found.push([line, value]);
    return line !== undefined;
  };
  const floor = lowest < 0 ? -Infinity : -step * 0.01;
  for (let value = lowest - step; value >= floor; value -= step) {
    if (!look(Math.abs(value) < step * 0.01 ? 0 : value)) break;
  }
  for (let value = highest + step; look(value); value += step);
  return found;
}

/** The middle of a thin line across the plot, in pixels from the top; undefined when there is none. */
function gridlineNear(
  picture: Picture,
  y: number,
  reach: number,
  { left, right }: { readonly left: number; readonly right: number },
): number | undefined {
  const share = (row: number): number => {
    let hits = 0;
    let total = 0;
    for (let x = left + 6; x < right; x += 3) {
      const here = colourAt(picture, x, row);
      const above = contrast(here, colourAt(picture, x, row - 4));
      const below = contrast(here, colourAt(picture, x, row + 4));
      if (above > 7 && below > 7) hits += 1;
      total += 1;
    }
    return total === 0 ? 0 : hits / total;
  };
  let sum = 0;
  let weight = 0;
  for (let row = Math.round(y - reach); row <= y + reach; row += 1) {
    const value = share(row);
    if (value < 0.22) continue;
    sum += (row + 0.5) * value;
    weight += value;
  }
  return weight === 0 ? undefined : sum / weight;
}
