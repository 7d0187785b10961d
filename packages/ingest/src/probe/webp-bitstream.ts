// Reads the size that the two WebP bitstreams carry themselves, which is the one that their decoders believe.
import { u16le, u24le, u32le, u8 } from './bytes.ts';
import type { RiffChunk } from './riff.ts';

export interface Bitstream {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly isLossy: boolean;
}

export function readBitstream(
  bytes: Uint8Array,
  { type, data, length }: RiffChunk,
): Bitstream | undefined {
  if (type === 'VP8 ') return length < 10 ? undefined : readLossy(bytes, data);
  if (type === 'VP8L') return length < 5 ? undefined : readLossless(bytes, data);
  return undefined;
}

/** RFC 6386 9.1: a key frame has bit 0 clear, then the start code, then two sizes of 14 bits with their scale. */
function readLossy(bytes: Uint8Array, at: number): Bitstream | undefined {
  const isKeyFrame = (u8(bytes, at) & 1) === 0;
  if (!isKeyFrame || u24le(bytes, at + 3) !== 0x2a019d) return undefined;
  const width = u16le(bytes, at + 6) & 0x3fff;
  const height = u16le(bytes, at + 8) & 0x3fff;
  return { width, height, hasAlpha: false, isLossy: true };
}

/** A signature byte, then width and height less one in 14 bits each, the alpha hint, and version 0. */
function readLossless(bytes: Uint8Array, at: number): Bitstream | undefined {
  const bits = u32le(bytes, at + 1);
  if (u8(bytes, at) !== 0x2f || bits >>> 29 !== 0) return undefined;
  const width = (bits & 0x3fff) + 1;
  const height = ((bits >>> 14) & 0x3fff) + 1;
  return { width, height, hasAlpha: ((bits >>> 28) & 1) === 1, isLossy: false };
}
