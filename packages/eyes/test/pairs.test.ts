import { expect, test } from 'vitest';
import { pairsOf } from '../src/layout/pairs.ts';
import { lineOf, type VisualLine } from '../src/layout/visual-line.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

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

test('a long label that comes near to its value is parted from it where the other values stand', () => {
  const words = (text: string, left: number): TextLine => ({
    text,
    characters: [],
    region: {
      centre: { x: left + text.length * 4, y: 35 },
      width: text.length * 8,
      height: 18,
      angle: 0,
    },
    box: [left, 26, left + text.length * 8, 44],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  });
  const near = [
    lineOf([words('A loaf that has a very long name on the bill', 0), words('6.40', 468)]),
  ];
  expect(textsOf([row('Bread', '2.10', 0), near])).toEqual([
    [
      ['Bread', '2.10'],
      ['A loaf that has a very long name on the bill', '6.40'],
    ],
  ]);
  expect(textsOf([near, near])).toEqual([]);
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
