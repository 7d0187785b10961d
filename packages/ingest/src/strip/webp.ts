// Drops the chunks of a WebP that are no picture (EXIF, XMP, unknown ones, whatever follows the end), and makes the
// header tell the truth about what is left.
import { u8 } from '../probe/bytes.ts';
import type { RiffChunk } from '../probe/riff.ts';
import { readWebpChunks } from '../probe/webp.ts';
import { isShownWebpChunk } from '../probe/webp-kinds.ts';
import { partsOf, type Piece } from './pieces.ts';
import { maxStrippedChunks } from '../limits.ts';

const headerBytes = 12;
const exifAndXmpFlags = 0x08 | 0x04;

export function stripWebp(bytes: Uint8Array): readonly Uint8Array[] {
  const read = readWebpChunks(bytes, maxStrippedChunks);
  if (!read.ok) return [bytes];
  const { chunks, end } = read.value;
  const kept = chunks.filter(isShownWebpChunk);
  const hasNothingToDrop = kept.length === chunks.length && end === bytes.length;
  const extended = chunks.find(({ type }) => type === 'VP8X');
  const hasFalseFlags = extended && (u8(bytes, extended.data) & exifAndXmpFlags) !== 0;
  if (hasNothingToDrop && !hasFalseFlags) return [bytes];
  const header = new Uint8Array(bytes.subarray(0, headerBytes));
  const length = kept.reduce((sum, { start, end: stop }) => sum + stop - start, headerBytes - 8);
  new DataView(header.buffer).setUint32(4, length, true);
  return partsOf(bytes, [
    header,
    ...kept.map((chunk) => (chunk === chunks[0] ? withTrueFlags(bytes, chunk) : rangeOf(chunk))),
  ]);
}

function rangeOf({ start, end }: RiffChunk): Piece {
  return { from: start, to: end };
}

/** The extended header counts only as the first chunk. */
function withTrueFlags(bytes: Uint8Array, chunk: RiffChunk): Piece {
  if (chunk.type !== 'VP8X') return rangeOf(chunk);
  const own = new Uint8Array(bytes.subarray(chunk.start, chunk.end));
  own[chunk.data - chunk.start] = u8(bytes, chunk.data) & ~exifAndXmpFlags;
  return own;
}
