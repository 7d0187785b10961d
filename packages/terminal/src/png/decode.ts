// PNG to pixels, every colour type, depth and interlacing. Only for pictures that already came through the door: it is
// bounded and never throws, and it is no place for bytes from outside.
import { inflateSync } from 'node:zlib';
import { createRaster, type Raster } from '../raster.ts';
import { readPng, type PngHeader, type PngParts } from './header.ts';
import { unfilter } from './scanlines.ts';

/** Where a pass begins and how far apart its pixels are: across and down. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const wholePicture: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }];
const adam7: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

const samplesPerPixel = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Undefined when the bytes are not one sound PNG. */
export function decodePng(bytes: Uint8Array): Raster | undefined {
  const parts = readPng(bytes);
  if (!parts) return undefined;
  const { width, height, interlaced } = parts.header;
  const lines = inflate(parts);
  if (!lines) return undefined;
  const data = new Uint8Array(width * height * 4);
  let start = 0;
  for (const pass of interlaced ? adam7 : wholePicture) {
    const columns = Math.ceil((width - pass.x) / pass.dx);
    const rows = Math.ceil((height - pass.y) / pass.dy);
    if (columns < 1 || rows < 1) continue;
    const stride = strideOf(parts.header, columns);
    const end = start + rows * (stride + 1);
    if (end > lines.length) return undefined;
    if (!unfilter(lines, start, rows, stride, pixelBytes(parts.header))) return undefined;
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(start + row * (stride + 1) + 1, start + (row + 1) * (stride + 1));
      const at = ((pass.y + row * pass.dy) * width + pass.x) * 4;
      paint(parts, line, columns, data, at, pass.dx * 4);
    }
    start = end;
  }
  return createRaster(width, height, data);
}

function inflate({ header, compressed }: PngParts): Uint8Array | undefined {
  const { width, height } = header;
  // Seven passes add at most a filter byte and a rounded-up byte to each of their lines.
  const maxOutputLength = height * (strideOf(header, width) + 1) + (width + height) * 32 + 1024;
  try {
    return inflateSync(Buffer.concat(compressed), { maxOutputLength });
  } catch {
    return undefined;
  }
}

function bitsPerPixel({ colourType, bitDepth }: PngHeader): number {
  return samplesPerPixel[colourType] * bitDepth;
}

function strideOf(header: PngHeader, columns: number): number {
  return Math.ceil((columns * bitsPerPixel(header)) / 8);
}

function pixelBytes(header: PngHeader): number {
  return Math.max(1, bitsPerPixel(header) / 8);
}

/** One line of samples into RGBA, `step` bytes from pixel to pixel. */
function paint(
  parts: PngParts,
  line: Uint8Array,
  columns: number,
  data: Uint8Array,
  start: number,
  step: number,
): void {
  const { colourType, bitDepth } = parts.header;
  const samples = samplesPerPixel[colourType];
  const keyed = transparentKey(parts);
  for (let x = 0, at = start; x < columns; x++, at += step) {
    const first = sampleAt(line, x * samples, bitDepth);
    if (colourType === 3) {
      data[at] = parts.palette[first * 3] ?? 0;
      data[at + 1] = parts.palette[first * 3 + 1] ?? 0;
      data[at + 2] = parts.palette[first * 3 + 2] ?? 0;
      data[at + 3] = parts.transparency[first] ?? 255;
      continue;
    }
    const colours = colourType === 0 || colourType === 4 ? 1 : 3;
    const second = colours === 3 ? sampleAt(line, x * samples + 1, bitDepth) : first;
    const third = colours === 3 ? sampleAt(line, x * samples + 2, bitDepth) : first;
    data[at] = toByte(first, bitDepth);
    data[at + 1] = toByte(second, bitDepth);
    data[at + 2] = toByte(third, bitDepth);
    const isKey = keyed && keyed[0] === first && keyed[1] === second && keyed[2] === third;
    const alpha = samples > colours ? sampleAt(line, x * samples + colours, bitDepth) : undefined;
    data[at + 3] = alpha === undefined ? (isKey ? 0 : 255) : toByte(alpha, bitDepth);
  }
}

/** The one colour that tRNS makes transparent in a picture without palette or alpha. */
function transparentKey({ header, transparency }: PngParts): readonly number[] | undefined {
  const sample = (at: number): number =>
    ((transparency[at] ?? 0) << 8) | (transparency[at + 1] ?? 0);
  if (header.colourType === 0 && transparency.length >= 2) return [sample(0), sample(0), sample(0)];
  if (header.colourType === 2 && transparency.length >= 6) return [sample(0), sample(2), sample(4)];
  return undefined;
}

function sampleAt(line: Uint8Array, index: number, bitDepth: PngHeader['bitDepth']): number {
  if (bitDepth === 8) return line[index] ?? 0;
  if (bitDepth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0);
  const bit = index * bitDepth;
  return ((line[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}

function toByte(sample: number, bitDepth: PngHeader['bitDepth']): number {
  if (bitDepth === 8) return sample;
  return Math.round((sample * 255) / ((1 << bitDepth) - 1));
}
