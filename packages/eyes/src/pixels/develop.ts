// Bytes to pixels, by the door's own decoder: in its sandbox, behind its limits. Eyes have no decoder of pictures.
import { accept, defaultFit, doorLimits, refuse, type Outcome } from '@percept/core';
import { probe, refusalFor, sniff, stripMetadata, type Decoder } from '@percept/ingest';
import type { Picture } from './picture.ts';

export interface Developed {
  readonly picture: Picture;
  /** `png`, `jpeg` … */
  readonly format: string;
  /** The size of the source, when it was reduced to fit `maxPixels`. */
  readonly original?: { readonly width: number; readonly height: number };
}

export interface DevelopOptions {
  readonly maxPixels: number;
  readonly signal?: AbortSignal | undefined;
}

export async function develop(
  decoder: Decoder,
  bytes: Uint8Array,
  { maxPixels, signal }: DevelopOptions,
): Promise<Outcome<Developed>> {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'audio')
    return refuse({
      refused: 'unperceivable',
      message: 'This is a sound, and a picture was asked for.',
      hint: 'Transcribe it instead.',
    });
  if (sniffed.kind !== 'image') return refuse(refusalFor(sniffed));
  const probed = probe(bytes, sniffed.mime, doorLimits);
  if (!probed.ok) return probed;
  const { mime, width, height, frames, orientation, hasAlpha, hasColourProfile } = probed.value;
  const target = {
    ...defaultFit,
    maxBytes: Infinity,
    maxEdgePx: doorLimits.maxSourceEdgePx,
    maxPixels,
  };
  const stripped = stripMetadata(bytes, mime);
  const facts = { mime, width, height, frames, orientation, hasAlpha, hasColourProfile };
  const bitmap = await decoder.bitmap(
    { bytes: stripped, ...facts, target },
    signal ? { signal } : {},
  );
  if (!bitmap.ok) return bitmap;
  const picture = {
    width: bitmap.value.width,
    height: bitmap.value.height,
    data: bitmap.value.data,
  };
  const full = orientation >= 5 ? { width: height, height: width } : { width, height };
  const reduced = full.width !== picture.width || full.height !== picture.height;
  return accept({
    picture,
    format: mime.slice('image/'.length),
    ...(reduced && { original: full }),
  });
}
