// Probes a GIF by its blocks, in one pass. The canvas is charged as a whole, and frames are counted, because that is
// what a decoder allocates and what an animation bomb has too many of.
import { accept, type DoorLimits, type Outcome, type Size } from '@percept/core';
import { spells, u16le, u8 } from './bytes.ts';
import type { Probe } from './picture.ts';
import { beginsAs } from './signature.ts';
import { cannotFill, corrupt, overBounds, tooMuch } from './verdict.ts';

/** A code of s bits stands for at most 2^s pixels, so 12 bits for 4096: no byte yields more. */
const maxPixelsPerByte = 2731;
/** Canvas and previous canvas of the decoder (measured). */
const bytesPerPixel = 4.5;
const bytesPerFrame = 256;
const showingApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

interface Walk {
  width: number;
  height: number;
  frames: number;
  hasTransparency: boolean;
  ancillaryBytes: number;
}

export function probeGif(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const start = readStart(bytes);
  if (start === undefined) return corrupt('The file does not start as a GIF.');
  const canvas = { width: u16le(bytes, 6), height: u16le(bytes, 8) };
  const walk: Walk = { ...canvas, frames: 0, hasTransparency: false, ancillaryBytes: 0 };
  const walked = walkBlocks(bytes, start, walk, limits);
  if (!walked.ok) return walked;
  const { end, isEnded } = walked.value;
  const { frames } = walk;
  const first = firstGifFrame(bytes);
  if (frames === 0 || !first) return corrupt('The GIF holds no frame.');
  // The first frame widens its canvas, in browsers too; later ones do so only in our decoder, which is given the first alone.
  const width = Math.max(canvas.width, first.left + first.width);
  const height = Math.max(canvas.height, first.top + first.height);
  const isUncovered =
    first.left > 0 || first.top > 0 || first.width < width || first.height < height;
  const isAlone =
    !isEnded || isUncovered || first.isStretched || walk.width > width || walk.height > height;
  // A frame without a side is walked as nothing, and shown as large as the canvas, from where it stands.
  const most = { width: Math.max(walk.width, width), height: Math.max(walk.height, height) };
  const decoderBytes = Math.ceil(most.width * most.height * bytesPerPixel) + frames * bytesPerFrame;
  const refusal = overBounds({ ...walk, ...most, decoderBytes }, limits);
  if (refusal) return refusal;
  return accept({
    mime: 'image/gif',
    width,
    height,
    frames,
    orientation: 1,
    hasAlpha: walk.hasTransparency || isUncovered,
    ...(isAlone && { inset: { left: first.left, top: first.top } }),
    metadataBytes: walk.ancillaryBytes,
    trailingBytes: bytes.length - end,
    decoderBytes,
    ...(!isEnded && { breaksOff: true }),
  });
}

/** Where the first block starts: after the screen and the global colours. */
function readStart(bytes: Uint8Array): number | undefined {
  if (beginsAs(bytes) !== 'image/gif') return undefined;
  return gifScreenBytes + gifPaletteBytes(u8(bytes, 10));
}

/**
 * Where the GIF ends, with what was found on the way written to `walk`. Behind a whole frame it may break off: that frame is what
 * is shown.
 */
function walkBlocks(
  bytes: Uint8Array,
  start: number,
  walk: Walk,
  limits: DoorLimits,
): Outcome<{ readonly end: number; readonly isEnded: boolean }> {
  let at = start;
  let blocks = 0;
  while (at < bytes.length) {
    const kind = u8(bytes, at);
    if (kind === 0x3b) return accept({ end: at + 1, isEnded: true });
    // Stray terminators between blocks are common, and every decoder passes over them.
    if (kind === 0) {
      const from = at;
      while (bytes[at] === 0) at++;
      walk.ancillaryBytes += at - from;
      continue;
    }
    if (++blocks > limits.maxChunks) return tooMuch('maxChunks', limits, blocks);
    const next =
      kind === 0x2c
        ? readFrame(bytes, at, walk, limits)
        : kind === 0x21
          ? readExtension(bytes, at, walk, limits)
          : corrupt('The GIF has a block of an unknown kind.');
    if (!next.ok) {
      const isBroken = next.refusal.refused === 'corrupt' && walk.frames > 0;
      return isBroken ? accept({ end: at, isEnded: false }) : next;
    }
    at = next.value;
  }
  return walk.frames > 0
    ? accept({ end: bytes.length, isEnded: false })
    : corrupt('The GIF ends before its first frame.');
}

