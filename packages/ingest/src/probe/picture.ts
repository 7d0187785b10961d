// What the pre-filter knows of a picture without decoding it. Every figure is read from the file's structure and is a
// claim of the file: it bounds what the decoder may do, and the decoder has the last word on the pixels.
import type { SourceType } from '@percept/core';
import type { CodePoint } from '../colour/code-point.ts';

/** EXIF orientation, 1 being upright. */
export const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Orientation = (typeof orientations)[number];

/** Upright where the figure is none. */
export function orientationOf(figure: unknown): Orientation {
  return orientations.find((orientation) => orientation === figure) ?? 1;
}

/** A zlib stream inside the file. */
export interface PackedText {
  readonly from: number;
  readonly to: number;
}

export interface Probe {
  readonly mime: SourceType;
  /** As stored, before the orientation is applied. Of a GIF an upper bound: decoders may distrust its canvas. */
  readonly width: number;
  readonly height: number;
  /** 1 for a still; more means that a still taken from it would hide something. */
  readonly frames: number;
  /** Of a TIFF: only the first is shown. */
  readonly pages?: number;
  readonly orientation: Orientation;
  /** Text that may say how the picture is oriented, where nothing else does: whoever can inflate it reads it. */
  readonly packedText?: PackedText;
  /** An alpha channel, a transparent colour, or frames that leave the canvas uncovered: as the decoder will see it. */
  readonly hasAlpha: boolean;
  /** Bytes inside the file that are neither pixels nor needed to show them: EXIF, XMP, comments, thumbnails. */
  readonly metadataBytes: number;
  /** Bytes after the end of the picture. */
  readonly trailingBytes: number;
  /** What the decoder will allocate for one still, estimated from above. */
  readonly decoderBytes: number;
  /** Where the first frame lies on a canvas that it does not cover. */
  readonly inset?: { readonly left: number; readonly top: number };
  /** The one picture of the file that is shown, where it holds several. */
  readonly part?: { readonly from: number; readonly to: number; readonly mime: SourceType };
  /** What is wrong with the file and does not keep anybody from showing it, in words. */
  readonly damage?: readonly string[] | undefined;
  /** It has no end: whether all of its pixels are there is the decoder's to say. */
  readonly breaksOff?: boolean;
  /** What the numbers mean, where the file says it by code points and the decoder would not ask. */
  readonly codePoint?: CodePoint | undefined;
  /** What the file says about its colours and nothing here can convert. */
  readonly unknownColour?: string | undefined;
}

/** libvips reads streams in strips of rows: what one strip costs, per byte of a row (measured: 73, rounded up). */
export const stripRows = 128;
