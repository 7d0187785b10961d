// Writes WebP files: lossless pictures of one colour, which take a few bytes at any size, and containers around them.
import { join, le16, le24, le32 } from './bytes.ts';

export function riffChunk(type: string, data: Uint8Array): Uint8Array {
  return join(type, le32(data.length), data, data.length % 2 === 1 ? [0] : []);
}

export function webp(...chunks: readonly Uint8Array[]): Uint8Array {
  const body = join('WEBP', ...chunks);
  return join('RIFF', le32(body.length), body);
}

/** One colour: no transforms, no cache, five codes of one symbol each. */
export function lossless(width: number, height: number): Uint8Array {
  const size = (width - 1) | ((height - 1) << 14);
  // Three zero bits, then five times the four bits 1, 0, 0, 0 (simple, one symbol, of one bit, zero).
  const codes = 0b0001_0001_0001_0001_0001 * 8;
  return riffChunk('VP8L', join([0x2f], le32(size), le32(codes)));
}

/** The header of a lossy key frame with nothing behind it but zeros. */
export function lossy(width: number, height: number, bytes: number): Uint8Array {
  const header = join([0x10, 0, 0, 0x9d, 0x01, 0x2a], le16(width), le16(height));
  return riffChunk('VP8 ', join(header, new Uint8Array(bytes)));
}

export const flags = {
  animation: 0x02,
  xmp: 0x04,
  exif: 0x08,
  alpha: 0x10,
  profile: 0x20,
} as const;

export function extended(width: number, height: number, flagBits: number): Uint8Array {
  return riffChunk('VP8X', join([flagBits, 0, 0, 0], le24(width - 1), le24(height - 1)));
}

export function animation(): Uint8Array {
  return riffChunk('ANIM', new Uint8Array(6));
}

export function animationFrame(width: number, height: number, left = 0): Uint8Array {
  const place = join(le24(left / 2), le24(0), le24(width - 1), le24(height - 1), le24(40), [0]);
  return riffChunk('ANMF', join(place, lossless(width, height)));
}
