import { expect, it } from 'vitest';
import { settleNumbers } from '../src/ocr/numbers.ts';

it.each([
  ['100. 70. 108. 179: 53898', '100.70.108.179:53898'],
  ['20: 59:24.740 INFO', '20:59:24.740 INFO'],
  ['v11. 19. 53-rc.1', 'v11.19.53-rc.1'],
  ['5O95O', '50950'],
  ['2Ok of 6OOk', '20k of 600k'],
  ['Chapter 1: 20 pages', 'Chapter 1: 20 pages'],
  ['1. 2. 3. Go', '1. 2. 3. Go'],
  ['INFO ROOM 4OA', 'INFO ROOM 4OA'],
])(
  'A number has no letters and no spaces inside: %s is %s',
  { tags: ['f-eyes-confusables'] },
  (seen, meant) => {
    const glyphs = [...seen].map((char, at) => ({ char, probability: 0.99, x: at / 40 }));
    const settled = settleNumbers(glyphs);
    expect(settled.map(({ char }) => char).join('')).toBe(meant);
  },
);
