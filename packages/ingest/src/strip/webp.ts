// Drops the chunks of a WebP that are no picture (EXIF, XMP, unknown ones, whatever follows the end), and makes the
// header tell the truth about what is left.
import { u8 } from '../probe/bytes.ts';
import { readWebpChunks } from '../probe/webp.ts';
import { isShownWebpChunk } from '../probe/webp-kinds.ts';
import { joinPieces, maxStrippedChunks, type Piece } from './pieces.ts';

const exifAndXmpFlags = 0x08 | 0x04;

export function stripWebp(bytes: Uint8Array): Uint8Array {
  const read = readWebpChunks(bytes, maxStrippedChunks);
  if (!read.ok) return bytes;
  const { chunks, end } = read.value;
  const kept = chunks.filter(isShownWebpChunk);
  const hasNothingToDrop = kept.length === chunks.length && end === bytes.length;
  const header = chunks.find(({ type }) => type === 'VP8X');
  const hasFalseFlags = header !== undefined && (u8(bytes, header.data) & exifAndXmpFlags) !== 0;
  if (hasNothingToDrop && !hasFalseFlags) return bytes;
  const pieces = kept.map((chunk): Piece => ({ from: chunk.start, to: chunk.end }));
  const stripped = joinPieces(bytes, [bytes.slice(0, 12), ...pieces]);
  writeLength(stripped, stripped.length - 8);
  clearFlags(stripped, header !== undefined && header === chunks[0]);
  return stripped;
}

function writeLength(bytes: Uint8Array, length: number): void {
  for (let index = 0; index < 4; index++) bytes[4 + index] = (length >>> (index * 8)) & 0xff;
}

/** The extended header is always the first chunk, so its flags are at a known place. */
function clearFlags(bytes: Uint8Array, isExtended: boolean): void {
  const flags = 20;
  if (isExtended) bytes[flags] = u8(bytes, flags) & ~exifAndXmpFlags;
}
