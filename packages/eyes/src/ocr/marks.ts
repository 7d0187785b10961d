// Marks above and below letters that the text does not have: the default recogniser knows hardly any accented letter and
// reads `señor` as `senor`, and surely. The ink tells: over a letter without an ascender there is something that neither the
// letter nor a neighbour explains. Which accent it is cannot be told from that, so nothing is put there; the line is doubted.
import type { Ink } from './ink.ts';
import type { Glyph } from './recogniser.ts';
import {
  blotsIn,
  hasInk,
  isInk,
  quantileOf,
  rowsAround,
  rulingsOf,
  type Blot,
  type Rulings,
} from './rulings.ts';
import { hasSharpS } from './sharp-s.ts';

/** As high as an x. */
const low = new Set('acegmnopqrsuvwxyz');
/** Their capitals look the same and may have been meant: only what stands apart is a mark. */
const sameShape = new Set('copsuvwxz');
/** Signs that have nothing above: what is there is somebody else's. */
const lowSigns = new Set('.,;:_-–=~+•·…');
const dotted = new Set('ij');
const ascending = new Set('bdhkl');
/** One stroke rises from each of these, or falls, and no more. */
const singleStroke = new Set("bdfhijklt1!|'/\\()[]");
const singleTail = new Set('gjpqyQ,;');
/** Letters that have a tail in some language (ç, ą, ş), and none in the text. */
const tailless = new Set('acesuitACEST');
/** What has nothing below the foot of the line. */
const standing = new Set('abcdehiklmnorstuvwxzABCDEFGHIKLMNOPRSTUVWXYZ0123456789');
const capital = /\p{Lu}/u;
const small = /\p{Ll}/u;
const digit = /\p{N}/u;
/** Signs that may have something above that stands apart, as quotes have. */
const loose = /[^\p{L}\p{N}?!()[\]{}/\\|&@<>$#]/u;
const accented = /\p{L}\p{M}/u;
const ideograph = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/u;

// In heights of an x.
const aboveMargin = 0.16;
const belowMargin = 0.12;
const strokeReach = 0.75;
const wideReach = 1.15;
const ownReach = 0.7;
/** Thin strokes of capitals vanish in small text, and their serifs stand apart. */
const serifReach = 0.6;
const maxDotWidth = 0.5;
const maxMarkWidth = 1.1;
const maxTailWidth = 0.8;
/** A crop that ends this near to the letters cuts accents; one that does not shows the line above, too. */
const tightTop = 0.6;
const tightFoot = 0.4;
/** What is joined to its letter rises so far; less is a letter that came out a little taller. */
const minRise = 0.35;
const minFall = 0.24;
const minMarkPx = 2;

export function hasUnreadMarks(glyphs: readonly Glyph[], ink: Ink): boolean {
  if (glyphs.some(({ char }) => ideograph.test(char))) return false;
  const letters = glyphs.filter(({ char }) => char.trim() !== '');
  const rulings = rulingsOf(letters, ink);
  if (!rulings) return false;
  return (
    isMarkedAbove(letters, rulings) ||
    isMarkedBelow(letters, rulings) ||
    hasMarkedCapital(letters, rulings) ||
    hasSharpS(glyphs, rulings)
  );
}

function isMarkedAbove(glyphs: readonly Glyph[], rulings: Rulings): boolean {
  const { top, size } = rulings;
  const margin = Math.max(minMarkPx, size * aboveMargin);
  const blots = blotsIn(rulings, (x) => [0, Math.round(top(x) - margin)]);
  const apart = new Set(blots.filter((blot) => isApart(rulings, blot)));
  const left = unexplained(blots, glyphs, size, ({ char, x }, blot) => {
    if (low.has(char) || lowSigns.has(char)) return 'no';
    const isDot = blot.to - blot.from <= size * maxDotWidth;
    if (dotted.has(char)) return !isDot ? 'no' : apart.has(blot) ? 'surely' : 'perhaps';
    if (!apart.has(blot) || loose.test(char) || isAccented(char)) return 'perhaps';
    return capital.test(char) && distance(blot, x) <= size * serifReach ? 'perhaps' : 'no';
  });
  return left.some((blot) => {
    if (blot.to - blot.from > size * maxMarkWidth) return false;
    if (blot.first === 0 && top(blot.from) > size * tightTop) return false;
    const under = nearest(glyphs, blot);
    if (!under || distance(blot, under.x) > size * ownReach) return false;
    const { char } = under;
    if (apart.has(blot)) return low.has(char) || dotted.has(char) || isDigitInWord(glyphs, under);
    const rises = top(blot.from) - blot.first >= size * minRise;
    return low.has(char) && !sameShape.has(char) && rises;
  });
}

/** "Configuraci6n": such a digit was a letter. */
function isDigitInWord(glyphs: readonly Glyph[], glyph: Glyph): boolean {
  const at = glyphs.indexOf(glyph);
  const [before, after] = [glyphs[at - 1]?.char ?? '', glyphs[at + 1]?.char ?? ''];
  return digit.test(glyph.char) && small.test(before) && small.test(after);
}

function isMarkedBelow(glyphs: readonly Glyph[], rulings: Rulings): boolean {
  const { foot, size, height } = rulings;
  const margin = Math.max(minMarkPx, size * belowMargin);
  const blots = blotsIn(rulings, (x) => [Math.round(foot(x) + 1 + margin), height]);
  const left = unexplained(blots, glyphs, size, ({ char }) =>
    standing.has(char) ? 'no' : 'perhaps',
  );
  return left.some((blot) => {
    const falls = blot.last - foot(blot.from) >= size * minFall;
    if (!falls || blot.to - blot.from > size * maxTailWidth) return false;
    if (blot.last === height - 1 && height - foot(blot.from) > size * tightFoot) return false;
    const over = nearest(glyphs, blot);
    return (
      over !== undefined && tailless.has(over.char) && distance(blot, over.x) <= size * ownReach
    );
  });
}

/** How far the ink of what stands apart may reach into the letter: the blur of small text. */
const apartReach = 0.1;
/** Between an accent and its letter the paper is not quite clean in small text: less than this is paper there. */
const apartLevel = 0.5;
/** In faint words, what is less than this share of the mark itself. */
const apartShare = 0.7;

/** No ink leads from it down to a letter, and there is one under it. */
function isApart({ ink, top, foot, size }: Rulings, blot: Blot): boolean {
  const { from, to, first, last } = blot;
  const { width } = ink;
  const middle = Math.floor((from + to) / 2);
  const limit = top(middle) + size * apartReach;
  const level = Math.min(apartLevel, apartShare * strongest(ink, blot));
  const seen = new Set<number>();
  const stack: number[] = [];
  const visit = (x: number, y: number): void => {
    const at = y * width + x;
    if (x < 0 || x >= width || y < 0 || seen.has(at) || !isInk(ink, x, y, level)) return;
    seen.add(at);
    stack.push(at);
  };
  for (let y = first; y <= last; y += 1) for (let x = from; x < to; x += 1) visit(x, y);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    if (y >= limit) return false;
    for (const [dx, dy] of around) visit(x + dx, y + dy);
  }
  for (let y = Math.ceil(limit); y <= foot(middle); y += 1) {
    if (hasInk(ink, y, from, to)) return true;
  }
  return false;
}

