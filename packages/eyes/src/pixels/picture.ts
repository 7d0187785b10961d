// Pixels as every part of eyes sees them: opaque 8-bit RGB, row by row. Coordinates are in these pixels.
import type { Rgb } from '../colour/oklab.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel: red, green, blue. */
  readonly data: Uint8Array;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Left, top, right, bottom; right and bottom are outside. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The smallest box around points. */
export function boxAround(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function emptyPicture(width: number, height: number): Picture {
  return { width, height, data: new Uint8Array(width * height * 3) };
}

/** Of the pixel there, or of the nearest one of the picture. */
export function colourAt({ width, height, data }: Picture, x: number, y: number): Rgb {
  const column = Math.min(Math.max(Math.round(x), 0), width - 1);
  const row = Math.min(Math.max(Math.round(y), 0), height - 1);
  const at = (row * width + column) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Luma of every pixel, 0 to 255. */
export function greyOf({ width, height, data }: Picture): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 3) {
    const red = data[from] ?? 0;
    const green = data[from + 1] ?? 0;
    const blue = data[from + 2] ?? 0;
    grey[at] = (red * 77 + green * 150 + blue * 29 + 128) >> 8;
  }
  return grey;
}
