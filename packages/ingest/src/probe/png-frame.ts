// Which picture of an animated PNG people see. Its IDAT chunks are a frame only where a frame control stands before them; where
// none does, whoever plays the file never shows them, and a model that saw them would see another picture than people do.
import type { Size } from '@percept/core';
import { u32be } from './bytes.ts';
import { hasChecksum, type PngChunk } from './png-chunks.ts';

export interface PngFrame extends Size {
  readonly left: number;
  readonly top: number;
  /** Each begins with four bytes of its sequence number; pixels follow. */
  readonly data: readonly PngChunk[];
}

export const sequenceBytes = 4;
const controlBytes = 26;
const animationBytes = 8;
/** "A four-byte unsigned integer limited to the range 0 to 2^31-1": beyond it no browser takes the file for an animation. */
export const highestPngNumber = 0x7fff_ffff;

/** `default`: what IDAT holds. `broken`: a frame that is not there, which browsers show as nothing. */
export function shownFrame(
  bytes: Uint8Array,
  chunks: readonly PngChunk[],
  canvas: Size,
): PngFrame | 'default' | 'broken' {
  const pixels = chunks.findIndex(({ type }) => type === 'IDAT');
  const before = chunks.slice(0, Math.max(0, pixels));
  const animation = before.find(({ type }) => type === 'acTL');
  const isFrame = before.some(({ type }) => type === 'fcTL');
  if (!animation || isFrame || !isAnimation(bytes, animation)) return 'default';
  const rest = chunks.slice(pixels).filter(({ type }) => type === 'fcTL' || type === 'fdAT');
  // A frame without data is passed over, and its number counts.
  const begin = rest.findIndex(({ type }) => type === 'fdAT');
  const controls = rest.slice(0, Math.max(0, begin));
  const control = controls.at(-1);
  if (!control) return 'broken';
  const others = rest.slice(begin);
  const next = others.findIndex(({ type }) => type === 'fcTL');
  const data = next < 0 ? others : others.slice(0, next);
  const isWhole = controls.every((one) => isSound(bytes, one, canvas));
  const isInOrder = [...controls, ...data].every((chunk, index) => {
    return chunk.length >= sequenceBytes && u32be(bytes, chunk.data) === index;
  });
  return isWhole && isInOrder ? { ...readControl(bytes, control), data } : 'broken';
}

function isSound(bytes: Uint8Array, control: PngChunk, canvas: Size): boolean {
  const frame = readControl(bytes, control);
  const isInside =
    frame.width >= 1 &&
    frame.height >= 1 &&
    frame.left + frame.width <= canvas.width &&
    frame.top + frame.height <= canvas.height;
  return control.length === controlBytes && hasChecksum(bytes, control) && isInside;
}

function isAnimation(bytes: Uint8Array, chunk: PngChunk): boolean {
  const frames = u32be(bytes, chunk.data);
  const isPossible = frames >= 1 && frames <= highestPngNumber;
  return chunk.length === animationBytes && isPossible && hasChecksum(bytes, chunk);
}

function readControl(bytes: Uint8Array, { data }: PngChunk): Omit<PngFrame, 'data'> {
  const [width = 0, height = 0, left = 0, top = 0] = [4, 8, 12, 16].map((at) =>
    u32be(bytes, data + at),
  );
  return { width, height, left, top };
}
