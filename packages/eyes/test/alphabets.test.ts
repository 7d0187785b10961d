import { expect, it } from 'vitest';
import { settleAlphabets } from '../src/ocr/alphabets.ts';

it.each([
  ['Keу', 'Key'],
  ['СОМ port', 'COM port'],
  ['Cохранить как', 'Сохранить как'],
  ['Сохранить COM3', 'Сохранить СОМ3'],
  ['µικρό', 'μικρό'],
  ['12 µs', '12 µs'],
  ['Ωmega Α', 'Ωmega A'],
  ['plain words', 'plain words'],
])(
  'Letters of one shape are of the alphabet of their word, or of its line: %s is %s',
  (seen, meant) => {
    const glyphs = [...seen].map((char, at) => ({ char, probability: 0.99, x: at / 20 }));
    expect(
      settleAlphabets(glyphs)
        .map(({ char }) => char)
        .join(''),
    ).toBe(meant);
  },
);
