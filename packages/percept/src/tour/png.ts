// The tour's own pictures, pixel by pixel.
import { assemblePng } from '@percept/core/internal';
import { deflateSync } from 'node:zlib';

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of the pixel at x, y. */
  readonly pixel: (x: number, y: number) => readonly [number, number, number];
}

export function encodePng(
  { width, height, pixel }: Raster,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const stride = 1 + width * 3;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * stride + 1 + x * 3);
  }
  const compressed = deflateSync(rows, { level: 1 });
  return assemblePng({ width, height, bitDepth: 8, colourType: 2, extra, compressed });
}
