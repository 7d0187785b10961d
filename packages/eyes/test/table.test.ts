import { expect, test } from 'vitest';
import { tablesOf } from '../src/layout/table.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

/** A cell of 60 by 16 pixels in a column and a row of a grid. */
function cell(column: number, row: number): TextLine {
  const [left, top] = [column * 100, row * 30];
  return {
    text: `${column}${row}`,
    characters: [],
    region: {
      centre: { x: left + 30, y: top + 8 },
      width: 60,
      height: 16,
      angle: 0,
    },
    box: [left, top, left + 60, top + 16],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

function rows(...columns: readonly (readonly number[])[]) {
  return columns.map((present, row) => present.map((column) => cell(column, row)));
}

test('cells that share columns are a table when three in five of its cells are filled, and not below', () => {
  expect(tablesOf(rows([0, 1, 2], [2, 3, 4], [0, 2, 4]))).toMatchObject([
    {
      rows: [
        ['00', '10', '20', '', ''],
        ['', '', '21', '31', '41'],
        ['02', '', '22', '', '42'],
      ],
    },
  ]);
  expect(tablesOf(rows([0, 1, 2], [3, 4, 5], [0, 2, 4]))).toEqual([]);
});

test('two rows, or two columns, are no table', () => {
  expect(tablesOf(rows([0, 1, 2], [0, 1, 2]))).toEqual([]);
  expect(tablesOf(rows([0, 1], [0, 1], [0, 1]))).toEqual([]);
  expect(tablesOf(rows([0, 1, 2], [0, 1, 2], [0, 1, 2]))).toHaveLength(1);
});

test('a row with few cells in the columns of full ones is of the same table', () => {
  const week = [0, 1, 2, 3, 4, 5, 6];
  const month = rows(week, week, week, [0, 1]);
  expect(tablesOf(month)).toMatchObject([{ rows: { length: 4 } }]);
  expect(tablesOf(rows(week, week, week, [1], week))).toMatchObject([{ rows: { length: 5 } }]);
  expect(tablesOf(rows(week, week, week, [1]))).toMatchObject([{ rows: { length: 3 } }]);
});

test('two cells under cards do not make a table of them', () => {
  const [cards, values] = rows([0, 2, 4], [0, 2, 4]);
  const pair = rows([], [], [0, 3], [0, 3]).slice(2);
  expect(tablesOf([cards ?? [], values ?? [], ...pair])).toEqual([]);
});
