// Probes a Windows bitmap, and the largest picture of an icon, by their headers. Both are decoded in plain code, into a raster
// that is charged for twice.
import { accept, type DoorLimits, type Outcome } from '@percept/core';
import { readBmpHeader, readIconHeader, type BitmapHeader } from '../bmp/header.ts';
import { u16le, u32le, u8 } from './bytes.ts';
import type { Probe } from './picture.ts';
import { probePng } from './png.ts';
import { beginsAs } from './signature.ts';
import { corrupt, overBounds } from './verdict.ts';

const rasterBytes = 8;
const entryBytes = 16;
const directoryBytes = 6;

export function probeBmp(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const header = readBmpHeader(bytes);
  return header.ok ? judge(header.value, 'image/bmp', limits) : header;
}

function judge(
  { width, height, masks, profile }: BitmapHeader,
  mime: 'image/bmp' | 'image/vnd.microsoft.icon',
  limits: DoorLimits,
): Outcome<Probe> {
  const decoderBytes = width * height * rasterBytes;
  const ancillaryBytes = profile ? profile.to - profile.from : 0;
  const cost = { width, height, frames: 1, ancillaryBytes, decoderBytes };
  const refusal = overBounds(cost, limits);
  if (refusal) return refusal;
  return accept({
    mime,
    width,
    height,
    frames: 1,
    orientation: 1,
    hasAlpha: masks[3] !== 0 || mime !== 'image/bmp',
    metadataBytes: 0,
    trailingBytes: 0,
    decoderBytes,
  });
}

/** An icon is its largest picture, which is a PNG or a bitmap without its file header. */
export function probeIcon(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const part = largestEntry(bytes);
  if (!part) return corrupt('The icon names no picture that lies inside it.');
  const inside = bytes.subarray(part.from, part.to);
  const mime = 'image/vnd.microsoft.icon';
  if (beginsAs(inside) === 'image/png') {
    const probed = probePng(inside, limits);
    if (!probed.ok) return probed;
    return accept({ ...probed.value, mime, part: { ...part, mime: 'image/png' } });
  }
  const header = readIconHeader(inside);
  if (!header.ok) return header;
  const judged = judge(header.value, mime, limits);
  return judged.ok ? accept({ ...judged.value, part: { ...part, mime } }) : judged;
}

/** The most pixels, and of those the most colours. What the directory says of the length of a bitmap nobody believes. */
function largestEntry(
  bytes: Uint8Array,
): { readonly from: number; readonly to: number } | undefined {
  let best: { from: number; to: number; score: number } | undefined;
  const count = u16le(bytes, 4);
  for (let index = 0; index < count; index += 1) {
    const at = directoryBytes + index * entryBytes;
    const from = u32le(bytes, at + 12);
    const isPng = beginsAs(bytes.subarray(from)) === 'image/png';
    const to = isPng ? from + u32le(bytes, at + 8) : bytes.length;
    if (from < directoryBytes + entryBytes || to > bytes.length || to - from < 40) continue;
    const area = (u8(bytes, at) || 256) * (u8(bytes, at + 1) || 256);
    const score = area * 64 + Math.min(u16le(bytes, at + 6), 32);
    if (!best || score > best.score) best = { from, to, score };
  }
  return best && { from: best.from, to: best.to };
}
