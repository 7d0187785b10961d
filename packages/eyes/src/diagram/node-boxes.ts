// The boxes of a diagram: flat parts with words in them, closed all around and without dents. What shares its border with another
// one is a cell of a table, what holds another one is a frame; both are none.
import { median } from '../median.ts';
import { hullOf } from '../ocr/geometry.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Box, Point } from '../pixels/picture.ts';
import { ink, type FlatMap } from './flat-regions.ts';

export interface NodeBox {
  readonly box: Box;
  readonly pieces: readonly TextLine[];
  /** Of every row of `box`: where the inside begins and ends. */
  readonly spans: readonly Span[];
  /** How thick the outline is, sideways and upwards. */
  readonly rim: { readonly x: number; readonly y: number };
}

type Span = readonly [from: number, to: number];

const maxShare = 0.35;
const minFilled = 0.4;
/** Of its hull; a cylinder has a dent at its top. */
const minConvex = 0.9;
const maxRimPx = 12;
/** Compartments of one box: how far their sides may be off each other, and how thick the line between them is. */
const sideSlackPx = 3;
const maxPartingPx = 6;

export function nodeBoxesOf(map: FlatMap, pieces: readonly TextLine[]): readonly NodeBox[] {
  const inside = Map.groupBy(pieces, (piece) => regionAround(map, piece));
  const found = [...inside].flatMap(([region, own]) => {
    const node = region === ink ? undefined : nodeBoxOf(map, region, own);
    return node ? [node] : [];
  });
  const whole = joined(found.filter((node) => !found.some((other) => isCellBeside(node, other))));
  const frames = new Set(whole.filter((node) => whole.some((other) => holds(node, other))));
  const isBeside = (node: NodeBox, other: NodeBox): boolean =>
    other !== node && !holds(other, node) && !holds(node, other) && touches(node, other);
  const boxes = whole.filter(
    (node) => !whole.some((other) => isBeside(node, other) && written(node) < written(other) / 2),
  );
  return boxes.filter((node) => !frames.has(node) && !boxes.some((other) => isBeside(node, other)));
}

/** How much of it is words: of the ground between two lines that has a label in it, less than of the boxes that these join. */
function written({ pieces, spans }: NodeBox): number {
  const area = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  return pieces.reduce((sum, { region }) => sum + region.width * region.height, 0) / area;
}

/** The region that most of the rim of a piece of text is on. */
function regionAround({ owner, width, height }: FlatMap, { box }: TextLine): number {
  const [left, top, right, bottom] = box.map((edge) => Math.round(edge));
  const counts = new Map<number, number>();
  const count = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const region = owner[y * width + x] ?? ink;
    if (region !== ink) counts.set(region, (counts.get(region) ?? 0) + 1);
  };
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return ink;
  const step = Math.max(1, Math.floor((right - left) / 40));
  for (let x = left; x < right; x += step) {
    count(x, top + 1);
    count(x, bottom - 2);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ink;
}

function nodeBoxOf(map: FlatMap, index: number, pieces: readonly TextLine[]): NodeBox | undefined {
  const region = map.regions[index];
  if (!region) return undefined;
  const { box, pixels } = region;
  const [left, top, right, bottom] = box;
  const isAtEdge = left <= 0 || top <= 0 || right >= map.width || bottom >= map.height;
  const area = (right - left) * (bottom - top);
  if (isAtEdge || area > map.width * map.height * maxShare) return undefined;
  const spans = spansOf(map, index, box);
  const covered = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  if (pixels < covered * minFilled) return undefined;
  const corners = spans.flatMap(([from, to], row): readonly Point[] => [
    { x: from, y: top + row },
    { x: to, y: top + row },
    { x: from, y: top + row + 1 },
    { x: to, y: top + row + 1 },
  ]);
  if (covered < areaOf(hullOf(corners)) * minConvex) return undefined;
  const isIn = ({ region: { centre, width } }: TextLine): boolean => {
    const [from, to] = spans[Math.floor(centre.y) - top] ?? [0, 0];
    return centre.x > from && centre.x < to && width < (right - left) * 1.15;
  };
  return pieces.every((piece) => isIn(piece))
    ? { box, pieces, spans, rim: rimOf(map, box, spans) }
    : undefined;
}