function strongest({ grey, width, paper, contrast }: Ink, { from, to, first, last }: Blot): number {
  let most = 0;
  for (let y = first; y <= last; y += 1) {
    for (let x = from; x < to; x += 1)
      most = Math.max(most, Math.abs((grey[y * width + x] ?? paper) - paper));
  }
  return most / contrast;
}

const around = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** Capitals with rows without ink in them, or that rise over the ascenders of the line. */
function hasMarkedCapital(glyphs: readonly Glyph[], rulings: Rulings): boolean {
  const capitals = glyphs.filter(({ char }) => capital.test(char) && !isAccented(char));
  const usual = ascentOf(glyphs, rulings);
  return capitals.some(
    ({ x }) => isParted(x, rulings) || (usual !== undefined && risesOver(x, usual, rulings)),
  );
}

/** Half the width of a capital without its neighbours, and with all of it. */
const capitalReaches = [0.4, 0.65] as const;
const minCapital = 1.15;
const footSlack = 0.25;

function isParted(x: number, { ink, height, top, foot, size }: Rulings): boolean {
  return capitalReaches.some((reach) => {
    const from = Math.max(0, Math.round(x - size * reach));
    const to = Math.min(ink.width, Math.round(x + size * reach) + 1);
    const inked = Array.from({ length: height }, (_, y) => hasInk(ink, y, from, to));
    const start = inked.indexOf(true);
    const end = start <= 0 ? -1 : inked.indexOf(false, start);
    const body = end < 0 ? -1 : inked.indexOf(true, end);
    if (body < 0 || body >= top(x)) return false;
    const after = inked.indexOf(false, body);
    const bodyEnd = after < 0 ? height : after;
    const standsOnLine = Math.abs(bodyEnd - 1 - foot(x)) < size * footSlack;
    return end - start >= minMarkPx && bodyEnd - body >= size * minCapital && standsOnLine;
  });
}

