// Walks the chunks of a RIFF container (WebP, WAVE): each inside its parent, each at least eight bytes further than the
// one before, so the walk always ends.
import { fourCc, u32le } from './bytes.ts';

export interface RiffChunk {
  readonly type: string;
  readonly start: number;
  readonly data: number;
  readonly length: number;
  /** One past the payload and its padding byte, never past the parent. */
  readonly end: number;
  /** False when the chunk claims more than its parent holds. */
  readonly isWhole: boolean;
}

/** At most `maxChunks + 1` chunks of `bytes` between `from` and `to`: one more than allowed shows that there are more. */
export function readRiffChunks(
  bytes: Uint8Array,
  from: number,
  to: number,
  maxChunks: number,
): readonly RiffChunk[] {
  const chunks: RiffChunk[] = [];
  let start = from;
  while (start + 8 <= to && chunks.length <= maxChunks) {
    const length = u32le(bytes, start + 4);
    const data = start + 8;
    const end = Math.min(data + length + (length % 2), to);
    const isWhole = data + length <= to;
    chunks.push({ type: fourCc(bytes, start), start, data, length, end, isWhole });
    start = end;
  }
  return chunks;
}
