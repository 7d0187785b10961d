// The header of a Windows bitmap, alone (BMP) or inside an icon. One reading of it, for the probe that bounds it and for the
// decoder that believes it: every offset that it gives lies inside the bytes.
import { accept, type Outcome } from '@percept/core';
import { u16le, u32le } from '../probe/bytes.ts';
import { corrupt, unsupported } from '../probe/verdict.ts';

export interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly runs: 'none' | 'rle4' | 'rle8';
  readonly palette: { readonly at: number; readonly count: number; readonly entryBytes: 3 | 4 };
  /** Which bits of a pixel are red, green, blue and alpha, where it is no index. */
  readonly masks: readonly [number, number, number, number];
  readonly pixelsAt: number;
  /** Rows start at every fourth byte. */
  readonly rowBytes: number;
  /** In an icon, where the mask of what is transparent stands. */
  readonly maskAt: number | undefined;
}

const fileHeaderBytes = 14;
const depths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32]);
const masks16 = [0x7c00, 0x03e0, 0x001f, 0] as const;
const masks24 = [0xff0000, 0xff00, 0xff, 0] as const;
const masks32 = [0xff0000, 0xff00, 0xff, 0xff00_0000] as const;
const maxSide = 0x7fff_ffff;

export function readBmpHeader(bytes: Uint8Array): Outcome<BitmapHeader> {
  return readHeader(bytes, fileHeaderBytes, u32le(bytes, 10));
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
  if (coding.runs !== 'none' && stated < 0)
    return corrupt('The bitmap is compressed and stands on its head, which does not exist.');
  const extra = size === 40 ? coding.maskWords * 4 : 0;
  const paletteAt = start + size + extra;
  const colours = size >= 36 ? u32le(bytes, start + 32) : 0;
  const entryBytes = isCore ? 3 : 4;
  const most = bits > 8 ? 0 : 1 << bits;
  const named = colours === 0 ? most : colours;
  const afterPalette = paletteAt + Math.min(named, 1 << 16) * entryBytes;
  const isPlausible = statedOffset !== undefined && statedOffset >= start + size;
  const pixelsAt = isPlausible ? statedOffset : afterPalette;
  const room = Math.max(0, Math.floor((pixelsAt - paletteAt) / entryBytes));
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
  });
}

interface Coding {
  readonly runs: BitmapHeader['runs'];
  /** How many masks say what the bits mean; none where that is fixed. */
  readonly maskWords: 0 | 3 | 4;
}

/** The numbers mean something else in the headers of OS/2, which are 16 and 64 bytes long. */
function codingOf(compression: number, bits: number, headerBytes: number): Coding | undefined {
  if (compression === 0) return { runs: 'none', maskWords: 0 };
  if (compression === 1 && bits === 8) return { runs: 'rle8', maskWords: 0 };
  if (compression === 2 && bits === 4) return { runs: 'rle4', maskWords: 0 };
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
  if (words === 0) {
    if (bits === 16) return masks16;
    return bits === 32 && isIcon ? masks32 : masks24;
  }
  const word = (index: number): number => u32le(bytes, start + 40 + index * 4);
  const hasAlpha = words === 4 || size >= 56;
  return [word(0), word(1), word(2), hasAlpha ? word(3) : 0];
}
