// The header of a Windows bitmap, alone (BMP) or inside an icon. One reading of it, for the probe that bounds it and for the
// decoder that believes it: every offset that it gives lies inside the bytes.
import { accept, type Outcome, type Size } from '@percept/core';
import { spells, u16le, u32le } from '../probe/bytes.ts';
import { corrupt, unsupported } from '../probe/verdict.ts';

export interface BitmapHeader extends Size {
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly runs: 'none' | 'rle4' | 'rle8' | 'rle24';
  readonly palette: { readonly at: number; readonly count: number; readonly entryBytes: 3 | 4 };
  /** Which bits of a pixel are red, green, blue and alpha, where it is no index. */
  readonly masks: readonly [number, number, number, number];
  readonly pixelsAt: number;
  /** Rows start at every fourth byte. */
  readonly rowBytes: number;
  /** In an icon, where the mask of what is transparent stands. */
  readonly maskAt: number | undefined;
  /** Where a colour profile stands that says what red, green and blue mean. */
  readonly profile: { readonly from: number; readonly to: number } | undefined;
}

const fileHeaderBytes = 14;
/** From these sizes on a header has an alpha mask that counts without masks of colours too, and a place for a profile. */
const headerWithAlpha = 108;
const headerWithProfile = 124;
/** Those of Windows up to the size of the largest one of OS/2. */
const windowsHeaders: ReadonlySet<number> = new Set([40, 52, 56]);
const depths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32]);
const masks16 = [0x7c00, 0x03e0, 0x001f, 0] as const;
const masks24 = [0xff0000, 0xff00, 0xff, 0] as const;
const masks32 = [0xff0000, 0xff00, 0xff, 0xff00_0000] as const;
const maxSide = 0x7fff_ffff;

export function readBmpHeader(bytes: Uint8Array): Outcome<BitmapHeader> {
  return readHeader(bytes, fileHeaderBytes, u32le(bytes, 10));
}

export function profileOfBmp(bytes: Uint8Array): Uint8Array | undefined {
  const read = readBmpHeader(bytes);
  const place = read.ok ? read.value.profile : undefined;
  return place && bytes.subarray(place.from, place.to);
}

/** In an icon nothing stands before the header, and the height counts the mask too. */
export function readIconHeader(bytes: Uint8Array): Outcome<BitmapHeader> {
  return readHeader(bytes, 0, undefined);
}

function readHeader(
  bytes: Uint8Array,
  start: number,
  statedOffset: number | undefined,
): Outcome<BitmapHeader> {
  const size = u32le(bytes, start);
  if (size < 12 || start + size > bytes.length) return corrupt('The header of the bitmap is cut.');
  const isCore = size === 12;
  const isIcon = statedOffset === undefined;
  const width = isCore ? u16le(bytes, start + 4) : u32le(bytes, start + 4);
  const stated = isCore ? u16le(bytes, start + 6) : u32le(bytes, start + 8) | 0;
  const height = isIcon ? Math.abs(stated) >> 1 : Math.abs(stated);
  const bits = u16le(bytes, start + (isCore ? 10 : 14));
  const compression = size >= 20 ? u32le(bytes, start + 16) : 0;
  if (width < 1 || height < 1 || width > maxSide)
    return corrupt('The bitmap has a side of no length.');
  if (!depths.has(bits) || (bits === 2 && isCore))
    return corrupt(`The bitmap names ${bits} bits a pixel, which do not exist.`);
  const coding = codingOf(compression, bits, size);
  if (!coding) {
    const message = `This bitmap is compressed in a way (${compression}, ${bits} bits) that is not taken.`;
    return unsupported(message, 'Convert it to PNG and send that.');
  }
  const extra = size === 40 ? coding.maskWords * 4 : 0;
  const paletteAt = start + size + extra;
  const colours = size >= 36 ? u32le(bytes, start + 32) : 0;
  const entryBytes = isCore ? 3 : 4;
  const most = bits > 8 ? 0 : 1 << bits;
  const named = colours === 0 ? most : colours;
  const afterPalette = paletteAt + Math.min(named, 1 << 16) * entryBytes;
  // As browsers read it: where the file says, whatever else stands there.
  const pixelsAt = statedOffset ?? afterPalette;
  const room = Math.max(0, Math.floor((bytes.length - paletteAt) / entryBytes));
  if (bits <= 8 && room < 1) return corrupt('The bitmap names a palette and has none.');
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const lastRow = Math.ceil((width * bits) / 8);
  const needed = coding.runs === 'none' ? rowBytes * (height - 1) + lastRow : 2;
  if (pixelsAt + needed > bytes.length) return corrupt('The bitmap ends before its last pixel.');
  const maskAt = pixelsAt + rowBytes * height;
  const maskBytes = Math.ceil(width / 32) * 4 * height;
  return accept({
    width,
    height,
    isTopDown: stated < 0,
    bits,
    runs: coding.runs,
    palette: { at: paletteAt, count: Math.min(named, most, room), entryBytes },
    masks: masksOf(bytes, { start, size, bits, isIcon, words: coding.maskWords }),
    pixelsAt,
    rowBytes,
    maskAt: isIcon && maskAt + maskBytes <= bytes.length ? maskAt : undefined,
    profile: size >= headerWithProfile ? profileOf(bytes, start) : undefined,
  });
}

/** Its place is counted from the header; one that is linked is a name of a file, which nobody opens. */
function profileOf(bytes: Uint8Array, start: number): BitmapHeader['profile'] {
  if (!spells(bytes, start + 56, 'DEBM')) return undefined;
  const from = start + u32le(bytes, start + 112);
  const to = from + u32le(bytes, start + 116);
  const isOfColours = spells(bytes, from + 16, 'RGB ') && spells(bytes, from + 36, 'acsp');
  return from >= start + headerWithProfile && to <= bytes.length && isOfColours
    ? { from, to }
    : undefined;
}

interface Coding {
  readonly runs: BitmapHeader['runs'];
  /** How many masks say what the bits mean; none where that is fixed. */
  readonly maskWords: 0 | 3 | 4;
}

/** The numbers mean something else in the headers of OS/2, which are 16 to 64 bytes long. */
function codingOf(compression: number, bits: number, headerBytes: number): Coding | undefined {
  if (compression === 0) return { runs: 'none', maskWords: 0 };
  if (compression === 1 && bits === 8) return { runs: 'rle8', maskWords: 0 };
  if (compression === 2 && bits === 4) return { runs: 'rle4', maskWords: 0 };
  const isOs2 = headerBytes <= 64 && !windowsHeaders.has(headerBytes);
  if (compression === 4 && bits === 24 && isOs2) return { runs: 'rle24', maskWords: 0 };
  const hasMasks = (bits === 16 || bits === 32) && headerBytes !== 64;
  if (compression === 3 && hasMasks) return { runs: 'none', maskWords: 3 };
  return compression === 6 && hasMasks ? { runs: 'none', maskWords: 4 } : undefined;
}

function masksOf(
  bytes: Uint8Array,
  {
    start,
    size,
    bits,
    isIcon,
    words,
  }: { start: number; size: number; bits: number; isIcon: boolean; words: number },
): BitmapHeader['masks'] {
  const word = (index: number): number => u32le(bytes, start + 40 + index * 4);
  if (words === 0) {
    if (bits === 16) return masks16;
    const namesAlpha = size >= headerWithAlpha && word(3) !== 0;
    return bits === 32 && (isIcon || namesAlpha) ? masks32 : masks24;
  }
  const hasAlpha = words === 4 || size >= 56;
  return [word(0), word(1), word(2), hasAlpha ? word(3) : 0];
}
