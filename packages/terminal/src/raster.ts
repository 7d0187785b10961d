// Pixels as every encoder takes them: 8-bit RGBA, row by row, never changed by whoever reads them.
import type { Size } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import { bytes, positive, shape, type Rule } from '@percept/core/internal/options';

export interface Raster extends Size {
  /** Four bytes for each pixel; alpha is not premultiplied. */
  readonly data: Uint8Array;
}

const figures = shape({ width: positive, height: positive, data: bytes });

export const rasterRule: Rule = (value, path) => {
  const wrong = figures(value, path);
  if (wrong !== undefined || !isRecord(value)) return wrong;
  const { width, height, data } = value;
  return data instanceof Uint8Array && data.length === Number(width) * Number(height) * 4
    ? undefined
    : `${path}.data has four bytes for each pixel`;
};

/** Terminals know a pixel that is there and one that is not. */
export const opaqueFrom = 128;

export function createRaster(width: number, height: number, data: Uint8Array): Raster {
  if (width < 1 || height < 1 || data.length !== width * height * 4)
    throw new RangeError(`${data.length} bytes are not the pixels of ${width}x${height}.`);
  return { width, height, data };
}

/** The same pixels at the top left of a larger picture that is transparent elsewhere. */
export function padTo(raster: Raster, { width, height }: Size): Raster {
  if (width <= raster.width && height <= raster.height) return raster;
  const [wide, high] = [Math.max(width, raster.width), Math.max(height, raster.height)];
  const data = new Uint8Array(wide * high * 4);
  for (let y = 0; y < raster.height; y++) {
    const row = raster.data.subarray(y * raster.width * 4, (y + 1) * raster.width * 4);
    data.set(row, y * wide * 4);
  }
  return createRaster(wide, high, data);
}