function readFrame(bytes: Uint8Array, at: number, walk: Walk, limits: DoorLimits): Outcome<number> {
  const data = at + 11 + gifPaletteBytes(u8(bytes, at + 9));
  const end = skipSubBlocks(bytes, data, bytes.length);
  if (end === undefined) return corrupt('The GIF ends inside a frame.');
  const [left, top] = [u16le(bytes, at + 1), u16le(bytes, at + 3)];
  const [width, height] = [u16le(bytes, at + 5), u16le(bytes, at + 7)];
  if (width * height > (end - data) * maxPixelsPerByte)
    return cannotFill(width, height, end - data);
  if (++walk.frames > limits.maxFrames) return tooMuch('maxFrames', limits, walk.frames);
  walk.width = Math.max(walk.width, left + width);
  walk.height = Math.max(walk.height, top + height);
  return accept(end);
}

function readExtension(
  bytes: Uint8Array,
  at: number,
  walk: Walk,
  limits: DoorLimits,
): Outcome<number> {
  const label = u8(bytes, at + 1);
  const reach = at + limits.maxAncillaryBytes;
  const end = skipSubBlocks(bytes, at + 2, Math.min(bytes.length, reach));
  if (end === undefined) {
    if (reach >= bytes.length) return corrupt('The GIF ends inside an extension.');
    return tooMuch('maxAncillaryBytes', limits, limits.maxAncillaryBytes + 1);
  }
  if (label === 0xf9) {
    if ((u8(bytes, at + 3) & 1) === 1) walk.hasTransparency = true;
  } else if (!isShowing(bytes, label, at)) walk.ancillaryBytes += end - at;
  return accept(end);
}

function isShowing(bytes: Uint8Array, label: number, at: number): boolean {
  return label === 0xff && showingApplications.some((name) => spells(bytes, at + 3, name));
}

/**
 * The first frame of a GIF and where it lies. A frame that does not cover its canvas leaves the rest transparent, which a decoder
 * that sees no transparent colour does not know.
 */
export interface GifFrame extends Size {
  readonly left: number;
  readonly top: number;
  /** From its descriptor to the end of its data. */
  readonly start: number;
  readonly end: number;
  /** The block that says which colour is transparent, where there is one. */
  readonly control?: { readonly start: number; readonly end: number };
  /** The file says that it has no width or no height: it is as large as its canvas then, in browsers too. */
  readonly isStretched: boolean;
}

/** Bytes of the screen before any colours. */
export const gifScreenBytes = 13;

export function gifPaletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** Of a GIF that the probe has walked; undefined when it has no frame. */
export function firstGifFrame(bytes: Uint8Array): GifFrame | undefined {
  const afterSubBlocks = (from: number): number =>
    skipSubBlocks(bytes, from, bytes.length) ?? bytes.length;
  let at = gifScreenBytes + gifPaletteBytes(u8(bytes, 10));
  let control: GifFrame['control'];
  while (at < bytes.length) {
    const kind = u8(bytes, at);
    if (kind === 0) at += 1;
    else if (kind === 0x21) {
      const end = afterSubBlocks(at + 2);
      if (u8(bytes, at + 1) === 0xf9) control = { start: at, end };
      at = end;
    } else if (kind === 0x2c) {
      const data = at + 11 + gifPaletteBytes(u8(bytes, at + 9));
      const isStretched = u16le(bytes, at + 5) === 0 || u16le(bytes, at + 7) === 0;
      const size = isStretched ? 6 : at + 5;
      return {
        left: u16le(bytes, at + 1),
        top: u16le(bytes, at + 3),
        width: u16le(bytes, size),
        height: u16le(bytes, size + 2),
        isStretched,
        start: at,
        end: afterSubBlocks(data),
        ...(control && { control }),
      };
    } else return undefined;
  }
  return undefined;
}

/** Where the last of them ends; undefined when that is not before `to`. */
function skipSubBlocks(bytes: Uint8Array, from: number, to: number): number | undefined {
  let at = from;
  while (at < to) {
    const length = u8(bytes, at);
    at += length + 1;
    if (length === 0) return at;
  }
  return undefined;
}
