// Pixels of a Windows bitmap, in plain code: nothing here can write outside its own raster, whatever the file says. As in
// browsers what run lengths leave out is black, and in an icon an alpha that is zero everywhere means nothing.
import type { Pixels } from '../fit/pixels.ts';
import { u16le, u32le, u8 } from '../probe/bytes.ts';
import { readBmpHeader, readIconHeader, type BitmapHeader } from './header.ts';

/** The bytes of a BMP file, or of one picture of an icon. */
export function decodeBmp(bytes: Uint8Array, container: 'file' | 'icon'): Pixels {
  const read = container === 'file' ? readBmpHeader(bytes) : readIconHeader(bytes);
  if (!read.ok) throw new Error(read.refusal.message);
  const header = read.value;
  const { width, height, bits, runs } = header;
  const raster = { data: new Uint8Array(width * height * 4), width, height };
  if (runs !== 'none') unpackRuns(bytes, header, raster.data);
  else if (bits <= 8) unpackIndices(bytes, header, raster.data);
  else unpackMasked(bytes, header, raster.data);
  if (container === 'icon' && !hasAlphaBeside(raster.data, 0)) setOpaque(raster.data);
  if (header.maskAt !== undefined && !hasAlphaBeside(raster.data, 255))
    applyMask(bytes, header, header.maskAt, raster.data);
  return { ...raster, channels: 4 };
}

/** Where a row of the file goes in the raster. */
function rowStart({ width, height, isTopDown }: BitmapHeader, row: number): number {
  return (isTopDown ? row : height - 1 - row) * width * 4;
}

/** Red, green and blue of every index; an index that the palette does not have is black. */
function readPalette(bytes: Uint8Array, { palette }: BitmapHeader): Uint8Array {
  const colours = new Uint8Array(256 * 4);
  for (let index = 0; index < 256; index += 1) {
    const at = palette.at + index * palette.entryBytes;
    const [blue, green, red] =
      index < palette.count ? [u8(bytes, at), u8(bytes, at + 1), u8(bytes, at + 2)] : [0, 0, 0];
    colours.set([red, green, blue, 255], index * 4);
  }
  return colours;
}

function put(out: Uint8Array, to: number, colours: Uint8Array, index: number): void {
  for (let channel = 0; channel < 4; channel += 1)
    out[to + channel] = colours[index * 4 + channel] ?? 0;
}

function unpackIndices(bytes: Uint8Array, header: BitmapHeader, out: Uint8Array): void {
  const { width, height, bits, pixelsAt, rowBytes } = header;
  const colours = readPalette(bytes, header);
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  for (let row = 0; row < height; row += 1) {
    const from = pixelsAt + row * rowBytes;
    const to = rowStart(header, row);
    for (let x = 0; x < width; x += 1) {
      const shift = 8 - bits * ((x % perByte) + 1);
      const index = (u8(bytes, from + Math.floor(x / perByte)) >> shift) & mask;
      put(out, to + x * 4, colours, index);
    }
  }
}

function unpackMasked(bytes: Uint8Array, header: BitmapHeader, out: Uint8Array): void {
  const { width, height, bits, pixelsAt, rowBytes, masks } = header;
  const step = bits / 8;
  const channels = masks.map(channelOf);
  for (let row = 0; row < height; row += 1) {
    let from = pixelsAt + row * rowBytes;
    let to = rowStart(header, row);
    for (let x = 0; x < width; x += 1, from += step, to += 4) {
      const value =
        bits === 16
          ? u16le(bytes, from)
          : bits === 32
            ? u32le(bytes, from)
            : u16le(bytes, from) | (u8(bytes, from + 2) << 16);
      for (let channel = 0; channel < 4; channel += 1)
        out[to + channel] = channels[channel]?.(value) ?? 0;
    }
  }
  if (masks[3] === 0) setOpaque(out);
}

/** The bits under a mask as eight bits. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  if (max === 255) return (value) => (value >>> shift) & 255;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / max);
}

/** A run of one colour, or an escape (end of a row, end of all, a jump, colours one by one). */
function unpackRuns(bytes: Uint8Array, header: BitmapHeader, out: Uint8Array): void {
  const { width, height, pixelsAt } = header;
  const coding = runCoding(bytes, header);
  setOpaque(out);
  let at = pixelsAt;
  let x = 0;
  let row = 0;
  const paint = (from: number, index: number): void => {
    if (x < width && row < height) coding.put(out, rowStart(header, row) + x * 4, from, index);
    x += 1;
  };
  while (row < height && !(row === height - 1 && x >= width)) {
    if (at + 2 > bytes.length) throw new Error('The bitmap ends before its last pixel');
    const count = u8(bytes, at);
    const escape = u8(bytes, at + 1);
    if (count > 0) {
      const isWhole = at + 1 + coding.runBytes <= bytes.length;
      if (!isWhole) throw new Error('The bitmap ends before its last pixel');
      for (let done = 0; done < count; done += 1) paint(at + 1, done % coding.inRun);
      at += 1 + coding.runBytes;
    } else if (escape === 0) {
      x = 0;
      row += 1;
      at += 2;
    } else if (escape === 1) {
      return;
    } else if (escape === 2) {
      x += u8(bytes, at + 2);
      row += u8(bytes, at + 3);
      at += 4;
    } else {
      const length = Math.ceil((escape * header.bits) / 8);
      if (at + 2 + length > bytes.length) throw new Error('The bitmap ends before its last pixel');
      for (let done = 0; done < escape; done += 1) paint(at + 2, done);
      at += 2 + length + (length % 2);
    }
  }
}

interface RunCoding {
  /** How many bytes say the colours of a run, and how many colours they are, in turn. */
  readonly runBytes: number;
  readonly inRun: number;
  put(out: Uint8Array, to: number, from: number, index: number): void;
}

function runCoding(bytes: Uint8Array, header: BitmapHeader): RunCoding {
  if (header.runs === 'rle24') {
    const put: RunCoding['put'] = (out, to, from, index) => {
      for (let channel = 0; channel < 3; channel += 1)
        out[to + channel] = u8(bytes, from + index * 3 + 2 - channel);
    };
    return { runBytes: 3, inRun: 1, put };
  }
  const colours = readPalette(bytes, header);
  const isHalf = header.runs === 'rle4';
  const indexAt = (from: number, index: number): number => {
    if (!isHalf) return u8(bytes, from + index);
    const byte = u8(bytes, from + (index >> 1));
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  };
  return {
    runBytes: 1,
    inRun: isHalf ? 2 : 1,
    put: (out, to, from, index) => put(out, to, colours, indexAt(from, index)),
  };
}

/** Whether the alpha of any pixel is something else. */
function hasAlphaBeside(out: Uint8Array, alpha: number): boolean {
  for (let at = 3; at < out.length; at += 4) if (out[at] !== alpha) return true;
  return false;
}

function setOpaque(out: Uint8Array): void {
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
}

/** One bit a pixel; one that is set shows what is behind. */
function applyMask(bytes: Uint8Array, header: BitmapHeader, maskAt: number, out: Uint8Array): void {
  const { width, height } = header;
  const rowBytes = Math.ceil(width / 32) * 4;
  for (let row = 0; row < height; row += 1) {
    const to = rowStart(header, row);
    for (let x = 0; x < width; x += 1) {
      const bit = (u8(bytes, maskAt + row * rowBytes + (x >> 3)) >> (7 - (x % 8))) & 1;
      if (bit === 1) out[to + x * 4 + 3] = 0;
    }
  }
}
