// Probes a TIFF by the first of its directories; the others are counted. Every directory is looked at once, so that a chain
// that bites its tail ends.
import { accept, type DoorLimits, type Outcome } from '@percept/core';
import { spells, u16be, u16le, u32be, u32le } from './bytes.ts';
import { orientationOf, type Probe } from './picture.ts';
import { cannotFill, corrupt, overBounds, tooMuch } from './verdict.ts';
import { maxTiffSamples } from '../limits.ts';

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  colours: 262,
  orientation: 274,
  samples: 277,
  extraSamples: 338,
} as const;
const uncompressed = 1;

export function probeTiff(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const little = spells(bytes, 0, 'II');
  const u16 = little ? u16le : u16be;
  const u32 = little ? u32le : u32be;
  const first = u32(bytes, 4);
  const fields = readDirectory(bytes, first, u16, u32);
  if (!fields) return corrupt('The TIFF ends before its directory.');
  const width = fields.get(tags.width) ?? 0;
  const height = fields.get(tags.height) ?? 0;
  const samples = fields.get(tags.samples) ?? 1;
  const bitDepth = fields.get(tags.bits) ?? 1;
  if (samples < 1 || samples > maxTiffSamples || bitDepth < 1 || bitDepth > 64)
    return corrupt(`The TIFF has an impossible form (${samples} samples of ${bitDepth} bits).`);
  const pages = countPages(bytes, first, limits.maxFrames + 1, u16, u32);
  if (pages > limits.maxFrames) return tooMuch('maxFrames', limits, pages);
  const rawBytes = Math.ceil((width * samples * bitDepth) / 8) * height;
  // A strip or a tile may be the whole picture, and is then held twice.
  const decoderBytes = rawBytes * 2;
  const refusal = overBounds({ width, height, frames: 1, ancillaryBytes: 0, decoderBytes }, limits);
  if (refusal) return refusal;
  // With fewer samples of colour than stated, chroma is stored once for several pixels.
  const least = fields.get(tags.colours) === 6 ? rawBytes / samples : rawBytes;
  if (fields.get(tags.compression) === uncompressed && least > bytes.length)
    return cannotFill(width, height, bytes.length);
  return accept({
    mime: 'image/tiff',
    width,
    height,
    frames: 1,
    pages,
    orientation: orientationOf(fields.get(tags.orientation)),
    hasAlpha: fields.has(tags.extraSamples),
    metadataBytes: 0,
    trailingBytes: 0,
    decoderBytes,
  });
}

type Read = (bytes: Uint8Array, at: number) => number;

/** The first value of every field. */
function readDirectory(
  bytes: Uint8Array,
  at: number,
  u16: Read,
  u32: Read,
): ReadonlyMap<number, number> | undefined {
  const count = u16(bytes, at);
  if (at < 8 || count < 1 || at + 2 + count * 12 > bytes.length) return undefined;
  const fields = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    const isShort = u16(bytes, entry + 2) === 3;
    const values = u32(bytes, entry + 4);
    const isInline = values * (isShort ? 2 : 4) <= 4;
    const from = isInline ? entry + 8 : u32(bytes, entry + 8);
    const tag = u16(bytes, entry);
    if (!fields.has(tag)) fields.set(tag, isShort ? u16(bytes, from) : u32(bytes, from));
  }
  return fields;
}

function countPages(bytes: Uint8Array, first: number, most: number, u16: Read, u32: Read): number {
  const seen = new Set<number>();
  let at = first;
  while (at >= 8 && at + 2 <= bytes.length && !seen.has(at) && seen.size < most) {
    seen.add(at);
    at = u32(bytes, at + 2 + u16(bytes, at) * 12);
  }
  return Math.max(1, seen.size);
}
