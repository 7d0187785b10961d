// Whether the numbers in a PNG mean something else than sRGB. A compressed profile cannot be read without inflating it,
// so any iCCP counts: the cost of a needless conversion is time, that of a missed one is a model that sees other colours.
import { u16be, u32be } from './bytes.ts';
import type { PngChunk } from './png-chunks.ts';

/** 1/2.2 and the sRGB primaries, in the units of the chunks. */
const srgbGamma = 45_455;
const srgbChromaticities = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000];
/** As in libpng: within 5 % of gamma nobody sees a difference. */
const gammaTolerance = 0.05 * srgbGamma;
const chromaticityTolerance = 1_000;

export function pngColourMatters(bytes: Uint8Array, chunks: readonly PngChunk[]): boolean {
  const first = new Map<string, PngChunk>();
  for (const chunk of chunks) {
    if (chunk.type === 'IDAT') break;
    if (!first.has(chunk.type)) first.set(chunk.type, chunk);
  }
  const coding = first.get('cICP');
  // 1, 13: BT.709 primaries with the sRGB curve; 0, 1: RGB, full range.
  if (coding)
    return u16be(bytes, coding.data) !== 0x010d || u16be(bytes, coding.data + 2) !== 0x0001;
  if (first.has('iCCP')) return true;
  if (first.has('sRGB')) return false;
  return hasForeignGamma(bytes, first.get('gAMA')) || hasForeignPrimaries(bytes, first.get('cHRM'));
}

function hasForeignGamma(bytes: Uint8Array, chunk: PngChunk | undefined): boolean {
  return chunk !== undefined && Math.abs(u32be(bytes, chunk.data) - srgbGamma) > gammaTolerance;
}

function hasForeignPrimaries(bytes: Uint8Array, chunk: PngChunk | undefined): boolean {
  if (!chunk) return false;
  return srgbChromaticities.some(
    (expected, index) =>
      Math.abs(u32be(bytes, chunk.data + index * 4) - expected) > chromaticityTolerance,
  );
}
