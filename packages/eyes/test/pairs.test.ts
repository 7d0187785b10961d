import { expect, test } from 'vitest';
import { pairsOf } from '../src/layout/pairs.ts';
import type { VisualLine } from '../src/layout/visual-line.ts';

function line(text: string, left: number, top: number, height = 18): VisualLine {
  return {
    text,
    pieces: [],
    box: [left, top, left + text.length * 8, top + height],
    confidence: 1,
  };
}

/** Values end at one edge. */
const row = (label: string, value: string, top: number): readonly VisualLine[] => [
  line(label, 0, top),
  line(value, 500 - value.length * 8, top),
];

const textsOf = (rows: readonly (readonly VisualLine[])[]): unknown =>
  pairsOf(rows).map((run) => run.map((pair) => pair.map(({ text }) => text)));

test('a label and the value beside it are told together', { tags: ['f-eyes-pairs'] }, () => {
  const rows = [[line('Account', 0, 0, 30)], row('Plan', 'Team', 40), row('Seats', '12 of 40', 66)];
  expect(textsOf(rows)).toEqual([
    [
      ['Plan', 'Team'],
      ['Seats', '12 of 40'],
    ],
  ]);
});

test('what begins elsewhere, is far below or larger, or stands alone, is no pair', () => {
  expect(textsOf([row('Plan', 'Team', 0)])).toEqual([]);
  expect(textsOf([row('Plan', 'Team', 0), row('Seats', '12', 200)])).toEqual([]);
  const cards = [
    [line('Visitors', 0, 0), line('Revenue', 300, 0)],
    [line('1,284', 0, 26, 32), line('9,771', 300, 26, 32)],
  ];
  expect(textsOf(cards)).toEqual([]);
  const scattered = [row('Plan', 'Team', 0), [line('Seats', 60, 26), line('12', 300, 26)]];
  expect(textsOf(scattered)).toEqual([]);
});
