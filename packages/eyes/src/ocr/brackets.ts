// Round brackets look square in some fonts, and a reader takes one of a pair for the other. Both ends of a pair are of one kind: what
// both were seen as decides, and where that leaves a doubt, round ones stand in more places. Measured on 205 drawn pages that this was
// written for: 193 lines of 4,255 are wrong without it, 157 with it.
import type { Glyph } from './recogniser.ts';

const round = '()';
const square = '[]';
/** How much oftener than square ones round ones stand anywhere, and where something is called or negated. */
const oftener = 10;
const oftenerInCalls = 50;
/** What was not seen at all is not impossible. */
const leastChance = 1e-4;

export function settleBrackets(glyphs: readonly Glyph[]): readonly Glyph[] {
  const settled = [...glyphs];
  for (const ends of pairsOf(glyphs)) {
    const chance = (kind: string): number =>
      ends.reduce((product, at) => product * seenAs(glyphs[at], kind), 1);
    const [isRound, isSquare] = [chance(round) * priorOf(glyphs, ends), chance(square)];
    const kind = isRound >= isSquare ? round : square;
    const probability = Math.max(isRound, isSquare) / (isRound + isSquare);
    for (const at of ends) {
      const glyph = glyphs[at];
      if (glyph) settled[at] = { ...glyph, char: kind[sideOf(glyph.char)] ?? '', probability };
    }
  }
  return settled;
}

/** 0 for one that opens, 1 for one that closes, -1 for anything else. */
function sideOf(char: string): number {
  return Math.max(round.indexOf(char), square.indexOf(char));
}

/** Those that belong together by their order; the other end of one may stand on another line. */
function pairsOf(glyphs: readonly Glyph[]): readonly (readonly number[])[] {
  const open: number[] = [];
  const pairs: number[][] = [];
  for (const [at, { char }] of glyphs.entries()) {
    const side = char.length === 1 ? sideOf(char) : -1;
    if (side === 0) open.push(at);
    const first = side === 1 ? open.pop() : undefined;
    if (side === 1) pairs.push(first === undefined ? [at] : [first, at]);
  }
  return [...pairs, ...open.map((at) => [at])];
}

function seenAs(glyph: Glyph | undefined, kind: string): number {
  if (!glyph) return 1;
  if (kind.includes(glyph.char)) return glyph.probability;
  const { rival } = glyph;
  const isOther = rival !== undefined && kind[sideOf(glyph.char)] === rival.char;
  return Math.max(leastChance, isOther ? rival.probability : 0);
}

/** A call or a condition; an index or a text in brackets is none. */
function priorOf(glyphs: readonly Glyph[], [first = 0]: readonly number[]): number {
  const [before = ' ', after = ' '] = [glyphs[first - 1]?.char, glyphs[first + 1]?.char];
  return /[\p{L}_!]/u.test(before) && /[^\d'"]/u.test(after) ? oftenerInCalls : oftener;
}
