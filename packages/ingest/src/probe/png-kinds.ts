// Which chunks of a PNG are the picture, which say how its numbers are meant, which are its animation, and which are talk
// about it. The stripper keeps the first two kinds only, and the probe counts the last: one rule for both.
import { u32be, u8 } from './bytes.ts';
import { hasChecksum, type PngChunk } from './png-chunks.ts';

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
const displayChunks: ReadonlySet<string> = new Set([
  'sBIT',
  'bKGD',
  'pHYs',
  'mDCV',
  'cLLI',
  'hIST',
]);

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
