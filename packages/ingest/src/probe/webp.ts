// Probes a WebP by its chunks. A lossless picture of one colour really can be 34 bytes long at any size, so what bounds
// it is the canvas that the decoder allocates, never the bytes of the file.
import { accept, type DoorLimits, type Outcome, type Size } from '@percept/core';
import { u16le, u24le, u32le, u8 } from './bytes.ts';
import { readOrientation, readXmpOrientation } from './orientation.ts';
import type { Probe } from './picture.ts';
import { readRiffChunks, type RiffChunk } from './riff.ts';
import { beginsAs } from './signature.ts';
import { cannotFill, corrupt, overBounds, tooMuch } from './verdict.ts';
import { maxStillWebpChunks } from '../limits.ts';

const alphaFlag = 0x10;
const exifFlag = 0x08;
const xmpFlag = 0x04;
const animationFlag = 0x02;
/** A macroblock of 16 × 16 pixels spends at least three bits on its two prediction modes. */
const minMacroblockBits = 2;
const frameHeaderBytes = 16;

interface Canvas extends Size {
  readonly flags: number;
}

/** The chunks that are the picture; all others are metadata, known or not. */
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

export function probeWebp(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const read = readWebpChunks(bytes, limits.maxChunks);
  if (!read.ok) return read;
  const { chunks, end } = read.value;
  const canvas = readCanvas(bytes, chunks);
  if (!canvas.ok) return canvas;
  const { width, height, flags } = canvas.value;
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  if (frames.length > limits.maxFrames) return tooMuch('maxFrames', limits, frames.length);
  const still = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (!still && frames.length === 0) return corrupt('The WebP holds no picture data.');
  const isAnimated = (flags & animationFlag) !== 0 || frames.length > 0;
  const decoderBytes = width * height * (isAnimated ? 8 : 4);
  const metadata = chunks.filter((chunk) => !isShownWebpChunk(chunk));
  const metadataBytes = metadata.reduce((sum, chunk) => sum + chunk.end - chunk.start, 0);
  const profile = chunks.find(({ type }) => type === 'ICCP');
  const ancillaryBytes = metadataBytes + (profile?.length ?? 0);
  const cost = { width, height, frames: frames.length, ancillaryBytes, decoderBytes };
  const refusal = overBounds(cost, limits);
  if (refusal) return refusal;
  const picture = still ? checkStill(bytes, still, canvas.value) : accept(undefined);
  if (!picture.ok) return picture;
  const moving = checkFrames(bytes, frames, canvas.value);
  if (!moving.ok) return moving;
  // Decoders look for EXIF only when the header announces it.
  const exif = (flags & exifFlag) === 0 ? undefined : chunks.find(({ type }) => type === 'EXIF');
  const xmp = (flags & xmpFlag) === 0 ? undefined : chunks.find(({ type }) => type === 'XMP ');
  return accept({
    mime: 'image/webp',
    width,
    height,
    frames: Math.max(1, frames.length),
    orientation: exif
      ? readOrientation(bytes, exif.data, exif.data + exif.length)
      : xmp
        ? readXmpOrientation(bytes, xmp.data, xmp.data + xmp.length)
        : 1,
    hasAlpha:
      moving.value.isUncovered ||
      (flags & alphaFlag) !== 0 ||
      (picture.value?.hasAlpha ?? false) ||
      chunks.some(({ type }) => type === 'ALPH'),
    metadataBytes,
    trailingBytes: bytes.length - end,
    decoderBytes,
  });
}

/** Of a still that the probe has accepted. */
export function isLossyWebp(bytes: Uint8Array): boolean {
  const read = readWebpChunks(bytes, maxStillWebpChunks);
  return !read.ok || read.value.chunks.some(({ type }) => type === 'VP8 ');
}

/** The chunks of a WebP, all whole, and where the last of them ends. */
export function readWebpChunks(
  bytes: Uint8Array,
  maxChunks: number,
): Outcome<{ readonly chunks: readonly RiffChunk[]; readonly end: number }> {
  if (beginsAs(bytes) !== 'image/webp') return corrupt('The file does not start as a WebP.');
  const end = 8 + u32le(bytes, 4);
  if (end > bytes.length) return corrupt('The WebP ends before the length that it names.');
  const chunks = readRiffChunks(bytes, 12, end, maxChunks);
  if (chunks.length > maxChunks) return tooMuch('maxChunks', { maxChunks }, chunks.length);
  const broken = chunks.find(({ isWhole }) => !isWhole);
  if (broken || chunks.length === 0) return corrupt('A chunk of the WebP is longer than the file.');
  return accept({ chunks, end: chunks.at(-1)?.end ?? end });
}

