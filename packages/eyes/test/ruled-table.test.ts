import { expect, test } from 'vitest';
import { pageOf } from '../src/layout/page.ts';
import { ruledTables } from '../src/layout/ruled-table.ts';
import { gridsOf } from '../src/layout/rulings.ts';
import type { TextLine } from '../src/ocr/text-line.ts';
import { emptyPicture, type Picture } from '../src/pixels/picture.ts';

/** Words of 7 px a character and 16 px in height, whose left end and middle are given. */
function word(text: string, left: number, middle: number): TextLine {
  const width = text.length * 7;
  return {
    text,
    characters: [...text].map((char, at) => ({ char, probability: 1, x: at * 7 + 3.5 })),
    region: { centre: { x: left + width / 2, y: middle }, width, height: 16, angle: 0 },
    box: [left, middle - 8, left + width, middle + 8],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

const edges = { xs: [20, 120, 220, 320], ys: [40, 80, 120, 160] };

/** A grid of grey lines on white, one pixel wide. */
function ruled({
  xs,
  ys,
}: {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}): Picture {
  const picture = emptyPicture(360, 220);
  picture.data.fill(255);
  const dot = (x: number, y: number): void => {
    picture.data.fill(205, (y * 360 + x) * 3, (y * 360 + x) * 3 + 3);
  };
  for (const x of xs) for (let y = ys[0] ?? 0; y <= (ys.at(-1) ?? 0); y += 1) dot(x, y);
  for (const y of ys) for (let x = xs[0] ?? 0; x <= (xs.at(-1) ?? 0); x += 1) dot(x, y);
  return picture;
}

const near = (found: readonly number[], wanted: readonly number[]): boolean =>
  found.length === wanted.length &&
  found.every((at, index) => Math.abs(at - (wanted[index] ?? 0)) < 3);

test('lines that cross each other are a grid, also where only the inner ones are drawn', () => {
  const [whole] = gridsOf(ruled(edges));
  expect(whole && near(whole.xs, edges.xs) && near(whole.ys, edges.ys)).toBe(true);
  expect(gridsOf(ruled({ xs: [20], ys: [40, 160] }))).toEqual([]);
  expect(gridsOf(ruled({ xs: [20, 320], ys: [40, 160] }))).toEqual([]);
});

test(
  'a ruled table is one table with its head, its empty cells and cells of two lines',
  { tags: ['f-eyes-tables'] },
  () => {
    const pieces = [
      word('May', 20, 8),
      word('Mon', 24, 28),
      word('Tue', 124, 28),
      word('Wed', 224, 28),
      word('1', 124, 50),
      word('2', 224, 50),
      word('Dentist', 226, 68),
      word('3', 24, 90),
      // Two cells that were found as one piece.
      word('4             5', 124, 90),
      word('6', 24, 130),
      word('below', 24, 190),
    ];
    const { blocks, lines } = pageOf(pieces, gridsOf(ruled(edges)));
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'table', 'text']);
    expect(blocks.flatMap((block) => (block.type === 'table' ? [block.table.rows] : []))).toEqual([
      [
        ['Mon', 'Tue', 'Wed'],
        ['', '1', '2 Dentist'],
        ['3', '4', '5'],
        ['6', '', ''],
      ],
    ]);
    expect(lines.map(({ text }) => text)).toContain('Dentist');
  },
);

test('a grid is a table when at least six of its cells, and a quarter of them, have words', () => {
  const lines = (count: number): readonly number[] =>
    Array.from({ length: count + 1 }, (_, index) => 20 + index * 50);
  const isTable = (columns: number, rows: number, filled: number): boolean => {
    const words = Array.from({ length: filled }, (_, index) =>
      word('x', 40 + (index % columns) * 50, 45 + Math.floor(index / columns) * 50),
    );
    return ruledTables([{ xs: lines(columns), ys: lines(rows) }], words).tables.length > 0;
  };
  expect(isTable(3, 3, 5)).toBe(false);
  expect(isTable(3, 3, 6)).toBe(true);
  expect(isTable(6, 4, 6)).toBe(true);
  expect(isTable(5, 5, 6)).toBe(false);
  expect(isTable(5, 5, 7)).toBe(true);
});

test('a grid without words, such as that of a plot, and frames around prose are no table', () => {
  const grids = gridsOf(ruled(edges));
  const labels = [word('0', 2, 160), word('50', 2, 40), word('one', 60, 100)];
  expect(ruledTables(grids, labels).tables).toEqual([]);
  const prose = edges.xs
    .slice(0, 3)
    .flatMap((left) =>
      [48, 56, 64, 72, 88, 96, 104, 112, 128, 136, 144, 152].map((middle) =>
        word('some text', left + 6, middle),
      ),
    );
  expect(ruledTables(grids, prose).tables).toEqual([]);
});

test(
  'a frame around one cell and a longer line above do not break a sheet',
  { tags: ['f-eyes-tables'] },
  () => {
    const picture = ruled(edges);
    const dot = (x: number, y: number, grey: number): void => {
      picture.data.fill(grey, (y * 360 + x) * 3, (y * 360 + x) * 3 + 3);
    };
    for (let x = 0; x < 360; x += 1) dot(x, 36, 205);
    for (let x = 119; x <= 221; x += 1) for (const y of [80, 81, 119, 120]) dot(x, y, 40);
    for (let y = 119; y <= 161; y += 1) for (const x of [120, 121, 219, 220]) dot(x, y, 40);
    const columns = gridsOf(picture).map(({ xs }) => xs);
    expect(columns.some((xs) => near(xs, edges.xs))).toBe(true);
  },
);
