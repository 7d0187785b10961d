// Following one stroke from a box to wherever it goes: straight on at crossings, round bends and corners, over the gaps of a
// dashed line and under the words that stand on it. A stroke that forks says so, and one that stops leads nowhere.
import type { Box, Point } from '../pixels/picture.ts';
import type { Contact, Strokes } from './strokes.ts';

export interface Walk {
  readonly path: readonly Point[];
  /** Where it ended: the box that was met. */
  readonly node: number;
  readonly end: Point;
  /** On its way the stroke had a second branch that went about as straight on. */
  readonly forked: boolean;
}

const stepPx = 2;
const turn = Math.PI / 36;
/** In steps of `turn`: how far a curve bends within a look ahead, and where another branch is one. */
const mostBend = 9;
const corner = { least: 10, most: 20 } as const;
/** In heights of small letters: how long heads are, and how far dashes are apart. */
const headEm = 2;
const dashEm = 0.55;
const minCovered = 0.72;
const cornerCovered = 0.9;
const branchCovered = 0.95;
/** Another branch is this far from the way that was taken, in steps of `turn`. */
const branchApart = 5;
/** What crosses at a right angle is no branch. */
const widest = 12;

export interface Walking {
  readonly strokes: Strokes;
  /** Words that stand on strokes. */
  readonly words: readonly Box[];
  /** The height of small letters, which everything else is measured in. */
  readonly em: number;
}

export function walkFrom(walking: Walking, contact: Contact): Walk | undefined {
  const { strokes, em } = walking;
  const heading = firstHeading(walking, contact);
  if (heading === undefined) return undefined;
  const look = Math.max(6, em * 0.8);
  const path: Point[] = [contact.at];
  const been = new Set<number>();
  let at = contact.at;
  let angle = heading;
  let forked = false;
  const most = ((strokes.width + strokes.height) * 3) / stepPx;
  for (let step = 0; step < most; step += 1) {
    const met = zoneAt(strokes, at);
    if (met >= 0 && (met !== contact.node || path.length * stepPx > em * 3))
      return { path, node: met, end: at, forked };
    const ahead = best(strokes, at, angle, look);
    if (ahead.covered >= minCovered) {
      // Letters that touch a stroke are no branches of it.
      const isClear =
        step * stepPx > em * headEm && !walking.words.some((word) => isNear(word, at, em));
      forked ||= isClear && hasBranch(strokes, at, angle, ahead.bend, look);
      angle += ahead.bend * turn;
      at = centred(strokes, moved(at, angle, stepPx), angle);
      path.push(at);
      // Where it was before, going the same way: it goes round and round.
      const here = placeOf(strokes, at, angle);
      if (been.has(here)) return undefined;
      been.add(here);
      continue;
    }
    const near = arrival(strokes, at, angle, look);
    if (near && (near.node !== contact.node || path.length * stepPx > em * 3))
      return { path, ...near, forked };
    const next = overGap(walking, at, angle, look) ?? roundCorner(strokes, at, angle, look);
    if (!next) return undefined;
    ({ at, angle } = next);
    path.push(at);
  }
  return undefined;
}

/** A pixel, and one of eight ways to go on from it. */
function placeOf({ width }: Strokes, { x, y }: Point, angle: number): number {
  const way = Math.floor(((turned(angle) / Math.PI + 1) / 2) * headings) % headings;
  return (Math.round(y) * width + Math.round(x)) * headings + way;
}
const headings = 8;

function isNear([left, top, right, bottom]: Box, { x, y }: Point, by: number): boolean {
  return x > left - by && x < right + by && y > top - by && y < bottom + by;
}

function zoneAt({ width, height, zone }: Strokes, { x, y }: Point): number {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  return (zone[row * width + column] ?? 0) - 1;
}

function isOn({ width, height, on }: Strokes, x: number, y: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)];
  return (
    column >= 0 && row >= 0 && column < width && row < height && on[row * width + column] === 1
  );
}

function moved({ x, y }: Point, angle: number, by: number): Point {
  return { x: x + Math.cos(angle) * by, y: y + Math.sin(angle) * by };
}

/** Share of the way ahead that is stroke; what lies in a box counts as stroke, so that the last look is as good as others. */
function covered(strokes: Strokes, from: Point, angle: number, length: number): number {
  let hits = 0;
  let total = 0;
  for (let by = 1.5; by <= length; by += 1) {
    const { x, y } = moved(from, angle, by);
    total += 1;
    if (isOn(strokes, x, y)) hits += 1;
    else if (by > 2 && hits === total - 1 && zoneAt(strokes, { x, y }) >= 0) return 1;
  }
  return hits / total;
}

function best(
  strokes: Strokes,
  at: Point,
  angle: number,
  look: number,
): { readonly bend: number; readonly covered: number } {
  let found = { bend: 0, covered: 0 };
  let most = -Infinity;
  for (let size = 0; size <= mostBend; size += 1)
    for (const bend of size === 0 ? [0] : [size, -size]) {
      const share = covered(strokes, at, angle + bend * turn, look);
      // The middle of a stroke that is several pixels wide is in the middle of the ways that are covered.
      const score = share - size * 0.012;
      if (score > most) {
        most = score;
        found = { bend, covered: share };
      }
    }
  return found;
}