function spansOf({ owner, width }: FlatMap, index: number, box: Box): readonly Span[] {
  const [left, top, right, bottom] = box;
  return Array.from({ length: bottom - top }, (_, row): Span => {
    const base = (top + row) * width;
    let from = left;
    while (from < right && owner[base + from] !== index) from += 1;
    let to = right;
    while (to > from && owner[base + to - 1] !== index) to -= 1;
    return [from, to];
  });
}

function areaOf(hull: readonly Point[]): number {
  let double = 0;
  for (const [at, { x, y }] of hull.entries()) {
    const next = hull[(at + 1) % hull.length] ?? { x, y };
    double += x * next.y - next.x * y;
  }
  return Math.abs(double) / 2;
}

function rimOf(map: FlatMap, [left, top, right]: Box, spans: readonly Span[]): NodeBox['rim'] {
  const run = (x: number, y: number, dx: number, dy: number): number => {
    let length = 0;
    for (; length < maxRimPx; length += 1) {
      const [atX, atY] = [x + dx * length, y + dy * length];
      if (atX < 0 || atY < 0 || atX >= map.width || atY >= map.height) break;
      if (map.owner[atY * map.width + atX] !== ink) break;
    }
    return length;
  };
  const sideways: number[] = [];
  for (const [row, [from, to]] of spans.entries())
    sideways.push(run(from - 1, top + row, -1, 0), run(to, top + row, 1, 0));
  const upwards: number[] = [];
  for (let x = left; x < right; x += 1) {
    const first = spans.findIndex(([from, to]) => x >= from && x < to);
    const last = spans.findLastIndex(([from, to]) => x >= from && x < to);
    if (first >= 0) upwards.push(run(x, top + first - 1, 0, -1), run(x, top + last + 1, 0, 1));
  }
  return { x: median(sideways), y: median(upwards) };
}

/** Compartments that stand on each other, as in a class diagram, are one box. */
function joined(nodes: readonly NodeBox[]): readonly NodeBox[] {
  const whole: NodeBox[] = [];
  for (const node of nodes.toSorted((one, other) => one.box[1] - other.box[1])) {
    const at = whole.findIndex((above) => isStacked(above, node));
    const above = whole[at];
    if (above) whole[at] = stacked(above, node);
    else whole.push(node);
  }
  return whole;
}

/** Side by side, as high as each other, and with one line between: cells of a row. */
function isCellBeside(node: NodeBox, other: NodeBox): boolean {
  const isFlush =
    Math.abs(node.box[1] - other.box[1]) <= sideSlackPx &&
    Math.abs(node.box[3] - other.box[3]) <= sideSlackPx;
  return other !== node && isFlush && touches(node, other);
}

function isStacked({ box: above }: NodeBox, { box: below }: NodeBox): boolean {
  const isFlush =
    Math.abs(above[0] - below[0]) <= sideSlackPx && Math.abs(above[2] - below[2]) <= sideSlackPx;
  const gap = below[1] - above[3];
  return isFlush && gap >= 0 && gap <= maxPartingPx;
}

function stacked(above: NodeBox, below: NodeBox): NodeBox {
  const between = Array.from({ length: below.box[1] - above.box[3] }, (): Span => [
    below.box[0],
    below.box[2],
  ]);
  return {
    box: [
      Math.min(above.box[0], below.box[0]),
      above.box[1],
      Math.max(above.box[2], below.box[2]),
      below.box[3],
    ],
    pieces: [...above.pieces, ...below.pieces],
    spans: [...above.spans, ...between, ...below.spans],
    rim: above.rim,
  };
}

function holds({ box: outer }: NodeBox, { box: inner }: NodeBox): boolean {
  return outer[0] < inner[0] && outer[1] < inner[1] && outer[2] > inner[2] && outer[3] > inner[3];
}

function touches(one: NodeBox, other: NodeBox): boolean {
  const x = one.rim.x + other.rim.x + 1;
  const y = one.rim.y + other.rim.y + 1;
  return (
    one.box[0] - x < other.box[2] &&
    other.box[0] - x < one.box[2] &&
    one.box[1] - y < other.box[3] &&
    other.box[1] - y < one.box[3]
  );
}
