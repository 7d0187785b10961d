// Walks the chunks of a PNG once, in order, each inside the file, until IEND. Shared by the probe and the stripper, so
// that both agree on what a chunk is.
import { accept, type Outcome } from '@percept/core';
import { fourCc, spells, u32be } from './bytes.ts';
import { corrupt, tooManyChunks } from './verdict.ts';

const signature = '\x89PNG\r\n\x1a\n';
/** "The length is … limited to the range of zero to 2^31-1" (PNG specification). */
const maxLength = 0x7fff_ffff;
const wellFormedType = /^[A-Za-z]{4}$/;

export interface PngChunk {
  readonly type: string;
  /** Where the length field starts. */
  readonly start: number;
  /** Where the payload starts. */
  readonly data: number;
  readonly length: number;
  /** One past the checksum. */
  readonly end: number;
}

export function readPngChunks(bytes: Uint8Array, maxChunks: number): Outcome<readonly PngChunk[]> {
  if (!spells(bytes, 0, signature)) return corrupt('The file does not start as a PNG.');
  const chunks: PngChunk[] = [];
  let start = signature.length;
  while (start + 12 <= bytes.length) {
    const length = u32be(bytes, start);
    const type = fourCc(bytes, start + 4);
    const end = start + 12 + length;
    if (!wellFormedType.test(type)) return corrupt('A chunk of the PNG has no valid type.');
    if (length > maxLength || end > bytes.length) {
      return corrupt(`The PNG ends inside its ${type} chunk.`);
    }
    if (chunks.length === 0 && type !== 'IHDR') {
      return corrupt(`The first chunk of the PNG is ${type}, and it must be IHDR.`);
    }
    if (chunks.length >= maxChunks) return tooManyChunks({ maxChunks }, chunks.length + 1);
    chunks.push({ type, start, data: start + 8, length, end });
    if (type === 'IEND') return accept(chunks);
    start = end;
  }
  return corrupt('The PNG ends before its IEND chunk.');
}
