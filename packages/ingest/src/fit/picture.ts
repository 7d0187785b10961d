// The words of the decoding half: what goes in is a job with the facts of its header, what comes out is a picture that
// fits. A job says nothing about how it is isolated, and a picture carries nothing of its source but pixels.
import type { FitTarget, Size } from '@percept/core';
import type { CodePoint } from '../colour/code-point.ts';
import type { Probe } from '../probe/picture.ts';

/** A rectangle in oriented pixels: what a person who looks at the picture would point at. */
export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** As the header says; the decoder's own reading and the pixels themselves are believed over it. */
export interface DecodeJob extends Pick<
  Probe,
  | 'mime'
  | 'width'
  | 'height'
  | 'frames'
  | 'orientation'
  | 'hasAlpha'
  /** The bytes are one frame only. */
  | 'inset'
  /** It is taken only where every pixel is there. */
  | 'breaksOff'
> {
  readonly bytes: Uint8Array;
  /** What the numbers mean, where the header says so in a way that the decoder does not read. */
  readonly codePoint?: CodePoint;
  readonly target: FitTarget;
  readonly region?: Region;
  /** Ask for lossless pixels where they fit the byte target at all. */
  readonly lossless?: boolean;
  /** What is handed out: a file that may leave (the default), bare pixels for eyes and terminals, or only the finding. */
  readonly output?: (typeof outputs)[number];
}

export const outputs = ['file', 'bitmap', 'check'] as const;

/** The job's facts without its bytes. */
export type JobFacts = Omit<DecodeJob, 'bytes'>;

/** A job as its host holds it: the file may be parts of what came, which are put together only in the decoder. */
export interface DecodeTask extends JobFacts {
  readonly bytes: Uint8Array | readonly Uint8Array[];
}

export const steps = [
  'cropped',
  'still-of-animation',
  'colour-converted',
  'oriented',
  'flattened',
  'resized',
  /** The type or the weight of the source did not fit, whatever its pixels. */
  're-encoded',
] as const;
export type Step = (typeof steps)[number];

/** What a decoder found out that whoever looks should know. */
export const notes = [
  /** Only a lenient decoder shows it. */
  'damaged',
  /** It shows something else with its profile than without. */
  'hidden',
  /** A sandbox was preferred, and this system has none. Said by the host. */
  'unconfined',
] as const;
export type Note = (typeof notes)[number];

/** A file that was written here, from decoded pixels or from the coefficients of a JPEG. */
export interface EncodedPicture extends Size {
  readonly kind: 'encoded';
  readonly bytes: Uint8Array;
  readonly mime: OutputType;
  /** In the order in which they were done. */
  readonly steps: readonly Step[];
  /** None where the coefficients of a JPEG were written again. */
  readonly encodes: number;
  readonly notes: readonly Note[];
}

/** Upright sRGB on an opaque ground: three bytes a pixel, row by row. */
export interface Bitmap extends Size {
  readonly kind: 'bitmap';
  readonly data: Uint8Array;
  readonly notes: readonly Note[];
}

/** It decodes, whole: nothing is handed out. */
export interface CheckedPicture extends Size {
  readonly kind: 'checked';
  readonly notes: readonly Note[];
}

export type Developed = EncodedPicture | Bitmap | CheckedPicture;

/** What may leave. GIF never does: models read only its first frame, or refuse it. */
export const outputTypes = ['image/png', 'image/webp', 'image/jpeg'] as const;
export type OutputType = (typeof outputTypes)[number];

/** Where a job stands, told to whoever watches a large one. */
export const stages = ['queued', 'decoding', 'encoding'] as const;
export type Stage = (typeof stages)[number];
