// Which chunks of a WebP are the picture; all others are metadata, known or not.
import type { RiffChunk } from './riff.ts';

const shown: ReadonlySet<string> = new Set([
  'VP8 ',
  'VP8L',
  'VP8X',
  'ALPH',
  'ANIM',
  'ANMF',
  'ICCP',
]);

export function isShownWebpChunk(chunk: RiffChunk): boolean {
  return shown.has(chunk.type);
}
