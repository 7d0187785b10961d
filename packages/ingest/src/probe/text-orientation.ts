// The orientation where it is written as text: in XMP, or as EXIF in hexadecimal digits, which some programs put into a PNG.
// It counts only where there is no EXIF. What is compressed is not opened for it.
import { findText, spells, u8 } from './bytes.ts';
import { readOrientation } from './exif.ts';
import { orientations, type Orientation } from './picture.ts';

const tag = 'tiff:Orientation';
/** XMP may be long; what it says of the picture itself stands near its start. */
const maxText = 64 * 1024;

/** As an attribute or as an element. */
export function readXmpOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const at = findText(bytes, tag, start, Math.min(end, start + maxText));
  if (at < 0) return 1;
  let value = at + tag.length;
  while (value < end && [0x20, 0x3d, 0x3e, 0x22, 0x27].includes(u8(bytes, value))) value += 1;
  const digit = u8(bytes, value) - 0x30;
  return orientations.find((orientation) => orientation === digit) ?? 1;
}

const xmpKey = 'XML:com.adobe.xmp\0';
const exifKey = 'Raw profile type exif\0';

/** Of a `tEXt` or `iTXt` chunk of a PNG. */
export function readTextOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  if (spells(bytes, start, xmpKey)) {
    const isCompressed = u8(bytes, start + xmpKey.length) !== 0;
    return isCompressed ? 1 : readXmpOrientation(bytes, start, end);
  }
  if (!spells(bytes, start, exifKey)) return 1;
  const exif = fromHex(bytes, start + exifKey.length, Math.min(end, start + maxText));
  return readOrientation(exif, 0, exif.length);
}

/** After a line break, the kind of profile and its length: digits in lines. */
function fromHex(bytes: Uint8Array, start: number, end: number): Uint8Array {
  let at = start;
  for (let lines = 0; lines < 3 && at < end; at += 1) if (u8(bytes, at) === 0x0a) lines += 1;
  const digits = new TextDecoder('latin1').decode(bytes.subarray(at, end)).replaceAll(/\s+/g, '');
  const pairs = /^(?:[\da-f]{2})*/i.exec(digits)?.[0] ?? '';
  return Uint8Array.from({ length: pairs.length / 2 }, (_, index) =>
    Number.parseInt(pairs.slice(index * 2, index * 2 + 2), 16),
  );
}
