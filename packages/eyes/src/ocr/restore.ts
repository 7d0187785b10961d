// Puts back what the recogniser dropped and the pixels show: characters over ink that no glyph explains (runs of dashes,
// braces, quotes), and spaces over gaps that are too wide to lie inside a word.
import { lineHeightPx } from './crop.ts';
import type { Ink } from './ink.ts';
import type { Glyph, Reading, Slice } from './recogniser.ts';

/** Characters that come in runs, and whose neighbours the network therefore merges. */
const runs = new Set('-_=.*#~+');
const minRestored = 0.2;
const minStrokePx = 2;

interface Stroke {
  readonly from: number;
  readonly to: number;
}

/** Runs of columns with ink. */
function strokesOf({ columns }: Ink, level: number): readonly Stroke[] {
  const strokes: Stroke[] = [];
  let from = -1;
  for (let x = 0; x <= columns.length; x += 1) {
    const inked = x < columns.length && (columns[x] ?? 0) > level;
    if (inked && from < 0) from = x;
    if (!inked && from >= 0) {
      if (x - from >= minStrokePx) strokes.push({ from, to: x });
      from = -1;
    }
  }
  return strokes;
}

export function restoreGlyphs({ glyphs, slices }: Reading, ink: Ink): readonly Glyph[] {
  const slack = 4;
  const marks = glyphs.filter(({ char }) => char !== ' ');
  const added: Glyph[] = [];
  for (const { from, to } of strokesOf(ink, 0.45)) {
    // What touches the edge of the crop belongs to a neighbour.
    if (from === 0 || to === ink.columns.length) continue;
    if (marks.some(({ x }) => x >= from - slack && x < to + slack)) continue;
    const best = slices
      .filter(({ x, char }) => x >= from - slack && x < to + slack && char !== ' ')
      .reduce<Slice | undefined>(
        (a, b) => (a && a.probability >= b.probability ? a : b),
        undefined,
      );
    if (!best || best.probability < minRestored) continue;
    const before = marks.findLast(({ x }) => x < from);
    const after = marks.find(({ x }) => x >= to);
    const repeats = best.char === before?.char || best.char === after?.char;
    if (repeats && !runs.has(best.char)) continue;
    const x = (from + to) / 2;
    added.push({ ...best, x, rival: '', rivalProbability: 0, spaceBefore: 0 });
  }
  return [...glyphs, ...added].toSorted((a, b) => a.x - b.x);
}

/** A gap this wide (in heights of the line picture) is a space if the network felt one, or however it felt. */
const feltGap = 0.17;
const certainGap = 0.55;
/** The Korean network feels no spaces; its syllables stand in squares without such gaps. */
const hangulGap = 0.2;
const hangul = /\p{Script=Hangul}/u;
const feltSpace = 0.02;
/** Beside a sign, a gap is often part of the sign: there the network must have felt more. */
const signSpace = 0.06;
/** Inside a number, and between two signs in a font of fixed width, gaps are wide without being spaces. */
const looseGap = 0.3;
const looseSpace = 0.3;
const digit = /\p{N}/u;
const wordChar = /[\p{L}\p{N}]/u;

export function restoreSpaces(glyphs: readonly Glyph[], ink: Ink): readonly Glyph[] {
  const result: Glyph[] = [];
  for (const glyph of glyphs) {
    const before = result.at(-1);
    if (before && before.char !== ' ' && glyph.char !== ' ') {
      const gap = widestGap(ink, before.x, glyph.x) / lineHeightPx;
      const words = wordChar.test(before.char) && wordChar.test(glyph.char);
      const isLoose =
        (digit.test(glyph.char) && digit.test(result.at(-2)?.char ?? '')) ||
        (!wordChar.test(before.char) && !wordChar.test(glyph.char));
      const least = words
        ? { gap: feltGap, space: feltSpace }
        : isLoose
          ? { gap: looseGap, space: looseSpace }
          : { gap: feltGap, space: signSpace };
      const felt = gap >= least.gap && glyph.spaceBefore >= least.space;
      const korean = hangul.test(before.char) && hangul.test(glyph.char);
      if (felt || (words && gap >= (korean ? hangulGap : certainGap))) {
        const x = (before.x + glyph.x) / 2;
        result.push({ ...glyph, char: ' ', x, rival: '', rivalProbability: 0 });
      }
    }
    result.push(glyph);
  }
  return result;
}

function widestGap({ columns }: Ink, from: number, to: number): number {
  let widest = 0;
  let width = 0;
  for (let x = Math.max(0, Math.round(from)); x < Math.min(columns.length, to); x += 1) {
    width = (columns[x] ?? 0) > 0.3 ? 0 : width + 1;
    widest = Math.max(widest, width);
  }
  return widest;
}
