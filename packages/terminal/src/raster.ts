// Pixels as every encoder takes them: 8-bit RGBA, row by row, never changed by whoever reads them.
import type { Size } from '@percept/core';

export interface Raster extends Size {
  /** Four bytes for each pixel; alpha is not premultiplied. */
  readonly data: Uint8Array;
}

/** Terminals know a pixel that is there and one that is not. */
export const opaqueFrom = 128;

export function createRaster(width: number, height: number, data: Uint8Array): Raster {
  if (width < 1 || height < 1 || data.length !== width * height * 4) {
    throw new RangeError(`${data.length} bytes are not the pixels of ${width}x${height}.`);
  }
  return { width, height, data };
}
