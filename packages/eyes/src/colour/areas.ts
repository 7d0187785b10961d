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
  const data = sampled(picture, width, height, step);
  const seen = new Uint8Array(width * height);
  const found: (FilledArea & { readonly pixels: number })[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    const { pixels, box, colour } = flood(data, start, { width, height, seen });
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
  readonly seen: Uint8Array;
}

/** Three bytes for each point of the map. */
function sampled(picture: Picture, width: number, height: number, step: number): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = Math.floor((y + 0.5) * step) * picture.width;
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = (row + Math.floor((x + 0.5) * step)) * 3;
      data[to] = picture.data[from] ?? 0;
      data[to + 1] = picture.data[from + 1] ?? 0;
      data[to + 2] = picture.data[from + 2] ?? 0;
    }
  }
  return data;
}

function flood(
  data: Uint8Array,
  start: number,
  { width, height, seen }: Grid,
): { readonly pixels: number; readonly box: Box; readonly colour: Rgb } {
  const colour: Rgb = [data[start * 3] ?? 0, data[start * 3 + 1] ?? 0, data[start * 3 + 2] ?? 0];
  const [red, green, blue] = colour;
  const stack = [start];
  seen[start] = 1;
  const visit = (index: number): void => {
    if (seen[index] === 1) return;
    const from = index * 3;
    if (Math.abs((data[from] ?? 0) - red) > tolerance) return;
    if (Math.abs((data[from + 1] ?? 0) - green) > tolerance) return;
    if (Math.abs((data[from + 2] ?? 0) - blue) > tolerance) return;
    seen[index] = 1;
    stack.push(index);
  };
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
    if (x > 0) visit(index - 1);
    if (x < width - 1) visit(index + 1);
    if (y > 0) visit(index - width);
    if (y < height - 1) visit(index + width);
  }
  return { pixels, box: [left, top, right, bottom], colour };
}
