// What is left of a diagram's ink without its boxes and its words, and where it comes up to a box.
import type { TextLine } from '../ocr/text-line.ts';
import { boxAround, type Box, type Point } from '../pixels/picture.ts';
import { ink, type FlatMap } from './flat-regions.ts';
import type { NodeBox } from './node-boxes.ts';

export interface Strokes {
  readonly width: number;
  readonly height: number;
  /** 1 where a stroke is. */
  readonly on: Uint8Array;
  /** 1 + the index of the box that is there, its outline included. */
  readonly zone: Int16Array;
}

/** Where a stroke meets a box. */
export interface Contact {
  readonly node: number;
  readonly at: Point;
  /** Pixels of the stroke beside the box. */
  readonly width: number;
}

/** An outline is soft at its edge. */
const softPx = 1;
/** Share of its rows in which a box is as wide as it gets: what rounded corners leave. */
const minStraight = 0.6;
/** How far from a box its strokes may end. */
const reachPx = 2;
/** Ink that is no farther apart is one contact. */
const samePx = 3;

export function strokesOf(
  map: FlatMap,
  nodes: readonly NodeBox[],
  pieces: readonly TextLine[],
): Strokes {
  const { width, height, owner } = map;
  const zone = new Int16Array(width * height);
  for (const [index, node] of nodes.entries()) mark(zone, width, height, node, index + 1);
  const on = new Uint8Array(width * height);
  for (let at = 0; at < on.length; at += 1) if (owner[at] === ink && zone[at] === 0) on[at] = 1;
  eraseWords(on, width, height, pieces);
  return { width, height, on, zone };
}

function mark(
  zone: Int16Array,
  width: number,
  height: number,
  { box: [left, top, right, bottom], spans, rim }: NodeBox,
  value: number,
): void {
  const [x, y] = [rim.x + softPx, rim.y + softPx];
  const fill = (row: number, from: number, to: number): void => {
    if (row >= 0 && row < height)
      zone.fill(value, row * width + Math.max(0, from), row * width + Math.min(width, to));
  };
  for (const [row, [from, to]] of spans.entries()) fill(top + row, from - x, to + x);
  for (let up = 1; up <= y; up += 1)
    for (const [row, [from, to]] of spans.entries()) {
      fill(top + row - up, from, to);
      fill(top + row + up, from, to);
    }
  // The corners of a box with straight sides may be rounded.
  const straight = spans.filter(([from, to]) => from - left <= 2 && right - to <= 2).length;
  const isBox = straight >= spans.length * minStraight;
  if (isBox) for (let row = top - y; row < bottom + y; row += 1) fill(row, left - x, right + x);
}

/** Ink that hangs together and lies in the box of a piece of text is letters. */
function eraseWords(
  on: Uint8Array,
  width: number,
  height: number,
  pieces: readonly TextLine[],
): void {
  for (const { box } of pieces) {
    const [left, top, right, bottom] = [
      Math.max(0, Math.floor(box[0]) - 1),
      Math.max(0, Math.floor(box[1]) - 1),
      Math.min(width, Math.ceil(box[2]) + 1),
      Math.min(height, Math.ceil(box[3]) + 1),
    ];
    const seen = new Set<number>();
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const start = y * width + x;
        if (on[start] !== 1 || seen.has(start)) continue;
        const part = partWithin(on, width, start, [left, top, right, bottom]);
        for (const at of part.pixels) seen.add(at);
        if (!part.leaves) for (const at of part.pixels) on[at] = 0;
      }
  }
}

function partWithin(
  on: Uint8Array,
  width: number,
  start: number,
  [left, top, right, bottom]: Box,
): { readonly pixels: readonly number[]; readonly leaves: boolean } {
  const pixels = [start];
  const seen = new Set(pixels);
  let leaves = false;
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    if (x <= left || y <= top || x >= right - 1 || y >= bottom - 1) leaves = true;
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) {
        const [nx, ny] = [x + dx, y + dy];
        const next = ny * width + nx;
        if (nx < left || ny < top || nx >= right || ny >= bottom) continue;
        if (on[next] !== 1 || seen.has(next)) continue;
        seen.add(next);
        pixels.push(next);
      }
  }
  return { pixels, leaves };
}

export function contactsOf(strokes: Strokes, nodes: readonly NodeBox[]): readonly Contact[] {
  return nodes.flatMap((node, index) => contactsAround(strokes, node, index));
}

function contactsAround(
  { width, height, on, zone }: Strokes,
  { box: [left, top, right, bottom], rim }: NodeBox,
  node: number,
): readonly Contact[] {
  const near = new Set<number>();
  const margin = Math.max(rim.x, rim.y) + softPx + reachPx + 1;
  const isBeside = (x: number, y: number): boolean => {
    for (let dy = -reachPx; dy <= reachPx; dy += 1)
      for (let dx = -reachPx; dx <= reachPx; dx += 1)
        if (zone[(y + dy) * width + x + dx] === node + 1) return true;
    return false;
  };
  for (
    let y = Math.max(reachPx, top - margin);
    y < Math.min(height - reachPx, bottom + margin);
    y += 1
  )
    for (
      let x = Math.max(reachPx, left - margin);
      x < Math.min(width - reachPx, right + margin);
      x += 1
    )
      if (on[y * width + x] === 1 && isBeside(x, y)) near.add(y * width + x);
  const contacts: Contact[] = [];
  while (near.size > 0) {
    const [first] = near;
    if (first === undefined) break;
    near.delete(first);
    const part = [first];
    for (const at of part)
      for (let dy = -samePx; dy <= samePx; dy += 1)
        for (let dx = -samePx; dx <= samePx; dx += 1) {
          const next = at + dy * width + dx;
          if (near.delete(next)) part.push(next);
        }
    const points = part.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
    const [x0, y0, x1, y1] = boxAround(points);
    contacts.push({
      node,
      at: { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) },
      width: Math.max(x1 - x0, y1 - y0) + 1,
    });
  }
  return contacts;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
