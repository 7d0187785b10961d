// Which chunks of a PNG are the picture, which are its animation, and which are talk about it. The stripper keeps the
// first kind only, and the probe counts the last kind: one rule, so the count is what stripping saves.
import type { PngChunk } from './png-chunks.ts';

export type PngChunkKind = 'picture' | 'animation' | 'metadata';

/** Chunks that change how pixels look, with the longest payload that the specification gives them. */
const shownChunks: ReadonlyMap<string, number> = new Map([
  ['PLTE', 768],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['sBIT', 4],
  ['bKGD', 6],
  ['pHYs', 9],
  ['cICP', 4],
  ['mDCV', 24],
  ['cLLI', 8],
  ['iCCP', Number.POSITIVE_INFINITY],
]);

/**
 * One kind per chunk. Decoders take the first chunk of a type, take no colour after the pixels, and stop at the first
 * gap between IDAT chunks: whatever they do not take is metadata here.
 */
export function classifyPngChunks(chunks: readonly PngChunk[]): readonly PngChunkKind[] {
  const seen = new Set<string>();
  let previous = '';
  return chunks.map(({ type, length }) => {
    const isFirst = !seen.has(type);
    const isBeforePixels = !seen.has('IDAT');
    const isRun = isFirst || previous === 'IDAT';
    seen.add(type);
    previous = type;
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') return 'animation';
    if (type === 'IHDR' || type === 'IEND') return 'picture';
    if (type === 'IDAT') return isRun ? 'picture' : 'metadata';
    const longest = shownChunks.get(type) ?? -1;
    return isFirst && isBeforePixels && length <= longest ? 'picture' : 'metadata';
  });
}
