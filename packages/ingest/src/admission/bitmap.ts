// Bare pixels of a picture, for whoever looks at them here: local eyes, a terminal. Same bounds and same cell as for a
// picture that is taken in; nothing is stored.
import {
  defaultFit,
  refuse,
  resolveRegion,
  wholePixels,
  type FitTarget,
  type Outcome,
  type RegionRequest,
} from '@percept/core';
import type { Decoder } from '../decoder/index.ts';
import { orientedSize, type Bitmap } from '../fit/index.ts';
import { probe } from '../probe/index.ts';
import { refusalFor, sniff } from '../sniff.ts';
import { stripMetadata } from '../strip/index.ts';
import type { AdmissionParts } from './request.ts';
import { notAPicture } from './way-in.ts';

export interface BitmapRequest {
  /** Only its sizes count. */
  readonly target?: FitTarget | undefined;
  readonly region?: RegionRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function developBitmap(
  { decoder, limits }: Pick<AdmissionParts, 'limits'> & { readonly decoder: Decoder },
  bytes: Uint8Array,
  { target = defaultFit, region, signal }: BitmapRequest,
): Promise<Outcome<Bitmap>> {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'audio') return refuse(notAPicture);
  if (sniffed.kind !== 'image') return refuse(refusalFor(sniffed));
  const probed = probe(bytes, sniffed.mime, limits);
  if (!probed.ok) return probed;
  const facts = probed.value;
  const shown = resolveRegion(region, orientedSize(facts, facts.orientation));
  if (!shown.ok) return shown;
  const { mime, width, height, frames, orientation, hasAlpha, hasColourProfile } = facts;
  return decoder.bitmap(
    {
      bytes: stripMetadata(bytes, mime),
      mime,
      width,
      height,
      frames,
      orientation,
      hasAlpha,
      hasColourProfile,
      target: { ...target, maxBytes: Infinity },
      ...(region && { region: wholePixels(shown.value) }),
    },
    signal ? { signal } : {},
  );
}
