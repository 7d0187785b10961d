// Walks the chunks of a PNG once, in order, each inside the file, until IEND. Shared by the probe and the stripper, so
// that both agree on what a chunk is. Once pixels have begun, what breaks off ends the walk without IEND: whether all pixels are
// there is the decoder's to say, as it is in browsers.
import { accept, type Outcome } from '@percept/core';
import { crc32 } from '@percept/core/internal';
import { fourCc, u32be } from './bytes.ts';
import { beginsAs, pngSignature } from './signature.ts';
import { corrupt, tooMuch } from './verdict.ts';

/** "The length is … limited to the range of zero to 2^31-1" (PNG specification). */
const maxLength = 0x7fff_ffff;
const wellFormedType = /^[A-Za-z]{4}$/;

export interface PngChunk {
  readonly type: string;
  /** Where the length field starts. */
  readonly start: number;
  /** Where the payload starts. */
  readonly data: number;
  /** Less than the file says where it breaks off inside its pixels. */
  readonly length: number;
  /** One past the checksum, or the end of a file that breaks off. */
  readonly end: number;
}

export function readPngChunks(bytes: Uint8Array, maxChunks: number): Outcome<readonly PngChunk[]> {
  if (beginsAs(bytes) !== 'image/png') return corrupt('The file does not start as a PNG.');
  const chunks: PngChunk[] = [];
  let start = pngSignature.length;
  let hasPixels = false;
  while (start + 12 <= bytes.length) {
    const length = u32be(bytes, start);
    const type = fourCc(bytes, start + 4);
    const end = start + 12 + length;
    const isPixels = type === 'IDAT';
    if (!wellFormedType.test(type))
      return hasPixels ? accept(chunks) : corrupt('A chunk of the PNG has no valid type.');
    if (length > maxLength || end > bytes.length) {
      if (!hasPixels && (!isPixels || length > maxLength))
        return corrupt(`The PNG ends inside its ${type} chunk.`);
      const data = start + 8;
      const held = Math.min(length, bytes.length - data);
      const rest = { type, start, data, length: held, end: bytes.length };
      return accept(isPixels && chunks.length > 0 ? [...chunks, rest] : chunks);
    }
    if (chunks.length === 0 && type !== 'IHDR') {
      return corrupt(`The first chunk of the PNG is ${type}, and it must be IHDR.`);
    }
    if (chunks.length >= maxChunks) return tooMuch('maxChunks', { maxChunks }, chunks.length + 1);
    chunks.push({ type, start, data: start + 8, length, end });
    if (type === 'IEND') return accept(chunks);
    hasPixels ||= isPixels;
    start = end;
  }
  return hasPixels ? accept(chunks) : corrupt('The PNG ends before its pixels.');
}

/** It ends as a PNG has to. */
export function isEndedPng(chunks: readonly PngChunk[]): boolean {
  return chunks.at(-1)?.type === 'IEND';
}

export function hasChecksum(bytes: Uint8Array, { start, end }: PngChunk): boolean {
  return crc32(bytes.subarray(start + 4, end - 4)) === u32be(bytes, end - 4);
}