function readCanvas(bytes: Uint8Array, chunks: readonly RiffChunk[]): Outcome<Canvas> {
  const [first] = chunks;
  if (first?.type === 'VP8X') {
    if (first.length < 10) return corrupt('The header of the WebP is too short.');
    const flags = u32le(bytes, first.data) & 0xff;
    const [width, height] = [u24le(bytes, first.data + 4) + 1, u24le(bytes, first.data + 7) + 1];
    return accept({ width, height, flags });
  }
  const bitstream = first && readBitstream(bytes, first);
  if (!bitstream) return corrupt('The WebP does not start with picture data.');
  return accept({ width: bitstream.width, height: bitstream.height, flags: 0 });
}

function checkStill(bytes: Uint8Array, chunk: RiffChunk, canvas: Canvas): Outcome<Bitstream> {
  const picture = readBitstream(bytes, chunk);
  if (!picture) return corrupt('The picture data of the WebP has no valid header.');
  if (picture.width !== canvas.width || picture.height !== canvas.height)
    return corrupt('The header and the picture data of the WebP disagree on its size.');
  const blocks = Math.ceil(picture.width / 16) * Math.ceil(picture.height / 16);
  if (picture.isLossy && blocks * minMacroblockBits > chunk.length * 8)
    return cannotFill(picture.width, picture.height, chunk.length);
  return accept(picture);
}

/**
 * Every frame lies on the canvas; a decoder that composes them writes nowhere else. A frame that is smaller leaves the
 * canvas uncovered, which starts out transparent.
 */
function checkFrames(
  bytes: Uint8Array,
  frames: readonly RiffChunk[],
  canvas: Canvas,
): Outcome<{ readonly isUncovered: boolean }> {
  let isUncovered = false;
  for (const { data, length } of frames) {
    if (length < frameHeaderBytes + 8) return corrupt('A frame of the WebP is too short.');
    const width = u24le(bytes, data + 6) + 1;
    const height = u24le(bytes, data + 9) + 1;
    const right = u24le(bytes, data) * 2 + width;
    const bottom = u24le(bytes, data + 3) * 2 + height;
    if (right > canvas.width || bottom > canvas.height)
      return corrupt('A frame of the WebP reaches over its canvas.');
    isUncovered ||= width < canvas.width || height < canvas.height;
  }
  return accept({ isUncovered });
}

/** The size that the bitstream carries itself, which is the one that decoders believe. */
interface Bitstream extends Size {
  readonly hasAlpha: boolean;
  readonly isLossy: boolean;
}

function readBitstream(
  bytes: Uint8Array,
  { type, data, length }: RiffChunk,
): Bitstream | undefined {
  if (type === 'VP8 ') return length < 10 ? undefined : readLossy(bytes, data);
  if (type === 'VP8L') return length < 5 ? undefined : readLossless(bytes, data);
  return undefined;
}

/** RFC 6386 9.1: a key frame has bit 0 clear, then the start code, then two sizes of 14 bits with their scale. */
function readLossy(bytes: Uint8Array, at: number): Bitstream | undefined {
  const isKeyFrame = (u8(bytes, at) & 1) === 0;
  if (!isKeyFrame || u24le(bytes, at + 3) !== 0x2a019d) return undefined;
  const width = u16le(bytes, at + 6) & 0x3fff;
  const height = u16le(bytes, at + 8) & 0x3fff;
  return { width, height, hasAlpha: false, isLossy: true };
}

/** A signature byte, then width and height less one in 14 bits each, the alpha hint, and version 0. */
function readLossless(bytes: Uint8Array, at: number): Bitstream | undefined {
  const bits = u32le(bytes, at + 1);
  if (u8(bytes, at) !== 0x2f || bits >>> 29 !== 0) return undefined;
  const width = (bits & 0x3fff) + 1;
  const height = ((bits >>> 14) & 0x3fff) + 1;
  return { width, height, hasAlpha: ((bits >>> 28) & 1) === 1, isLossy: false };
}
