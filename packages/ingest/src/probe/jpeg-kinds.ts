// Which segments of a JPEG its pixels need. One rule for the probe, which counts the rest, and the stripper, which drops
// it: tables, frames and scans always; of the application segments only those that tell the decoder about colour.
import { spells } from './bytes.ts';
import { startOfScan, type JpegSegment } from './jpeg-segments.ts';

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

/** The segments that carry an ICC profile. */
export function jpegProfile(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
): readonly JpegSegment[] {
  return segments.filter((segment) => isProfile(bytes, segment));
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
