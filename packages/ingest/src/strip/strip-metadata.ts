// Lossless removal of what a picture says beside its pixels, before it leaves: place, device, people, thumbnails,
// comments, and data hidden after the end. The pixels are copied, never decoded.
import type { SourceType } from '@percept/core';
import { findBox, readBoxes } from '../probe/audio/boxes.ts';
import { fourCc, spells, u8 } from '../probe/bytes.ts';
import { firstGifFrame, gifPaletteBytes, gifScreenBytes } from '../probe/gif.ts';
import {
  isEndedJpeg,
  keepJpegSegments,
  readJpegSegments,
  type Keep,
} from '../probe/jpeg-segments.ts';
import type { RiffChunk } from '../probe/riff.ts';
import { isShownWebpChunk, readWebpChunks } from '../probe/webp.ts';
import { maxStrippedChunks } from '../limits.ts';
import { partsOf, type Piece } from './pieces.ts';
import { stripPng } from './png.ts';

/**
 * Gives parts of the file in order: the bytes themselves, alone, when there is nothing to strip. Meant for bytes that `probe` has accepted: what cannot be
 * walked comes back as it is. Types that never leave do too: their pixels are encoded anew.
 * Stripping removes the EXIF orientation too: turn the pixels first, or keep what `probe` said of it.
 */
export function stripMetadata(bytes: Uint8Array, mime: SourceType): readonly Uint8Array[] {
  return strippers[mime]?.(bytes) ?? [bytes];
}

type Stripper = (bytes: Uint8Array) => readonly Uint8Array[];

const strippers: Readonly<Partial<Record<SourceType, Stripper>>> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
};

/**
 * Drops the application segments and comments of a JPEG: EXIF with its thumbnail and place, XMP, IPTC, second pictures
 * after the end. JFIF and Adobe stay without their extras, and the profile stays, since they decide colour.
 */
function stripJpeg(bytes: Uint8Array): readonly Uint8Array[] {
  const walked = readJpegSegments(bytes, maxStrippedChunks);
  if (!walked.ok) return [bytes];
  const kept = keepJpegSegments(bytes, walked.value);
  return partsOf(bytes, [
    { from: 0, to: 2 },
    ...kept.flatMap((keep) => segmentPieces(bytes, keep)),
    ...(isEndedJpeg(walked.value) ? [] : [endMark]),
  ]);
}

const endMark = Uint8Array.of(0xff, 0xd9);

/** Where in a JFIF segment the size of its thumbnail stands. */
const thumbnailSize = 12;

function segmentPieces(bytes: Uint8Array, { segment, payloadBytes }: Keep): readonly Piece[] {
  const { marker, start, data, dataEnd, end } = segment;
  const hasThumbnail =
    marker === 0xe0 && (bytes[data + thumbnailSize] || bytes[data + thumbnailSize + 1]);
  if (dataEnd - data === payloadBytes && !hasThumbnail) return [{ from: start, to: end }];
  const shortened = new Uint8Array(bytes.subarray(start, data + payloadBytes));
  const length = data - 2 - start;
  shortened[length] = (payloadBytes + 2) >> 8;
  shortened[length + 1] = (payloadBytes + 2) & 0xff;
  if (marker === 0xe0) shortened.fill(0, data - start + thumbnailSize);
  return [shortened];
}

const riffHeaderBytes = 12;
const exifAndXmpFlags = 0x08 | 0x04;

/**
 * Drops the chunks of a WebP that are no picture (EXIF, XMP, unknown ones, whatever follows the end), and makes the
 * header tell the truth about what is left.
 */
function stripWebp(bytes: Uint8Array): readonly Uint8Array[] {
  const read = readWebpChunks(bytes, maxStrippedChunks);
  if (!read.ok) return [bytes];
  const { chunks, end } = read.value;
  const kept = chunks.filter(isShownWebpChunk);
  const hasNothingToDrop = kept.length === chunks.length && end === bytes.length;
  const extended = chunks.find(({ type }) => type === 'VP8X');
  const hasFalseFlags = extended && (u8(bytes, extended.data) & exifAndXmpFlags) !== 0;
  if (hasNothingToDrop && !hasFalseFlags) return [bytes];
  const header = new Uint8Array(bytes.subarray(0, riffHeaderBytes));
  const length = kept.reduce(
    (sum, { start, end: stop }) => sum + stop - start,
    riffHeaderBytes - 8,
  );
  new DataView(header.buffer).setUint32(4, length, true);
  return partsOf(bytes, [
    header,
    ...kept.map((chunk) => (chunk === chunks[0] ? withTrueFlags(bytes, chunk) : chunkPiece(chunk))),
  ]);
}

function chunkPiece({ start, end }: RiffChunk): Piece {
  return { from: start, to: end };
}

/** The extended header counts only as the first chunk. */
function withTrueFlags(bytes: Uint8Array, chunk: RiffChunk): Piece {
  if (chunk.type !== 'VP8X') return chunkPiece(chunk);
  const own = new Uint8Array(bytes.subarray(chunk.start, chunk.end));
  own[chunk.data - chunk.start] = u8(bytes, chunk.data) & ~exifAndXmpFlags;
  return own;
}

const nameBytes = 4;
/** In the header, after its length and its own name. */
const firstName = 8;
const sequenceNames: ReadonlySet<string> = new Set(['avis', 'msf1']);

/**
 * A sequence that holds its first picture as a still beside it is given the names of a still, by which the decoder knows one, and what
 * moves in it becomes room that nobody reads.
 */
function stripAvif(bytes: Uint8Array): readonly Uint8Array[] {
  const [header] = readBoxes(bytes, 0, bytes.length);
  const movie = findBox(bytes, { data: 0, end: bytes.length }, 'moov');
  if (header?.type !== 'ftyp' || (!movie && spells(bytes, firstName, 'avif'))) return [bytes];
  const own = new Uint8Array(bytes.subarray(0, header.end));
  const still = nameOf('avif');
  for (let at = firstName; at + nameBytes <= own.length; at += nameBytes)
    if (at === firstName || sequenceNames.has(fourCc(own, at))) own.set(still, at);
  if (!movie) return partsOf(bytes, [own, { from: header.end, to: bytes.length }]);
  // The length of a long box stands between its name and its data.
  const nameAt = movie.data - (spells(bytes, movie.data - nameBytes, 'moov') ? 4 : 12);
  return partsOf(bytes, [
    own,
    { from: header.end, to: nameAt },
    nameOf('free'),
    { from: nameAt + nameBytes, to: bytes.length },
  ]);
}

function nameOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/**
 * A GIF whose first frame leaves a part of the canvas uncovered becomes that frame alone, on a canvas of its own size: the caller
 * puts it back in its place, on transparency.
 */
export function loneGifFrame(bytes: Uint8Array): readonly Uint8Array[] {
  const frame = firstGifFrame(bytes);
  if (!frame) return [bytes];
  const { width, height, start, end, control } = frame;
  const screen = new Uint8Array(bytes.subarray(0, gifScreenBytes));
  const view = new DataView(screen.buffer);
  view.setUint16(6, width, true);
  view.setUint16(8, height, true);
  const body = new Uint8Array(bytes.subarray(start, end));
  body.fill(0, 1, 5);
  body.set(screen.subarray(6, 10), 5);
  const colours = gifScreenBytes + gifPaletteBytes(u8(bytes, 10));
  const pieces: Piece[] = [screen, { from: gifScreenBytes, to: colours }];
  if (control) pieces.push({ from: control.start, to: control.end });
  return partsOf(bytes, [...pieces, body, Uint8Array.of(0x3b)]);
}
