// A PNG for the decoder: its pixels and what their numbers mean, and nothing else. What the file says about colour in other
// words becomes the one profile that a colour engine understands. Pixel data is copied, checksums included.
import { pngChunk } from '@percept/core/internal';
import { profileOf } from '../colour/profile.ts';
import { u8 } from '../probe/bytes.ts';
import { readPngChunks, type PngChunk } from '../probe/png-chunks.ts';
import { readPngColour } from '../probe/png-colour.ts';
import { classifyPngChunks } from '../probe/png-kinds.ts';
import { maxStrippedChunks, partsOf, type Piece } from './pieces.ts';

const signatureBytes = 8;
/** Where in the file the colour type stands: in the header, which is always first. */
const colourTypeAt = 25;

export function stripPng(bytes: Uint8Array): readonly Uint8Array[] {
  const walked = readPngChunks(bytes, maxStrippedChunks);
  if (!walked.ok) return [bytes];
  const chunks = walked.value;
  const kinds = classifyPngChunks(bytes, chunks);
  const ofKind = (kind: string): readonly PngChunk[] =>
    chunks.filter((_, index) => kinds[index] === kind);
  const [header, ...rest] = ofKind('picture');
  if (!header) return [bytes];
  const profile = profilePiece(bytes, ofKind('colour'));
  // A palette and its transparency follow the profile, as the specification wants it.
  return partsOf(bytes, [
    { from: 0, to: signatureBytes },
    pieceOf(header),
    ...(profile ? [profile] : []),
    ...rest.map(pieceOf),
  ]);
}

function pieceOf({ start, end }: PngChunk): Piece {
  return { from: start, to: end };
}

function profilePiece(bytes: Uint8Array, colours: readonly PngChunk[]): Piece | undefined {
  const colour = readPngColour(bytes, colours);
  if (colour.kind === 'embedded') return pieceOf(colour.chunk);
  if (colour.kind !== 'described') return undefined;
  const isGrey = (u8(bytes, colourTypeAt) & 3) === 0;
  const profile = profileOf(colour.description, isGrey);
  if (!profile) return undefined;
  const compressed = stored(profile);
  const payload = new Uint8Array(3 + compressed.length);
  payload[0] = 'p'.charCodeAt(0);
  payload.set(compressed, 3);
  return pngChunk('iCCP', payload);
}

/** A zlib stream of one block that is not compressed: a profile of ours is far below what one holds. */
function stored(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + 11);
  const view = new DataView(out.buffer);
  out.set([0x78, 0x01, 0x01]);
  view.setUint16(3, bytes.length, true);
  view.setUint16(5, ~bytes.length, true);
  out.set(bytes, 7);
  view.setUint32(7 + bytes.length, adler32(bytes));
  return out;
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 0x1_0000 + low;
}
