// Columns of prose are read one after the other. A gutter is a band that no text crosses over several rows; it parts the page
// where the lines on both sides fill their column as prose does, or where they do not stand on common base lines. Labels
// beside values and cells of tables fill nothing and share their base lines: they stay rows.
import type { TextLine } from '../ocr/text-line.ts';
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
      const parts = partedAt(piece, middle);
      if (!parts) return undefined;
      left.push(parts[0]);
      right.push(parts[1]);
    }
  }
  return [left, right];
}

function partedAt(piece: TextLine, x: number): readonly [TextLine, TextLine] | undefined {
  const { characters, box, region } = piece;
  const seen = characters.filter(({ char }) => char !== ' ');
  const at = seen.findIndex((character) => box[0] + character.x > x);
  const [before, after] = [seen[at - 1], seen[at]];
  if (region.angle !== 0 || !before || !after || after.x - before.x < region.height)
    return undefined;
  const reach = region.height * 0.4;
  return [
    cutOut(piece, 0, before.x + reach),
    cutOut(piece, Math.max(before.x + reach, after.x - reach), region.width),
  ];
}

function cutOut(piece: TextLine, from: number, to: number): TextLine {
  const { box, region } = piece;
  const characters = piece.characters
    .filter(({ x }) => x >= from && x <= to)
    .map((character) => ({ ...character, x: character.x - from }));
  const text = characters.map(({ char }) => char).join('');
  const left = box[0] + from;
  return {
    ...piece,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    characters,
    weakest: Math.min(1, ...characters.map(({ probability }) => probability)),
    box: [left, box[1], box[0] + to, box[3]],
    region: {
      ...region,
      width: to - from,
      centre: { ...region.centre, x: left + (to - from) / 2 },
    },
  };
}

function isProse(rows: readonly Row[]): boolean {
  const pieces = rows.flat();
  if (rows.length < minRows || pieces.length > rows.length * 1.5) return false;
  const widths = pieces.map(({ region }) => region.width);
  const isLong = middleOf(pieces.map(({ text }) => text.length)) >= proseChars;
  return isLong && middleOf(widths) >= Math.max(...widths) * proseFill;
}

/** Most pieces of one side have none beside them on their own base line. */
function isOffBase(left: readonly Row[], right: readonly Row[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const isShort = [left, right].some(
    (rows) => middleOf(rows.flat().map(({ text }) => text.length)) < ownChars,
  );
  if (few.length < ownRows || isShort) return false;
  const bases = many.flat().map(({ region }) => region.centre.y);
  const off = few.filter((row) => {
    const [first] = row;
    if (!first) return false;
    const { centre, height } = first.region;
    return !bases.some((base) => Math.abs(base - centre.y) < height * offBase);
  });
  return off.length > few.length * 0.6;
}

function heightOf(row: Row): number {
  return Math.max(0, ...row.map(({ region }) => region.height));
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
