// A picture as sixel needs it: a palette, and one index for each pixel. Exact where the picture has few colours.
import { opaqueFrom, type Raster } from '../raster.ts';

export interface Indexed {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue for each entry. */
  readonly palette: Uint8Array;
  /** One for each pixel; `absent` where the picture is transparent. */
  readonly indices: Uint16Array;
}

export const absent = 0xffff;

/** Slots of the table of colours: four times the colours, so that probing stays short. */
const slots = 1024;

/** Undefined when there are more colours than `maxColours`. */
export function indexExactly(raster: Raster, maxColours: number): Indexed | undefined {
  const { width, height, data } = raster;
  const keys = new Int32Array(slots).fill(-1);
  const values = new Uint16Array(slots);
  const palette = new Uint8Array(maxColours * 3);
  const indices = new Uint16Array(width * height);
  let count = 0;
  let lastColour = -1;
  let lastIndex = 0;
  for (let pixel = 0, at = 0; pixel < indices.length; pixel++, at += 4) {
    if ((data[at + 3] ?? 0) < opaqueFrom) {
      indices[pixel] = absent;
      continue;
    }
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    if (colour !== lastColour) {
      let slot = slotOf(colour);
      while (keys[slot] !== colour && keys[slot] !== -1) slot = (slot + 1) & (slots - 1);
      if (keys[slot] === -1) {
        if (count === maxColours) return undefined;
        keys[slot] = colour;
        values[slot] = count;
        palette[count * 3] = colour >> 16;
        palette[count * 3 + 1] = (colour >> 8) & 255;
        palette[count * 3 + 2] = colour & 255;
        count++;
      }
      lastColour = colour;
      lastIndex = values[slot] ?? 0;
    }
    indices[pixel] = lastIndex;
  }
  return { width, height, palette: palette.subarray(0, count * 3), indices };
}

function slotOf(colour: number): number {
  return (Math.imul(colour, 0x9e37_79b1) >>> 22) & (slots - 1);
}
