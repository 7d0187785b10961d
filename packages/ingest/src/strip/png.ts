// Drops every chunk of a PNG that its pixels do not need: texts, EXIF, times, private chunks, animation frames, and
// whatever follows the end. What stays is copied byte for byte, checksums included.
import { readPngChunks } from '../probe/png-chunks.ts';
import { classifyPngChunks } from '../probe/png-kinds.ts';
import { joinPieces, maxStrippedChunks } from './pieces.ts';

const signatureBytes = 8;

export function stripPng(bytes: Uint8Array): Uint8Array {
  const walked = readPngChunks(bytes, maxStrippedChunks);
  if (!walked.ok) return bytes;
  const chunks = walked.value;
  const kinds = classifyPngChunks(chunks);
  const kept = chunks.filter((_, index) => kinds[index] === 'picture');
  return joinPieces(bytes, [
    { from: 0, to: signatureBytes },
    ...kept.map(({ start, end }) => ({ from: start, to: end })),
  ]);
}
