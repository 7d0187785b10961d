import { expect, it } from 'vitest';
import { settleContext } from '../src/ocr/context.ts';

it.each([
  ['in “file name" were', 'in “file name” were'],
  ['in “file name“ were', 'in “file name” were'],
  ['sagte „so“ und ging', 'sagte „so“ und ging'],
  ['a 5" disk and "x"', 'a 5" disk and "x"'],
  ['iAtención! Añada más', '¡Atención! Añada más'],
  ['Su iPhone está aquí', 'Su iPhone está aquí'],
  ['an iPad and iOther', 'an iPad and iOther'],
  ["úpěl ď'ábelské ódy", 'úpěl ďábelské ódy'],
  ['città è cosi di lunedi.', 'città è così di lunedì.'],
  ['Cosi fan tutte', 'Cosi fan tutte'],
])('A line says what its signs are: %s is %s', { tags: ['f-eyes-confusables'] }, (text, meant) => {
  const glyphs = [...text].map((char, at) => ({ char, probability: 0.9, x: at / 40 }));
  expect(
    settleContext(glyphs)
      .map(({ char }) => char)
      .join(''),
  ).toBe(meant);
});

it('A cross that may be a multiplication sign is one', { tags: ['f-eyes-confusables'] }, () => {
  const cross = (probability: number): string | undefined =>
    settleContext([{ char: '✕', probability: 0.8, rival: { char: '×', probability }, x: 0 }])[0]
      ?.char;
  expect([cross(0.2), cross(0.01)]).toEqual(['×', '✕']);
});

it(
  'A word of one letter that may be a tick is one, and in a word it is a letter',
  { tags: ['f-eyes-confusables'] },
  () => {
    const read = (text: string, rival: string): string => {
      const glyphs = [...text].map((char, x) => ({
        char,
        probability: 0.9,
        rival: { char: rival, probability: 0.1 },
        x,
      }));
      return settleContext(glyphs)
        .map(({ char }) => char)
        .join('');
    };
    expect(read('saved v', '✓')).toBe('saved ✓');
    expect(read('saved v', 'u')).toBe('saved v');
  },
);
