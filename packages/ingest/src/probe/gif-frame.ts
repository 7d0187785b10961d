// The first frame of a GIF and where it lies. A frame that does not cover its canvas leaves the rest transparent, which a
// decoder that sees no transparent colour does not know.
import type { Size } from '@percept/core';
import { u16le, u8 } from './bytes.ts';

export interface GifFrame extends Size {
  readonly left: number;
  readonly top: number;
  /** From its descriptor to the end of its data. */
  readonly start: number;
  readonly end: number;
  /** The block that says which colour is transparent, where there is one. */
  readonly control?: { readonly start: number; readonly end: number };
  /** The file says that it has no width or no height: it is as large as its canvas then, in browsers too. */
  readonly isStretched: boolean;
}

/** Bytes of the screen before any colours. */
export const gifScreenBytes = 13;

export function gifPaletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** Of a GIF that the probe has walked; undefined when it has no frame. */
export function firstGifFrame(bytes: Uint8Array): GifFrame | undefined {
  const afterSubBlocks = (from: number): number =>
    skipSubBlocks(bytes, from, bytes.length) ?? bytes.length;
  let at = gifScreenBytes + gifPaletteBytes(u8(bytes, 10));
  let control: GifFrame['control'];
  while (at < bytes.length) {
    const kind = u8(bytes, at);
    if (kind === 0) at += 1;
    else if (kind === 0x21) {
      const end = afterSubBlocks(at + 2);
      if (u8(bytes, at + 1) === 0xf9) control = { start: at, end };
      at = end;
    } else if (kind === 0x2c) {
      const data = at + 11 + gifPaletteBytes(u8(bytes, at + 9));
      const isStretched = u16le(bytes, at + 5) === 0 || u16le(bytes, at + 7) === 0;
      const size = isStretched ? 6 : at + 5;
      return {
        left: u16le(bytes, at + 1),
        top: u16le(bytes, at + 3),
        width: u16le(bytes, size),
        height: u16le(bytes, size + 2),
        isStretched,
        start: at,
        end: afterSubBlocks(data),
        ...(control && { control }),
      };
    } else return undefined;
  }
  return undefined;
}

/** Where the last of them ends; undefined when that is not before `to`. */
export function skipSubBlocks(bytes: Uint8Array, from: number, to: number): number | undefined {
  let at = from;
  while (at < to) {
    const length = u8(bytes, at);
    at += length + 1;
    if (length === 0) return at;
  }
  return undefined;
}
