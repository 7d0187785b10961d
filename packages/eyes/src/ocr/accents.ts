// Accents that the default recogniser does not know are put on its letters where another one saw them at the same place.
// Nothing but the accent changes: the letters, the spaces and the signs stay as they were read.
import type { Glyph, Reading } from './recogniser.ts';

/** Both networks look at slices of eight columns. */
const reachPx = 13;
/** Measured on drawn lines: an acute below this was a grave, a circumflex or a diaeresis half of the time. */
const sureAccent = 0.9;
/** Umlauts and ß were right more often: of the drawn lines only a grave u was taken for one. */
const umlauts = 'äöüÄÖÜß';
const sureUmlaut = 0.6;

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ['ß', 'Bβ'],
  ['ø', 'o'],
  ['Ø', 'O0'],
  ['ł', 'lt'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'iIl1'],
  ['ì', 'il'],
  ['í', 'il'],
  ['î', 'il'],
  ['ï', 'il'],
]);

/** The same reading when there is nothing to put on. */
export function withAccents(seen: Reading, other: Reading): Reading {
  const accented = other.glyphs.filter(
    (glyph) => lettersUnder(glyph.char) !== '' && isSureAccent(glyph),
  );
  if (accented.length === 0) return seen;
  const glyphs = [...seen.glyphs];
  for (const accent of accented) {
    const under = lettersUnder(accent.char);
    let nearest: number | undefined;
    for (const [at, { char, x }] of glyphs.entries()) {
      if (char === '' || !under.includes(char)) continue;
      const distance = Math.abs(x - accent.x);
      const rival =
        nearest === undefined ? reachPx : Math.abs((glyphs[nearest]?.x ?? 0) - accent.x);
      if (distance < rival) nearest = at;
    }
    const letter: Glyph | undefined = nearest === undefined ? undefined : glyphs[nearest];
    if (nearest !== undefined && letter)
      glyphs[nearest] = { ...letter, char: accent.char, probability: accent.probability };
  }
  return { ...seen, glyphs };
}

export function isSureAccent({ char, probability }: Glyph): boolean {
  return probability >= (umlauts.includes(char) ? sureUmlaut : sureAccent);
}

/** What is left of a letter without its accent; empty for everything that has none. */
function lettersUnder(char: string): string {
  const alike = lookAlikes.get(char);
  if (alike !== undefined) return alike;
  const bare = char.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare === char || !/^[A-Za-z]$/.test(bare) ? '' : bare;
}
