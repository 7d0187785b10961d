// Filled areas: rectangles of one colour that stand out from what is around them, such as buttons, bars and panels.
import { flooded, unseen } from '../pixels/flood.ts';
import type { Box, Picture } from '../pixels/picture.ts';
import { distance, hexOf, nameOf, type Rgb } from './oklab.ts';

export interface FilledArea {
  readonly name: string;
  readonly hex: string;
  readonly box: Box;
}

const mapSide = 512;
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
  const owner = new Int32Array(width * height).fill(unseen);
  const list = new Int32Array(width * height);
  const found: (FilledArea & { readonly pixels: number })[] = [];
  for (let start = 0; start < owner.length; start += 1) {
    if (owner[start] !== unseen) continue;
    const { pixels, box } = flooded({ width, height, data }, owner, list, start, 0);
    const colour: Rgb = [data[start * 3] ?? 0, data[start * 3 + 1] ?? 0, data[start * 3 + 2] ?? 0];
    const isGround = ground !== undefined && distance(ground, colour) < groundReach;
    const share = pixels / owner.length;
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
