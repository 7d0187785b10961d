// Walks the marker segments of a JPEG once, from SOI to EOI, entropy-coded data included. Linear in the bytes whatever
// they are: runs of 0xFF, stuffed bytes and restart markers are all passed over in one direction. Once a scan has begun, what
// breaks off ends the walk without EOI: whether all pixels are there is not said here. Which segments the pixels need is one rule for
// the probe, which counts the rest, and the stripper, which drops it: tables, frames and scans always; of the application segments only
// those that tell the decoder about colour.
import { accept, type Outcome } from '@percept/core';
import { spells, u16be, u8 } from './bytes.ts';
import { beginsAs } from './signature.ts';
import { corrupt, tooMuch } from './verdict.ts';

export const startOfScan = 0xda;
const endOfImage = 0xd9;

export interface JpegSegment {
  readonly marker: number;
  /** Where the segment starts, fill bytes before its marker included. */
  readonly start: number;
  /** Where the payload starts, after the length field. */
  readonly data: number;
  /** One past the payload. */
  readonly dataEnd: number;
  /** One past the segment; for a scan that includes its entropy-coded data. */
  readonly end: number;
}

export function readJpegSegments(
  bytes: Uint8Array,
  maxChunks: number,
): Outcome<readonly JpegSegment[]> {
  if (beginsAs(bytes) !== 'image/jpeg') return corrupt('The file does not start as a JPEG.');
  const segments: JpegSegment[] = [];
  const broken = (message: string): Outcome<readonly JpegSegment[]> =>
    segments.some(({ marker }) => marker === startOfScan) ? accept(segments) : corrupt(message);
  let start = 2;
  while (start + 1 < bytes.length) {
    start = skipStray(bytes, start);
    let at = start;
    while (bytes[at] === 0xff) at++;
    if (at >= bytes.length) break;
    const marker = u8(bytes, at);
    const data = at + 3;
    if (segments.length >= maxChunks)
      return tooMuch('maxChunks', { maxChunks }, segments.length + 1);
    if (marker === endOfImage) {
      segments.push({ marker, start, data: at + 1, dataEnd: at + 1, end: at + 1 });
      return accept(segments);
    }
    if (marker < 0xc0 || marker === 0xd8) return broken('The JPEG has a marker where none may be.');
    const stated = u16be(bytes, at + 1);
    // Decoders pass over a comment that says it is shorter than the field which says so.
    const length = isApplication(marker) && at + 2 < bytes.length ? Math.max(2, stated) : stated;
    const dataEnd = at + 1 + length;
    if (length < 2 || dataEnd > bytes.length) return broken('The JPEG ends inside a segment.');
    const end = marker === startOfScan ? entropyEnd(bytes, dataEnd) : dataEnd;
    segments.push({ marker, start, data, dataEnd, end });
    start = end;
  }
  return broken('The JPEG ends before its pixels.');
}

/** Application data and comments. */
export function isApplication(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** It ends as a JPEG has to. */
export function isEndedJpeg(segments: readonly JpegSegment[]): boolean {
  return segments.at(-1)?.marker === endOfImage;
}

/** Where the next marker with a meaning starts: decoders pass over anything before it, and over restarts of nothing. */
function skipStray(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const hit = bytes.indexOf(0xff, at);
    if (hit < 0) return bytes.length;
    let next = hit + 1;
    while (bytes[next] === 0xff) next++;
    const marker = u8(bytes, next);
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return hit;
    at = next + 1;
  }
  return bytes.length;
}

/** Bytes between the segments, which belong to none. */
export function strayJpegBytes(segments: readonly JpegSegment[]): number {
  let end = 2;
  let stray = 0;
  for (const segment of segments) {
    stray += segment.start - end;
    end = segment.end;
  }
  return stray;
}

/** How far after an 0xFF byte is looked at by hand, before the native search is worth its call again. */
const window = 64;

/** Where the next real marker starts, or the length when there is none. */
function entropyEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const hit = bytes.indexOf(0xff, at);
    if (hit < 0) return bytes.length;
    const until = Math.min(hit + window, bytes.length);
    for (at = hit; at < until; at++) {
      if (bytes[at] !== 0xff) continue;
      const next = u8(bytes, at + 1);
      if (next === 0xff) continue;
      if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    }
  }
  return bytes.length;
}

const jfifBytes = 14;
const adobeBytes = 12;
const profileHeaderBytes = 14;

/** A segment that stays, and how much of its payload does. */
export type Keep = { readonly segment: JpegSegment; readonly payloadBytes: number };

/** What stays of each segment, in order. Decoders read application segments only before the first scan. */
export function keepJpegSegments(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
): readonly Keep[] {
  const kept: Keep[] = [];
  let isBeforePixels = true;
  for (const segment of segments) {
    const payloadBytes = keptPayload(bytes, segment, isBeforePixels);
    if (payloadBytes !== undefined) kept.push({ segment, payloadBytes });
    if (segment.marker === startOfScan) isBeforePixels = false;
  }
  return kept;
}

/** Length of the stripped file. */
export function keptJpegBytes(bytes: Uint8Array, segments: readonly JpegSegment[]): number {
  return keepJpegSegments(bytes, segments).reduce((sum, { segment, payloadBytes }) => {
    return sum + (segment.end - segment.start) - (segment.dataEnd - segment.data - payloadBytes);
  }, 2);
}

/** The name without the NUL that should end it: decoders look no further. */
function isProfile(bytes: Uint8Array, { marker, data, dataEnd }: JpegSegment): boolean {
  return (
    marker === 0xe2 && dataEnd - data > profileHeaderBytes && spells(bytes, data, 'ICC_PROFILE')
  );
}

function keptPayload(
  bytes: Uint8Array,
  segment: JpegSegment,
  isBeforePixels: boolean,
): number | undefined {
  const { marker, data, dataEnd } = segment;
  const length = dataEnd - data;
  if (marker === 0xfe) return undefined;
  if (marker < 0xe0 || marker > 0xef) return length;
  if (!isBeforePixels) return undefined;
  if (marker === 0xe0 && length >= jfifBytes && spells(bytes, data, 'JFIF\0')) return jfifBytes;
  if (marker === 0xee && length >= adobeBytes && spells(bytes, data, 'Adobe')) return adobeBytes;
  return isProfile(bytes, segment) ? length : undefined;
}

/** Adobe's word on what three or four components are: 0 for none, 1 for YCbCr, 2 for YCCK. */
export function findAdobeTransform(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
): number | undefined {
  const adobe = segments.find(
    ({ marker, data, dataEnd }) =>
      marker === 0xee && dataEnd - data >= adobeBytes && spells(bytes, data, 'Adobe'),
  );
  return adobe && bytes[adobe.data + adobeBytes - 1];
}
