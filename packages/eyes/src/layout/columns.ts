// Columns of prose are read one after the other. A gutter is a band that no text crosses over several rows; it parts the page
// where the lines on both sides fill their column as prose does, or where they do not stand on common base lines. Labels
// beside values and cells of tables fill nothing and share their base lines: they stay rows.
import { median } from '../median.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { partedAt } from './part.ts';
import type { Row } from './rows.ts';

/** In heights of the text beside it. */
const minGutter = 0.3;
const minRows = 3;
/** Prose has lines of this many characters, and most of them reach this share of the longest. */
const proseChars = 18;
const proseFill = 0.7;
/** So many lines of so many characters show that two sides keep base lines of their own; ticks of an axis are shorter. */
const ownRows = 5;
const ownChars = 5;
/** Base lines that are farther apart than this, in heights, are not common. */
const offBase = 0.2;
/** Two sides with lines of other heights meet now and then: by chance up to half of the shorter side's. */
const minOff = 0.4;

interface Band {
  readonly left: number;
  readonly right: number;
}

interface Gutter {
  readonly start: number;
  readonly end: number;
  readonly left: readonly Row[];
  readonly right: readonly Row[];
}

/** Parts of the page in reading order; one part where no gutter is found. */
export function columnsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  for (const [at, row] of rows.entries()) {
    for (const [index, piece] of row.entries()) {
      const next = row[index + 1];
      const gutter = next && gutterAt(rows, at, { left: piece.box[2], right: next.box[0] });
      if (!gutter) continue;
      const { start, end, left, right } = gutter;
      const before = rows.slice(0, start);
      return [
        ...(before.length > 0 ? [before] : []),
        ...columnsOf(left),
        ...columnsOf(right),
        ...(end < rows.length ? columnsOf(rows.slice(end)) : []),
      ];
    }
  }
  return [rows];
}

/** From the row that shows the gap, up and down as far as it stays open. */
function gutterAt(rows: readonly Row[], at: number, gap: Band): Gutter | undefined {
  const height = heightOf(rows[at] ?? []);
  const least = height * minGutter;
  if (gap.right - gap.left < least) return undefined;
  let band = gap;
  const halves = new Map<number, readonly [Row, Row]>();
  const take = (index: number): boolean => {
    const parts = halved(rows[index] ?? [], band);
    if (!parts) return false;
    const [left, right] = parts;
    const next = {
      left: Math.max(band.left, ...left.map(({ box }) => box[2])),
      right: Math.min(band.right, ...right.map(({ box }) => box[0])),
    };
    if (next.right - next.left < least) return false;
    band = next;
    halves.set(index, parts);
    return true;
  };
  let start = at;
  let end = at;
  while (end < rows.length && take(end)) end += 1;
  while (start > 0 && take(start - 1)) start -= 1;
  const pairs = Array.from({ length: end - start }, (_, index) => halves.get(start + index));
  const left = pairs.flatMap((pair) => (pair && pair[0].length > 0 ? [pair[0]] : []));
  const right = pairs.flatMap((pair) => (pair && pair[1].length > 0 ? [pair[1]] : []));
  const isApart = (isProse(left) && isProse(right)) || isOffBase(left, right);
  return isApart ? { start, end, left, right } : undefined;
}

/** What stands left and right of a band; a piece across it is parted where its characters leave it open. */
function halved(row: Row, band: Band): readonly [Row, Row] | undefined {
  const middle = (band.left + band.right) / 2;
  const left: TextLine[] = [];
  const right: TextLine[] = [];
  for (const piece of row) {
    if (piece.box[2] <= middle) left.push(piece);
    else if (piece.box[0] >= middle) right.push(piece);
    else {
      const parts = partedAt(piece, middle, piece.region.height);
      if (!parts) return undefined;
      left.push(parts[0]);
      right.push(parts[1]);
    }
  }
  return [left, right];
}

function isProse(rows: readonly Row[]): boolean {
  const pieces = rows.flat();
  if (rows.length < minRows || pieces.length > rows.length * 1.5) return false;
  const widths = pieces.map(({ region }) => region.width);
  const isLong = median(pieces.map(({ text }) => text.length)) >= proseChars;
  return isLong && median(widths) >= Math.max(...widths) * proseFill;
}

/** Most pieces of one side have none beside them on their own base line. */
function isOffBase(left: readonly Row[], right: readonly Row[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const lengthOf = (row: Row): number => row.reduce((sum, { text }) => sum + text.length, 0);
  const isShort = [left, right].some((rows) => median(rows.map(lengthOf)) < ownChars);
  if (few.length < ownRows || isShort) return false;
  const bases = many.flat().map(({ region }) => region.centre.y);
  const off = few.filter((row) => {
    const [first] = row;
    if (!first) return false;
    const { centre, height } = first.region;
    return !bases.some((base) => Math.abs(base - centre.y) < height * offBase);
  });
  return off.length > few.length * minOff;
}

function heightOf(row: Row): number {
  return Math.max(0, ...row.map(({ region }) => region.height));
}
