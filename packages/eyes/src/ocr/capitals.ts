// Letters whose capital has the same shape are told apart by their height: in a word of capitals, one that is as tall as the
// others is a capital itself ("INFo", "wARN"). A true small letter ("vCPU", "URLs") is lower and stays. Words with any other
// small letter are left alone: an accent makes a small letter tall.
import { rowsSpanned, type Ink } from './ink.ts';
import type { Glyph } from './recogniser.ts';

const sameShape = new Set('coswvxz');
const letter = /\p{L}/u;
const capital = /[A-Z]/;
/** Small letters are at most four fifths as tall as capitals in the fonts of screens. */
const asTall = 0.91;
/** Columns to both sides that are certainly of the same letter. */
const reachPx = 3;
const minCapitals = 2;

export function tellCapitals(glyphs: readonly Glyph[], ink: Ink): readonly Glyph[] {
  const result = [...glyphs];
  for (const word of wordsOf(glyphs)) {
    const capitals = word.filter((at) => capital.test(glyphs[at]?.char ?? ''));
    const suspects = word.filter((at) => sameShape.has(glyphs[at]?.char ?? ''));
    const isShouted = capitals.length + suspects.length === word.length;
    if (suspects.length === 0 || !isShouted || capitals.length < minCapitals) continue;
    const spanAt = (at: number): number => rowsSpanned(ink, glyphs[at]?.x ?? 0, reachPx);
    const spans = capitals.map(spanAt).toSorted((a, b) => a - b);
    const usual = spans[Math.floor(spans.length / 2)] ?? Infinity;
    for (const at of suspects) {
      const glyph = glyphs[at];
      if (glyph && spanAt(at) >= usual * asTall)
        result[at] = { ...glyph, char: glyph.char.toUpperCase() };
    }
  }
  return result;
}

/** Runs of letters, as places in the line. */
function wordsOf(glyphs: readonly Glyph[]): readonly (readonly number[])[] {
  const words: number[][] = [];
  let word: number[] | undefined;
  for (const [at, { char }] of glyphs.entries()) {
    if (!letter.test(char)) word = undefined;
    else if (word) word.push(at);
    else words.push((word = [at]));
  }
  return words;
}
