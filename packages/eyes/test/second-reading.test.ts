import { describe, expect, it } from 'vitest';
import { withAccents } from '../src/ocr/accents.ts';
import { settleKana } from '../src/ocr/kana.ts';
import type { Glyph, Reading } from '../src/ocr/recogniser.ts';

function readingOf(text: string, probability = 0.99, stepPx = 20): Reading {
  const glyphs = [...text].map((char, at): Glyph => {
    const x = at * stepPx + 10;
    return { char, probability, x, rival: '', rivalProbability: 0, spaceBefore: 0 };
  });
  return { glyphs, slices: [] };
}

function textOf({ glyphs }: { readonly glyphs: readonly Glyph[] }): string {
  return glyphs.map(({ char }) => char).join('');
}

describe('Accents of another reading', () => {
  it.each([
    ['zuruck', 'zurück', 0.7, 'zurück'],
    ['StraBe', 'Straße', 0.7, 'Straße'],
    ['Noel', 'Noél', 0.8, 'Noel'],
    ['cafe', 'café', 0.95, 'café'],
    // A letter that is not the one under the accent stays.
    ['cafx', 'café', 0.95, 'cafx'],
    // What the default recogniser spelled itself stays.
    ['ändern', 'ándern', 0.99, 'ändern'],
    // Nothing but accents crosses over.
    ['a|b', 'aIb', 0.99, 'a|b'],
    ['', 'ü', 0.99, ''],
  ])('%s, seen as %s with %s, is read as %s', (seen, other, probability, expected) => {
    expect(textOf(withAccents(readingOf(seen), readingOf(other, probability)))).toBe(expected);
  });

  it('are not put on a letter at another place', () => {
    expect(textOf(withAccents(readingOf('uuu', 0.99, 60), readingOf('xxü', 0.99, 17)))).toBe('uuu');
  });
});

describe('Kana that look the same in both syllabaries', () => {
  it.each([
    ['つかリます', 'つかります'],
    ['ヘや', 'へや'],
    ['アメりカ', 'アメリカ'],
    ['タワーへよう', 'タワーへよう'],
    ['リ', 'リ'],
    ['日リ本', '日リ本'],
  ])('%s is %s', (seen, expected) => {
    expect(textOf({ glyphs: settleKana(readingOf(seen).glyphs) })).toBe(expected);
  });
});
