import { expect, test } from 'vitest';
import { pageOf } from '../src/layout/page.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

/** A piece of text whose characters have the widths that `pitch` gives. */
function piece(text: string, left: number, top: number, pitch: (char: string) => number): TextLine {
  let width = 0;
  const characters = [...text].map((char) => {
    const x = width + pitch(char) / 2;
    width += pitch(char);
    return { char, probability: 1, x };
  });
  return {
    text,
    characters,
    region: { centre: { x: left + width / 2, y: top + 9 }, width, height: 18, angle: 0 },
    box: [left, top, left + width, top + 18],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

const fixed = (): number => 8;
const proportional = (char: string): number =>
  /[iljt.,' ]/.test(char) ? 4 : /[mwMW]/.test(char) ? 12 : 8;
const blocksOf = (pieces: readonly TextLine[]) => pageOf(pieces, []).blocks;

test('in a listing a row is one line, with its columns, however far apart its words stand', () => {
  const goods = [
    ['Rye bread of the day', '3.15'],
    ['Tomatoes, 600 g', '1.98'],
    ['Coffee beans from Peru', '12.90'],
  ] as const;
  const rows = goods.flatMap(([name, price], at) => [
    piece(name, 0, at * 24, fixed),
    piece(price, 400, at * 24, fixed),
  ]);
  expect(blocksOf(rows)).toMatchObject([
    { type: 'code', text: goods.map(([name, price]) => name.padEnd(50) + price) },
  ]);
});

test('lines of prose that are equally long are not taken for a fixed pitch', () => {
  const lines = [
    'mammals will thrill minimal wanderers',
    'little millstones will wallow in mills',
    'with immediate illwill, Wilhelm writes',
  ];
  const pieces = lines.map((text, at) => piece(text, 0, at * 24, proportional));
  const pitches = pieces.map(({ region, text }) => region.width / text.length);
  expect(Math.max(...pitches) / Math.min(...pitches)).toBeLessThan(1.2);
  expect(blocksOf(pieces)).toMatchObject([{ type: 'text' }]);
});

test(
  'a sidebar is read before the code beside it, line numbers and all',
  { tags: ['f-eyes-columns'] },
  () => {
    const files = [
      'EXPLORER',
      'app.tsx',
      'format.ts',
      'index.css',
      'main.tsx',
      'router.ts',
      'store.ts',
    ];
    const code = [
      'import { round } from "math";',
      '',
      'export function price(cents) {',
      '  const amount = round(cents);',
      '  if (amount > 0) {',
      '    return amount;',
      '  }',
      '}',
    ];
    const sidebar = files.map((name, at) => piece(name, 10, at * 24, proportional));
    const listing = code.flatMap((text, at) => [
      piece(String(at + 1), 200, at * 20, fixed),
      ...(text === ''
        ? []
        : [
            piece(
              text.trimStart(),
              240 + (text.length - text.trimStart().length) * 8,
              at * 20,
              fixed,
            ),
          ]),
    ]);
    const [first, second, ...more] = blocksOf([...sidebar, ...listing]);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ type: 'text', lines: files.map((text) => ({ text })) });
    expect(second).toMatchObject({
      type: 'code',
      text: code.map((text, at) => `${at + 1}    ${text}`.trimEnd()),
    });
  },
);
