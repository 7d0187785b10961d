// Filled areas: rectangles of one colour that stand out from what is around them, such as buttons, bars and panels.
import type { Box, Picture } from '../pixels/picture.ts';
import { distance, hexOf, nameOf, type Rgb } from './oklab.ts';

export interface FilledArea {
  readonly name: string;
  readonly hex: string;
  readonly box: Box;
}

const mapSide = 512;
const tolerance = 12;
const minShare = 0.002;
const maxShare = 0.7;
const minFill = 0.72;
const maxAreas = 8;
const groundReach = 0.02;

/** `ground` is the commonest colour of the picture: what has it is a hole, not an area. */
export function areasOf(picture: Picture, ground: Rgb | undefined): readonly FilledArea[] {
  const step = Math.max(1, Math.max(picture.width, picture.height) / mapSide);
  const width = Math.max(1, Math.floor(picture.width / step));
  const height = Math.max(1, Math.floor(picture.height / step));
  const at = (index: number): number => {
    const x = Math.floor(((index % width) + 0.5) * step);
    const y = Math.floor((Math.floor(index / width) + 0.5) * step);
    return (y * picture.width + x) * 3;
  };
  const seen = new Uint8Array(width * height);
  const found: (FilledArea & { readonly pixels: number })[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    const { pixels, box, colour } = flood(picture, start, { width, height, at, seen });
    const isGround = ground !== undefined && distance(ground, colour) < groundReach;
    const share = pixels / seen.length;
    const fill = pixels / ((box[2] - box[0]) * (box[3] - box[1]));
    const thick = Math.min(box[2] - box[0], box[3] - box[1]) * step >= 8;
    if (share < minShare || share > maxShare || fill < minFill) continue;
    if (!thick || isGround) continue;
    const [left, top, right, bottom] = box;
    found.push({
      name: nameOf(colour),
      hex: hexOf(colour),
      box: [
        Math.round(left * step),
        Math.round(top * step),
        Math.round(right * step),
        Math.round(bottom * step),
      ],
      pixels,
    });
  }
  return found
    .toSorted((a, b) => b.pixels - a.pixels)
    .slice(0, maxAreas)
    .map(({ name, hex, box }) => ({ name, hex, box }));
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly at: (index: number) => number;
  readonly seen: Uint8Array;
}

function flood(
  { data }: Picture,
  start: number,
  { width, height, at, seen }: Grid,
): { readonly pixels: number; readonly box: Box; readonly colour: Rgb } {
  const seed = at(start);
  const colour: Rgb = [data[seed] ?? 0, data[seed + 1] ?? 0, data[seed + 2] ?? 0];
  const same = (index: number): boolean => {
    const from = at(index);
    return (
      Math.abs((data[from] ?? 0) - colour[0]) <= tolerance &&
      Math.abs((data[from + 1] ?? 0) - colour[1]) <= tolerance &&
      Math.abs((data[from + 2] ?? 0) - colour[2]) <= tolerance
    );
  };
  const stack = [start];
  seen[start] = 1;
  let pixels = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % width;
    const y = Math.floor(index / width);
    pixels += 1;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
    const near = [
      x > 0 ? index - 1 : -1,
      x < width - 1 ? index + 1 : -1,
      y > 0 ? index - width : -1,
      y < height - 1 ? index + width : -1,
    ];
    for (const next of near) {
      if (next < 0 || seen[next] === 1 || !same(next)) continue;
      seen[next] = 1;
      stack.push(next);
    }
  }
  return { pixels, box: [left, top, right, bottom], colour };
}
