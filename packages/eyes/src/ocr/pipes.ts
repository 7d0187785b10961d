// A lone upright stroke is a pipe when it is taller than the letters of its line: `I`, `l` and `1` never are.
import { rowsSpanned, type Ink } from './ink.ts';
import type { Glyph } from './recogniser.ts';

const uprights = new Set('Il1|丨｜');
const tallLetters = /[A-HJ-Z02-9bdfhk]/;
const taller = 1.16;

export function tellPipes(glyphs: readonly Glyph[], ink: Ink): readonly Glyph[] {
  const spans = glyphs
    .filter(({ char }) => tallLetters.test(char))
    .map(({ x }) => rowsSpanned(ink, x))
    .toSorted((a, b) => a - b);
  const usual = spans[Math.floor(spans.length / 2)];
  if (usual === undefined || spans.length < 3) return glyphs;
  return glyphs.map((glyph, at) => {
    const alone = (glyphs[at - 1]?.char ?? ' ') === ' ' && (glyphs[at + 1]?.char ?? ' ') === ' ';
    const lone = uprights.has(glyph.char) && glyph.char !== '|' && alone;
    return lone && rowsSpanned(ink, glyph.x) > usual * taller ? { ...glyph, char: '|' } : glyph;
  });
}
