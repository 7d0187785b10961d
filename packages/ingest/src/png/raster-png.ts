// Pixels to PNG, the same bytes for the same pixels. Few colours become a palette and grey stays grey, because most pages
// are ink on paper and a model pays for pixels, not for channels.
import { assemblePng } from '@percept/core/internal';
import { deflateSync } from 'node:zlib';

/** Stands in renderer versions: another encoder gives other bytes. */
export const pngEncoder: string = `png1-zlib${process.versions.zlib}`;

export interface PngRaster {
  readonly width: number;
  readonly height: number;
  /** Grey, RGB, or RGB with an alpha that is ignored: what is encoded has been put on a ground before. */
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

export function encodePng(raster: PngRaster): Uint8Array {
  return encodeIndexedPng(raster) ?? (isGrey(raster) ? grey(raster) : truecolour(raster));
}

/** Undefined when a palette cannot hold its colours. */
export function encodeIndexedPng(raster: PngRaster, level = 6): Uint8Array | undefined {
  const { width, height } = raster;
  const form = indexedRows(raster);
  if (!form) return undefined;
  const { palette, bitDepth, rows } = form;
  const compressed = deflateSync(rows, { level });
  return assemblePng({ width, height, bitDepth, colourType: 3, palette, compressed });
}

function isGrey({ data, channels }: PngRaster): boolean {
  if (channels === 1) return true;
  for (let at = 0; at < data.length; at += channels) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

function grey({ data, channels, width, height }: PngRaster): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  let from = 0;
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = 0;
    for (let x = 0; x < width; x++, from += channels) rows[to++] = data[from] ?? 0;
  }
  const compressed = deflateSync(rows, { level: 6 });
  return assemblePng({ width, height, bitDepth: 8, colourType: 0, compressed });
}

const upFilter = 2;
const paethFilter = 4;

/** A row that repeats the one above costs nothing with `Up`; every other one is guessed with `Paeth`. */
function truecolour({ data, channels, width, height }: PngRaster): Uint8Array {
  const stride = width * 3;
  let above: Uint8Array = new Uint8Array(stride);
  let row: Uint8Array = new Uint8Array(stride);
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    let same = y > 0;
    for (let x = 0, from = y * width * channels; x < stride; x += 3, from += channels) {
      row[x] = data[from] ?? 0;
      row[x + 1] = data[from + 1] ?? 0;
      row[x + 2] = data[from + 2] ?? 0;
      same &&= row[x] === above[x] && row[x + 1] === above[x + 1] && row[x + 2] === above[x + 2];
    }
    const to = y * (stride + 1);
    rows[to] = same ? upFilter : paethFilter;
    if (!same) paeth(row, above, rows, to + 1);
    [above, row] = [row, above];
  }
  const compressed = deflateSync(rows, { level: 3 });
  return assemblePng({ width, height, bitDepth: 8, colourType: 2, compressed });
}

function paeth(row: Uint8Array, above: Uint8Array, out: Uint8Array, to: number): void {
  for (let x = 0; x < row.length; x++) {
    const left = x >= 3 ? (row[x - 3] ?? 0) : 0;
    const up = above[x] ?? 0;
    const corner = x >= 3 ? (above[x - 3] ?? 0) : 0;
    const toLeft = Math.abs(up - corner);
    const toUp = Math.abs(left - corner);
    const toCorner = Math.abs(left + up - 2 * corner);
    const guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    out[to + x] = (row[x] ?? 0) - guess;
  }
}

/** Pixels as numbers into a palette, packed as tightly as the count of colours allows. */
interface IndexedRows {
  readonly bitDepth: 1 | 2 | 4 | 8;
  /** In order of first appearance. */
  readonly palette: Uint8Array;
  /** Each with its filter byte, which is none. */
  readonly rows: Uint8Array;
}

const maxColours = 256;
const tableSlots = 4096;

/** Undefined when there are too many colours. */
function indexedRows({ data, channels, width, height }: PngRaster): IndexedRows | undefined {
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
  for (const [index, colour] of colours.entries())
    palette.set([colour & 0xff, (colour >> 8) & 0xff, colour >> 16], index * 3);
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
