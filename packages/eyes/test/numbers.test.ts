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
  ['GHpl6L3O1U= eyJ5JH0O0iTK', 'GHpl6L3O1U= eyJ5JH0O0iTK'],
  ['85O588, €O.99', '850588, €0.99'],
  ['2016-03-O3 O7:18:02', '2016-03-03 07:18:02'],
  ['flags & Ox1f', 'flags & 0x1f'],
  ['/l1On.json c0ffeeO Ob5f5a5', '/l10n.json c0ffee0 0b5f5a5'],
  ['step1Of4 feedOf addOne2', 'step1Of4 feedOf addOne2'],
  ['12 Oct, O2 and INFO', '12 Oct, O2 and INFO'],
  ['£3,205-53 and 3,033-95 €', '£3,205.53 and 3,033.95 €'],
  ['98.235-239.246:44838', '98.235.239.246:44838'],
  ['153-42-253-73 of 2016-03-12', '153-42-253-73 of 2016-03-12'],
  ['09.41:20.191 and 11:58.41.494', '09:41:20.191 and 11:58:41.494'],
  ['06:15:38.77O', '06:15:38.770'],
  ['220.174.3.222.48814', '220.174.3.222:48814'],
  ['£3.314.51 and 4.720.50 €', '£3,314.51 and 4,720.50 €'],
  ['10.0.12.34:80 and 192.168.10.22:22', '10.0.12.34:80 and 192.168.10.22:22'],
  ['02:15.37 and 22.04:80', '02:15.37 and 22.04:80'],
  ['1.234.56 at 12.30 and 1.2.3.4.5', '1.234.56 at 12.30 and 1.2.3.4.5'],
])(
  'A number has no letters and no spaces inside: %s is %s',
  { tags: ['f-eyes-confusables'] },
  (seen, meant) => {
    const glyphs = [...seen].map((char, at) => ({ char, probability: 0.99, x: at / 40 }));
    const settled = settleNumbers(glyphs);
    expect(settled.map(({ char }) => char).join('')).toBe(meant);
  },
);

it('Seconds are behind a colon where the reader may have seen one', () => {
  const glyphs = Array.from('12:34.56', (char, at) => ({ char, probability: 0.6, x: at / 8 }));
  const told = (rival: string): string =>
    settleNumbers(glyphs.map((glyph) => ({ ...glyph, rival: { char: rival, probability: 0.3 } })))
      .map(({ char }) => char)
      .join('');
  expect([told(':'), told(',')]).toEqual(['12:34:56', '12:34.56']);
});
