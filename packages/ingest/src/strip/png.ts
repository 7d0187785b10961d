// A PNG for the decoder: its pixels and what their numbers mean, and nothing else. What the file says about colour in other
// words becomes the one profile that a colour engine understands. Pixel data is copied, checksums included; those of an
// animation whose own picture nobody sees are its first frame's.
import { pngChunk } from '@percept/core/internal';
import { profileChunk, profileOf } from '../colour/profile.ts';
import type { Size } from '@percept/core';
import { u32be, u8 } from '../probe/bytes.ts';
import {
  classifyPngChunks,
  isEndedPng,
  readPngChunks,
  type PngChunk,
} from '../probe/png-chunks.ts';
import { readPngColour } from '../probe/png-colour.ts';
import { sequenceBytes, shownFrame, type PngFrame } from '../probe/png-frame.ts';
import { partsOf, type Piece } from './pieces.ts';
import { maxStrippedChunks } from '../limits.ts';

const signatureBytes = 8;
const checksumBytes = 4;
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
  const frame = shownFrame(bytes, chunks, sizeOf(bytes, header));
  const [first, others] =
    typeof frame === 'string'
      ? [pieceOf(header), rest.map((chunk) => wholePiece(bytes, chunk))]
      : [framedHeader(bytes, header, frame), framedRest(bytes, rest, frame)];
  // A palette and its transparency follow the profile, as the specification wants it.
  return partsOf(bytes, [
    { from: 0, to: signatureBytes },
    first,
    ...(profile ? [profile] : []),
    ...others,
    ...(isEndedPng(chunks) ? [] : [pngChunk('IEND', new Uint8Array(0))]),
  ]);
}

/** Pixels that break off become a chunk that does not. */
function wholePiece(bytes: Uint8Array, chunk: PngChunk): Piece {
  const { type, data, length, end } = chunk;
  if (end === data + length + checksumBytes) return pieceOf(chunk);
  return pngChunk(type, bytes.subarray(data, data + length));
}

function sizeOf(bytes: Uint8Array, { data }: PngChunk): Size {
  return { width: u32be(bytes, data), height: u32be(bytes, data + 4) };
}

/** A frame becomes a picture of its own: the caller puts it in its place. */
function framedHeader(
  bytes: Uint8Array,
  { data, length }: PngChunk,
  { width, height }: PngFrame,
): Uint8Array {
  const payload = new Uint8Array(bytes.subarray(data, data + length));
  const view = new DataView(payload.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  return pngChunk('IHDR', payload);
}

function framedRest(
  bytes: Uint8Array,
  rest: readonly PngChunk[],
  frame: PngFrame,
): readonly Piece[] {
  const pixels = frame.data.map(({ data, length }) =>
    pngChunk('IDAT', bytes.subarray(data + sequenceBytes, data + length)),
  );
  const at = rest.findIndex(({ type }) => type === 'IDAT');
  const others = rest.filter(({ type }) => type !== 'IDAT').map(pieceOf);
  return [...others.slice(0, at), ...pixels, ...others.slice(at)];
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
  return profile && profileChunk(profile);
}
