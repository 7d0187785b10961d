// Bare pixels of a picture, for whoever looks at them here: local eyes, a terminal. Same bounds and same isolation as for a
// picture that is taken in; nothing is stored.
import {
  accept,
  refuse,
  type DoorLimits,
  type FitTarget,
  type Outcome,
  type RegionRequest,
  type Size,
  type SourceType,
} from '@percept/core';
import { defaultFit, resolveRegion, wholePixels } from '@percept/core/internal';
import type { Decoder } from '../decoder/index.ts';
import { orientedSize, type Bitmap } from '../fit/index.ts';
import { refusalFor, sniff } from '../sniff.ts';
import { examine, jobOf } from './examine.ts';
import { sourceWarnings, wordsFor } from './warnings.ts';
import { notAPicture } from './way-in.ts';

export interface BitmapRequest {
  /** Only its sizes count. */
  readonly target?: FitTarget | undefined;
  readonly region?: RegionRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pixels, and what they were made from. */
export interface DecodedBitmap extends Bitmap {
  readonly mime: SourceType;
  /** The whole picture, upright. */
  readonly original: Size;
  readonly warnings: readonly string[];
}

/** @example await decodeBitmap({ decoder: new DecoderPool(), limits: doorLimits }, bytes, { signal }) */
export async function decodeBitmap(
  { decoder, limits }: { readonly decoder: Decoder; readonly limits: DoorLimits },
  bytes: Uint8Array,
  { target = defaultFit, region, signal }: BitmapRequest,
): Promise<Outcome<DecodedBitmap>> {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'audio') return refuse(notAPicture);
  if (sniffed.kind !== 'image') return refuse(refusalFor(sniffed));
  const probed = examine(bytes, sniffed.mime, limits);
  if (!probed.ok) return probed;
  const facts = probed.value;
  const original = orientedSize(facts, facts.orientation);
  const shown = resolveRegion(region, original);
  if (!shown.ok) return shown;
  const whole = jobOf(bytes, facts, { ...target, maxBytes: Infinity });
  const job = { ...whole, ...(region && { region: wholePixels(shown.value) }) };
  const bitmap = await decoder.bitmap(job, signal ? { signal } : {});
  if (!bitmap.ok) return bitmap;
  const warnings = [...sourceWarnings(facts), ...wordsFor(bitmap.value.notes)];
  return accept({ ...bitmap.value, mime: facts.mime, original, warnings });
}
