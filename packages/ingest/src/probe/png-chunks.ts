// Walks the chunks of a PNG once, in order, each inside the file, until IEND. Shared by the probe and the stripper, so
// that both agree on what a chunk is. Once pixels have begun, what breaks off ends the walk without IEND: whether all pixels are
// there is the decoder's to say, as it is in browsers.
import { fourCc, u32be, u8 } from './bytes.ts';
import { accept, type Outcome } from '@percept/core';
import { crc32 } from '@percept/core/internal';
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
    if (chunks.length === 0 && type !== 'IHDR')
      return corrupt(`The first chunk of the PNG is ${type}, and it must be IHDR.`);
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

/**
 * Which chunks of a PNG are the picture, which say how its numbers are meant, which are its animation, and which are talk about it.
 * The stripper keeps the first two kinds only, and the probe counts the last: one rule for both.
 */
export type PngChunkKind = 'picture' | 'colour' | 'display' | 'animation' | 'metadata' | 'damaged';

/** Chunks that change how pixels look, each with what its payload must be; anything else counts as not there. */
const colourChunks: ReadonlyMap<string, (bytes: Uint8Array, chunk: PngChunk) => boolean> = new Map([
  ['cICP', (_, { length }) => length === 4],
  ['iCCP', isProfile],
  ['sRGB', (bytes, { data, length }) => length === 1 && u8(bytes, data) <= 3],
  ['gAMA', (bytes, { data, length }) => length === 4 && u32be(bytes, data) > 0],
  ['cHRM', (_, { length }) => length === 32],
]);

/** What a display may do with the picture: none of it changes a pixel of ours. */
const displayChunks: ReadonlySet<string> = new Set('sBIT bKGD pHYs mDCV cLLI hIST'.split(' '));

const pixelChunks: ReadonlyMap<string, number> = new Map([
  ['PLTE', 768],
  ['tRNS', 256],
]);

/** A name of 1 to 79 characters, a NUL, method 0, and something that is compressed. */
function isProfile(bytes: Uint8Array, { data, length }: PngChunk): boolean {
  const end = bytes.indexOf(0, data);
  const name = end - data;
  return end >= 0 && name >= 1 && name <= 79 && name + 3 < length && u8(bytes, end + 1) === 0;
}

/**
 * One kind per chunk. Decoders take the first chunk of a type, take no colour after the pixels, and stop at the first
 * gap between IDAT chunks: whatever they do not take is metadata here. What they would take if its checksum or its form
 * were right is damage.
 */
export function classifyPngChunks(
  bytes: Uint8Array,
  chunks: readonly PngChunk[],
): readonly PngChunkKind[] {
  const seen = new Set<string>();
  let previous = '';
  return chunks.map((chunk) => {
    const { type, length } = chunk;
    const isFirst = !seen.has(type);
    const isBeforePixels = !seen.has('IDAT');
    const isRun = isFirst || previous === 'IDAT';
    seen.add(type);
    previous = type;
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') return 'animation';
    if (type === 'IHDR' || type === 'IEND') return 'picture';
    if (type === 'IDAT') return isRun ? 'picture' : 'metadata';
    const isColour = colourChunks.get(type);
    const longest = pixelChunks.get(type);
    const isTaken = isFirst && isBeforePixels;
    if (displayChunks.has(type))
      return isTaken && !hasChecksum(bytes, chunk) ? 'damaged' : 'display';
    if (!isTaken || (!isColour && longest === undefined)) return 'metadata';
    if (longest !== undefined) {
      if (length > longest) return 'metadata';
      return type === 'PLTE' || hasChecksum(bytes, chunk) ? 'picture' : 'damaged';
    }
    return isColour?.(bytes, chunk) && hasChecksum(bytes, chunk) ? 'colour' : 'damaged';
  });
}