const stemReach = 0.4;
const minAscent = 0.25;
const capitalReachPx = 4;
/** Capitals are seldom higher than ascenders, and never by so much. */
const maxRise = 0.2;

/** How far b, d, h, k and l rise over an x; undefined where there are none. */
function ascentOf(glyphs: readonly Glyph[], { ink, top, size }: Rulings): number | undefined {
  const rises = glyphs
    .filter(({ char }) => ascending.has(char))
    .map(({ x }) => top(x) - (rowsAround(ink, x, Math.round(size * stemReach))?.first ?? 0));
  return rises.length === 0 ? undefined : Math.max(quantileOf(rises, 0.5), size * minAscent);
}

function risesOver(x: number, usual: number, { ink, top, size }: Rulings): boolean {
  const rows = rowsAround(ink, x, capitalReachPx);
  return rows !== undefined && rows.first > 0 && top(x) - rows.first > usual + size * maxRise;
}

const ranks = { surely: 2, perhaps: 1, no: 0 } as const;

/** What no glyph that could have it is near enough to explain. */
function unexplained(
  blots: readonly Blot[],
  glyphs: readonly Glyph[],
  size: number,
  explains: (glyph: Glyph, blot: Blot) => 'surely' | 'perhaps' | 'no',
): readonly Blot[] {
  const pairs = blots
    .flatMap((blot) =>
      glyphs.map((glyph) => {
        const rank = ranks[explains(glyph, blot)];
        return { blot, glyph, rank, apart: distance(blot, glyph.x) };
      }),
    )
    .filter(({ apart, glyph, rank }) => rank > 0 && apart <= size * reachOf(glyph))
    .toSorted((a, b) => b.rank - a.rank || a.apart - b.apart || a.blot.from - b.blot.from);
  const explained = new Set<Blot>();
  const used = new Set<Glyph>();
  for (const { blot, glyph } of pairs) {
    if (explained.has(blot) || (isSingle(glyph) && used.has(glyph))) continue;
    explained.add(blot);
    used.add(glyph);
  }
  return blots.filter((blot) => !explained.has(blot));
}

function isSingle({ char }: Glyph): boolean {
  return singleStroke.has(char) || singleTail.has(char);
}

function reachOf({ char }: Glyph): number {
  return singleStroke.has(char) ? strokeReach : wideReach;
}

function distance({ from, to }: Blot, x: number): number {
  return Math.max(0, from - x, x - to + 1);
}

function nearest(glyphs: readonly Glyph[], { from, to }: Blot): Glyph | undefined {
  const middle = (from + to - 1) / 2;
  return glyphs.toSorted((a, b) => Math.abs(a.x - middle) - Math.abs(b.x - middle))[0];
}

function isAccented(char: string): boolean {
  return accented.test(char.normalize('NFD'));
}
