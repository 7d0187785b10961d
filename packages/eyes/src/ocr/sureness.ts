// How surely a line was read: by its least sure character. Where the reader doubts, it is not as often wrong: a zero in a key that looks a little like an O
// is one in two, a letter that looks a little like a quite different one is what it seems, and a space says nothing about the words. Fitted to 205 drawn pages.
import { isOneShape } from './alphabets.ts';
import type { Glyph } from './recogniser.ts';

/** In a key nothing else tells these apart. */
const lookAlikes = /[O0lI1|]/u;
const inKeys = 0.25;
/** The reader is right more often than it thinks where the rival is no look-alike. */
const elsewhere = 0.12;
const key = /(?=[A-Za-z\d]*\d|[A-Za-z\d]+[A-Z])(?=[A-Za-z\d]*[a-zA-Z])[A-Za-z\d]{5,}/gu;
const marks = /[\p{Pd}\p{Pi}\p{Pf}'"()[\]]/u;

/** From 0 to 1. */
export function weakestOf(glyphs: readonly Glyph[]): number {
  const text = glyphs.map(({ char }) => char).join('');
  const keys = [...text.matchAll(key)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  let weakest = 1;
  for (const [at, glyph] of glyphs.entries()) {
    const { char, rival } = glyph;
    if (char === ' ') continue;
    const probability = glyph.probability + (isSettled(glyph) ? (rival?.probability ?? 0) : 0);
    const isInKey = keys.some(({ from, to }) => at >= from && at < to);
    const isAlike = rival !== undefined && lookAlikes.test(rival.char) && lookAlikes.test(char);
    const change = isAlike && isInKey ? -inKeys : isKin(glyph) ? 0 : elsewhere;
    weakest = Math.min(weakest, Math.max(0, probability + change));
  }
  return weakest;
}

/** The line has decided between the two: one is the other, or the same shape in another alphabet. */
function isSettled({ char, rival }: Glyph): boolean {
  return rival !== undefined && (rival.char === char || isOneShape(rival.char, char));
}

/** One of two that are often taken for each other: signs of one class, or one letter with other accents. */
function isKin({ char, rival }: Glyph): boolean {
  if (rival === undefined) return true;
  if (marks.test(char)) return marks.test(rival.char);
  const base = (letter: string): string => letter.normalize('NFD').slice(0, 1).toLowerCase();
  return base(char) === base(rival.char);
}
