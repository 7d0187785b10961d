// Pixels as numbers into a palette, packed as tightly as the count of colours allows.
import type { PngRaster } from './raster-png.ts';

export interface IndexedRows {
  readonly bitDepth: 1 | 2 | 4 | 8;
  /** In order of first appearance. */
  readonly palette: Uint8Array;
  /** Each with its filter byte, which is none. */
  readonly rows: Uint8Array;
}

const maxColours = 256;
const tableSlots = 4096;

/** Undefined when there are too many colours. */
export function indexedRows({ data, channels, width, height }: PngRaster): IndexedRows | undefined {
  const keys = new Uint32Array(tableSlots);
  const places = new Int16Array(tableSlots).fill(-1);
  const colours: number[] = [];
  const indices = new Uint8Array(width * height);
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  let lastColour = -1;
  let lastIndex = 0;
  for (let at = 0, from = 0; at < indices.length; at++, from += channels) {
    const colour =
      (data[from] ?? 0) | ((data[from + green] ?? 0) << 8) | ((data[from + blue] ?? 0) << 16);
    if (colour !== lastColour) {
      let slot = (Math.imul(colour, 0x9e3779b1) >>> 20) & (tableSlots - 1);
      let place = places[slot] ?? -1;
      while (place >= 0 && keys[slot] !== colour) {
        slot = (slot + 1) & (tableSlots - 1);
        place = places[slot] ?? -1;
      }
      if (place < 0) {
        if (colours.length === maxColours) return undefined;
        place = colours.length;
        colours.push(colour);
        keys[slot] = colour;
        places[slot] = place;
      }
      lastColour = colour;
      lastIndex = place;
    }
    indices[at] = lastIndex;
  }
  const bitDepth = depthFor(colours.length);
  const palette = new Uint8Array(colours.length * 3);
  for (const [index, colour] of colours.entries()) {
    palette.set([colour & 0xff, (colour >> 8) & 0xff, colour >> 16], index * 3);
  }
  return { bitDepth, palette, rows: pack(indices, width, height, bitDepth) };
}

function depthFor(colours: number): IndexedRows['bitDepth'] {
  if (colours <= 2) return 1;
  if (colours <= 4) return 2;
  return colours <= 16 ? 4 : 8;
}

function pack(
  indices: Uint8Array,
  width: number,
  height: number,
  bitDepth: IndexedRows['bitDepth'],
): Uint8Array {
  const perByte = 8 / bitDepth;
  const stride = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    const to = y * stride + 1;
    if (bitDepth === 8) {
      rows.set(indices.subarray(from, from + width), to);
      continue;
    }
    for (let x = 0; x < width; x++) {
      const shift = 8 - bitDepth * ((x % perByte) + 1);
      const place = to + Math.floor(x / perByte);
      rows[place] = (rows[place] ?? 0) | ((indices[from + x] ?? 0) << shift);
    }
  }
  return rows;
}