function hasBranch(
  strokes: Strokes,
  at: Point,
  angle: number,
  taken: number,
  look: number,
): boolean {
  const long = look * 1.8;
  for (let bend = -widest; bend <= widest; bend += 1) {
    if (Math.abs(bend - taken) < branchApart) continue;
    if (covered(strokes, at, angle + bend * turn, long) >= branchCovered) {
      const between = angle + ((bend + taken) / 2) * turn;
      // Both sides of a thick stroke are no branches: there is ground between two.
      if (covered(strokes, at, between, long) < minCovered) return true;
    }
  }
  return false;
}

/** To the middle of the stroke, where it is narrow enough to have one. */
function centred(strokes: Strokes, at: Point, angle: number): Point {
  const most = 5;
  const side = angle + Math.PI / 2;
  const reach = (sign: 1 | -1): number => {
    let by = 0;
    while (by <= most && isOn(strokes, ...xy(moved(at, side, sign * (by + 0.5))))) by += 0.5;
    return by;
  };
  const [one, other] = [reach(1), reach(-1)];
  if (one > most || other > most || one + other === 0) return at;
  return moved(at, side, Math.max(-1, Math.min(1, (one - other) / 2)));
}

function xy({ x, y }: Point): readonly [number, number] {
  return [x, y];
}

/** Away from the box, along the longest way that is stroke: that of the shaft behind an arrowhead. */
function firstHeading({ strokes, em }: Walking, { at, node }: Contact): number | undefined {
  const ways: { readonly angle: number; readonly length: number }[] = [];
  const most = em * 4;
  for (let step = 0; step < 72; step += 1) {
    const angle = step * turn;
    let length = 0;
    let missed = 0;
    for (let by = 1; by <= most && missed <= Math.max(2, em * dashEm); by += 1) {
      const { x, y } = moved(at, angle, by);
      if (zoneAt(strokes, { x, y }) === node) {
        length = by > 3 ? length : 0;
        break;
      }
      if (isOn(strokes, x, y)) {
        length = by;
        missed = 0;
      } else missed += 1;
    }
    ways.push({ angle, length });
  }
  const longest = Math.max(...ways.map(({ length }) => length));
  if (longest < 4) return undefined;
  // Of ways side by side the one in the middle.
  const good = ways.filter(({ length }) => length >= longest - 1);
  const [first] = good;
  if (!first) return undefined;
  const near = good.filter(({ angle }) => Math.abs(turned(angle - first.angle)) < Math.PI / 4);
  const offset = near.reduce((sum, { angle }) => sum + turned(angle - first.angle), 0);
  return first.angle + offset / near.length;
}

/** Between −π and π. */
function turned(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** The tip of an arrow may end just before its box. */
function arrival(
  strokes: Strokes,
  at: Point,
  angle: number,
  reach: number,
): { readonly node: number; readonly end: Point } | undefined {
  for (let by = 1; by <= reach; by += 1) {
    const end = moved(at, angle, by);
    const node = zoneAt(strokes, end);
    if (node >= 0) return { node, end };
  }
  return undefined;
}

interface Turned {
  readonly at: Point;
  readonly angle: number;
}

/** The next dash, or the other side of the words that stand here. */
function overGap(
  { strokes, words, em }: Walking,
  at: Point,
  angle: number,
  look: number,
): Turned | undefined {
  const end = lastOn(strokes, at, angle, look);
  const under = words.find((word) => isNear(word, end, em));
  const isUnder = (point: Point): boolean => under !== undefined && isNear(under, point, em);
  const wide = Math.max(7, em);
  for (let by = 1; by < em * 30; by += 1) {
    const middle = moved(end, angle, by);
    if (by > wide && !isUnder(middle)) return undefined;
    const slack = Math.min(em * 0.8, 1 + by * 0.2);
    for (let off = 0; off <= slack; off += 0.5)
      for (const sign of off === 0 ? [1] : [1, -1]) {
        const start = moved(middle, angle + (sign * Math.PI) / 2, off);
        if (!isOn(strokes, start.x, start.y)) continue;
        const ahead = best(strokes, start, angle, Math.min(look, em * 0.35));
        if (ahead.covered >= cornerCovered) return { at: start, angle: angle + ahead.bend * turn };
      }
  }
  return undefined;
}

function lastOn(strokes: Strokes, at: Point, angle: number, look: number): Point {
  let end = at;
  for (let by = 0.5; by <= look; by += 0.5) {
    const next = moved(at, angle, by);
    if (isOn(strokes, next.x, next.y)) end = next;
  }
  return end;
}

/** One way only: where a stroke goes both left and right there is no telling. */
function roundCorner(strokes: Strokes, at: Point, angle: number, look: number): Turned | undefined {
  const end = lastOn(strokes, at, angle, look);
  const ways = ([1, -1] as const).flatMap((side) => {
    for (let back = 0; back <= 4; back += 0.5)
      for (let size: number = corner.least; size <= corner.most; size += 1) {
        const from = moved(end, angle, -back);
        const way = angle + side * size * turn;
        if (covered(strokes, from, way, look) >= cornerCovered) return [{ at: from, angle: way }];
      }
    return [];
  });
  return ways.length === 1 ? ways[0] : undefined;
}
