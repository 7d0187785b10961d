// How a picture is turned: one number out of an EXIF block, and where there is none out of text, in XMP, or as EXIF in hexadecimal digits,
// which some programs put into a PNG. What is compressed is only found here: inflating is not for a pre-filter.
import { findText, spells, u16be, u16le, u32be, u32le, u8 } from './bytes.ts';
import { orientationOf, type Orientation, type PackedText } from './picture.ts';
import type { PngChunk } from './png-chunks.ts';
import { maxOrientationBytes } from '../limits.ts';

const orientationTag = 0x0112;
/** The whole-number types, signed or not, by how many bytes one takes: readers of EXIF accept them all. */
const sizes: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [6, 1],
  [3, 2],
  [8, 2],
  [4, 4],
  [9, 4],
]);

/**
 * The orientation in the TIFF structure at `start` (an `Exif\0\0` prefix is skipped); 1 when there is none. Only the
 * first directory is looked at, so directories that point to themselves or to each other cannot make a loop.
 */
export function readOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const tiff = spells(bytes, start, 'Exif\0\0') ? start + 6 : start;
  if (tiff + 8 > end) return 1;
  const little = spells(bytes, tiff, 'II*\0');
  if (!little && !spells(bytes, tiff, 'MM\0*')) return 1;
  const u16 = little ? u16le : u16be;
  const u32 = little ? u32le : u32be;
  const directory = tiff + u32(bytes, tiff + 4);
  if (directory + 2 > end) return 1;
  const entries = u16(bytes, directory);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > end) return 1;
    if (u16(bytes, entry) !== orientationTag) continue;
    const size = sizes.get(u16(bytes, entry + 2));
    // More than one value stands elsewhere, and readers of EXIF ignore it.
    if (size === undefined || u32(bytes, entry + 4) !== 1) return 1;
    const read = size === 1 ? u8 : size === 2 ? u16 : u32;
    return orientationOf(read(bytes, entry + 8));
  }
  return 1;
}

const tag = 'tiff:Orientation';

/** As an attribute or as an element. */
export function readXmpOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const at = findText(bytes, tag, start, Math.min(end, start + maxOrientationBytes));
  if (at < 0) return 1;
  let value = at + tag.length;
  while (value < end && [0x20, 0x3d, 0x3e, 0x22, 0x27].includes(u8(bytes, value))) value += 1;
  return orientationOf(u8(bytes, value) - 0x30);
}

const xmpKey = 'XML:com.adobe.xmp\0';
/** Some programs write EXIF, or XMP, as digits under one of these. */
const profileKeys = ['exif', 'EXIF', 'APP1', 'app1', 'xmp'].map(
  (name) => `Raw profile type ${name}\0`,
);

function keyAt(bytes: Uint8Array, start: number): string | undefined {
  return [xmpKey, ...profileKeys].find((key) => spells(bytes, start, key));
}

/** Of a `tEXt` or `iTXt` chunk of a PNG that is not compressed. */
export function readTextOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const key = keyAt(bytes, start);
  if (key === undefined) return 1;
  const isCompressed = key === xmpKey && u8(bytes, start + key.length) !== 0;
  return isCompressed ? 1 : readPlainText(bytes, start + key.length, end);
}

/** XMP, or digits after a line break, the kind of profile and its length. */
export function readPlainText(bytes: Uint8Array, start: number, end: number): Orientation {
  if (u8(bytes, start) !== 0x0a) return readXmpOrientation(bytes, start, end);
  const profile = fromHex(bytes, start, Math.min(end, start + maxOrientationBytes));
  const stated = readOrientation(profile, 0, profile.length);
  return stated === 1 ? readXmpOrientation(profile, 0, profile.length) : stated;
}

/** Where in a compressed text chunk of a PNG the zlib stream stands, if its text may be about the orientation. */
export function findPackedText(
  bytes: Uint8Array,
  { type, data, length }: PngChunk,
): PackedText | undefined {
  const key = type === 'zTXt' || type === 'iTXt' ? keyAt(bytes, data) : undefined;
  if (key === undefined) return undefined;
  const to = data + length;
  const after = data + key.length;
  if (type === 'zTXt') return u8(bytes, after) === 0 ? within(after + 1, to) : undefined;
  // A flag, a method, and two texts that end with a NUL: the language, and the key in it.
  if (u8(bytes, after) !== 1 || u8(bytes, after + 1) !== 0) return undefined;
  const language = bytes.indexOf(0, after + 2);
  const translated = language < 0 ? -1 : bytes.indexOf(0, language + 1);
  return translated < 0 ? undefined : within(translated + 1, to);
}

function within(from: number, to: number): PackedText | undefined {
  return from < to ? { from, to } : undefined;
}

function fromHex(bytes: Uint8Array, start: number, end: number): Uint8Array {
  let at = start;
  for (let lines = 0; lines < 3 && at < end; at += 1) if (u8(bytes, at) === 0x0a) lines += 1;
  const digits = new TextDecoder('latin1').decode(bytes.subarray(at, end)).replaceAll(/\s+/g, '');
  const pairs = /^(?:[\da-f]{2})*/i.exec(digits)?.[0] ?? '';
  return Uint8Array.from({ length: pairs.length / 2 }, (_, index) =>
    Number.parseInt(pairs.slice(index * 2, index * 2 + 2), 16),
  );
}
