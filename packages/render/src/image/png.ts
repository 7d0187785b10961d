// Pixels to PNG, the same bytes for the same pixels. Few colours become a palette and grey stays grey, because most
// pages are ink on paper and a model pays for pixels, not for channels.
import { crc32, deflateSync } from 'node:zlib';

/** Stands in renderer versions: another encoder gives other bytes. */
export const pngEncoder: string = `png1-zlib${process.versions.zlib}`;

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Rows of RGBA. Alpha is ignored: what is encoded has been put on a ground before. */
  readonly rgba: Uint8Array;
}

interface Form {
  readonly colourType: 0 | 2 | 3;
  readonly bitDepth: 1 | 2 | 4 | 8;
  readonly palette?: Uint8Array;
  readonly rows: Uint8Array;
  readonly level: number;
}

const maxColours = 256;
const tableSlots = 4096;

export function encodePng(raster: Raster): Uint8Array {
  const { width, height } = raster;
  const form = indexed(raster) ?? (isGrey(raster) ? grey(raster) : truecolour(raster));
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = form.bitDepth;
  header[9] = form.colourType;
  const data = deflateSync(form.rows, { level: form.level });
  return join([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...(form.palette ? [chunk('PLTE', form.palette)] : []),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function words({ rgba, width, height }: Raster): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : new Uint8Array(rgba);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** Undefined when there are too many colours. The palette is in order of first appearance. */
function indexed(raster: Raster): Form | undefined {
  const { width, height } = raster;
  const pixels = words(raster);
  const keys = new Uint32Array(tableSlots);
  const places = new Int16Array(tableSlots).fill(-1);
  const colours: number[] = [];
  const indices = new Uint8Array(width * height);
  let lastColour = -1;
  let lastIndex = 0;
  for (let at = 0; at < indices.length; at++) {
    // Alpha is in the highest byte on every machine that Node runs on.
    const colour = (pixels[at] ?? 0) & 0xffffff;
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
  return {
    colourType: 3,
    bitDepth,
    palette,
    rows: pack(indices, width, height, bitDepth),
    level: 6,
  };
}

function depthFor(colours: number): 1 | 2 | 4 | 8 {
  if (colours <= 2) return 1;
  if (colours <= 4) return 2;
  return colours <= 16 ? 4 : 8;
}

function pack(
  indices: Uint8Array,
  width: number,
  height: number,
  bitDepth: 1 | 2 | 4 | 8,
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

function isGrey({ rgba }: Raster): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}

function grey({ rgba, width, height }: Raster): Form {
  const rows = new Uint8Array((width + 1) * height);
  let from = 0;
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = 0;
    for (let x = 0; x < width; x++, from += 4) rows[to++] = rgba[from] ?? 0;
  }
  return { colourType: 0, bitDepth: 8, rows, level: 6 };
}

const upFilter = 2;
const paethFilter = 4;

/** A row that repeats the one above costs nothing with `Up`; every other one is guessed with `Paeth`. */
function truecolour({ rgba, width, height }: Raster): Form {
  const stride = width * 3;
  let above: Uint8Array = new Uint8Array(stride);
  let row: Uint8Array = new Uint8Array(stride);
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    let same = y > 0;
    for (let x = 0, from = y * width * 4; x < stride; x += 3, from += 4) {
      row[x] = rgba[from] ?? 0;
      row[x + 1] = rgba[from + 1] ?? 0;
      row[x + 2] = rgba[from + 2] ?? 0;
      same &&= row[x] === above[x] && row[x + 1] === above[x + 1] && row[x + 2] === above[x + 2];
    }
    const to = y * (stride + 1);
    rows[to] = same ? upFilter : paethFilter;
    if (!same) paeth(row, above, rows, to + 1);
    [above, row] = [row, above];
  }
  return { colourType: 2, bitDepth: 8, rows, level: 3 };
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

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) out[4 + index] = type.charCodeAt(index);
  out.set(data, 8);
  view.setUint32(data.length + 8, crc32(out.subarray(4, data.length + 8)));
  return out;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
