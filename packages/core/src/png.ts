// The container of a PNG: signature, chunks with their checksums, and nothing that was not asked for. Compressing is the
// caller's, so that this runs anywhere.
import { concatenate } from './concatenate.ts';

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 2 | 4 | 8;
  /** 0 grey, 2 RGB, 3 palette, 6 RGB with alpha. */
  readonly colourType: 0 | 2 | 3 | 6;
  /** Chunks of one's own, behind the header. */
  readonly extra?: readonly Uint8Array[];
  /** Three bytes a colour. */
  readonly palette?: Uint8Array;
  /** Filtered rows in a zlib stream. */
  readonly compressed: Uint8Array;
}

/** @example assemblePng({ width, height, bitDepth: 8, colourType: 2, compressed: deflateSync(rows) }) */
export function assemblePng(parts: PngParts): Uint8Array {
  const { width, height, bitDepth, colourType, extra = [], palette, compressed } = parts;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = bitDepth;
  header[9] = colourType;
  return concatenate([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    ...extra,
    ...(palette ? [pngChunk('PLTE', palette)] : []),
    pngChunk('IDAT', compressed),
    pngChunk('IEND', new Uint8Array(0)),
  ]);
}

export function pngChunk(type: string, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(payload.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, payload.length);
  for (let index = 0; index < 4; index += 1) out[4 + index] = type.charCodeAt(index);
  out.set(payload, 8);
  view.setUint32(payload.length + 8, crc32(out.subarray(4, payload.length + 8)));
  return out;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 as PNG, gzip and zip use it. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffff_ffff) >>> 0;
}
