// Writes grey JPEG files of any size from first principles: with one-bit codes for "no change" and "end of block" the
// picture data is all zero, two bits per block (one in a progressive scan).
import { be16, join, text } from './bytes.ts';

export function segment(marker: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  return join([0xff, marker], be16(data.length + 2), data);
}

export const soi: readonly number[] = [0xff, 0xd8];
export const eoi: readonly number[] = [0xff, 0xd9];

export function frame(
  marker: number,
  width: number,
  height: number,
  sampling: readonly number[] = [0x11],
  precision = 8,
): Uint8Array {
  const components = sampling.flatMap((factor, index) => [index + 1, factor, 0]);
  return segment(
    marker,
    join([precision], be16(height), be16(width), [sampling.length], components),
  );
}

export const quantisation: Uint8Array = segment(0xdb, join([0], new Uint8Array(64).fill(16)));
/** One code of one bit, for symbol 0, in the DC and the AC table. */
const oneCode = [1, ...Array.from({ length: 15 }, () => 0), 0];
export const huffman: Uint8Array = join(
  segment(0xc4, join([0x00], oneCode)),
  segment(0xc4, join([0x10], oneCode)),
);

export function scan(components: number, progressive: boolean, bytes: number): Uint8Array {
  const selectors = Array.from({ length: components }, (_, index) => [index + 1, 0]).flat();
  const header = segment(0xda, join([components], selectors, [0, progressive ? 0 : 63, 0]));
  return join(header, new Uint8Array(bytes));
}

export interface JpegParts {
  readonly width: number;
  readonly height: number;
  readonly progressive?: boolean;
  readonly sampling?: readonly number[];
  readonly segments?: readonly Uint8Array[];
  readonly scanBytes?: number;
}

export function jpeg(parts: JpegParts): Uint8Array {
  const { width, height, progressive = false, sampling = [0x11], segments = [] } = parts;
  const across = Math.max(...sampling.map((factor) => factor >> 4));
  const down = Math.max(...sampling.map((factor) => factor & 15));
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  const perUnit = sampling.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0);
  const blocks =
    sampling.length === 1 ? Math.ceil(width / 8) * Math.ceil(height / 8) : units * perUnit;
  const scanBytes = parts.scanBytes ?? Math.ceil((blocks * (progressive ? 1 : 2)) / 8);
  return join(
    soi,
    ...segments,
    quantisation,
    frame(progressive ? 0xc2 : 0xc0, width, height, sampling),
    huffman,
    scan(sampling.length, progressive, scanBytes),
    eoi,
  );
}

/** An Exif segment that names an orientation, a place, and a next directory at `next`. */
export function exif(orientation: number, next = 0): Uint8Array {
  return join('Exif\0\0', tiff(orientation, next));
}

export function tiff(orientation: number, next = 0): Uint8Array {
  const entries = 2;
  const gps = 8 + 2 + entries * 12 + 4;
  return join(
    'MM\0*\0\0\0\x08',
    be16(entries),
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, gps],
    [0, 0, 0, next],
    be16(1),
    [0, 1, 0, 2, 0, 0, 0, 2],
    text('N\0\0\0'),
    [0, 0, 0, 0],
    text('GPS-SECRET-PLACE'),
  );
}
