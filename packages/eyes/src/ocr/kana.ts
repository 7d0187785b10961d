// Some kana look the same in both syllabaries. A word is written in one of them, so its neighbours decide.
import type { Glyph } from './recogniser.ts';

const hiragana = 'へべぺり';
const katakana = 'ヘベペリ';
const inHiragana = /\p{Script=Hiragana}/u;
const inKatakana = /[\p{Script=Katakana}ー]/u;

export function settleKana(glyphs: readonly Glyph[]): readonly Glyph[] {
  return glyphs.map((glyph, at) => {
    const index = Math.max(hiragana.indexOf(glyph.char), katakana.indexOf(glyph.char));
    if (index < 0) return glyph;
    const beside = [glyphs[at - 1], glyphs[at + 1]].flatMap((near) => (near ? [near.char] : []));
    const all = (script: RegExp): boolean =>
      beside.length > 0 && beside.every((char) => script.test(char));
    const settled = all(inHiragana)
      ? hiragana[index]
      : all(inKatakana)
        ? katakana[index]
        : undefined;
    return settled === undefined ? glyph : { ...glyph, char: settled };
  });
}
