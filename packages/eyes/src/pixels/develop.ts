// Bytes to pixels, by the door's own decoder: in its sandbox, behind its limits. Eyes have no decoder of pictures.
import { accept, doorLimits, type Outcome } from '@percept/core';
import { defaultFit } from '@percept/core/internal';
import { decodeBitmap } from '@percept/ingest/internal';
import { type Decoder } from '@percept/ingest';
import type { Picture } from './picture.ts';

export interface Developed {
  readonly picture: Picture;
  /** `png`, `jpeg` … */
  readonly format: string;
  /** The size of the source, when it was reduced to fit `maxPixels`. */
  readonly original?: { readonly width: number; readonly height: number };
  /** What whoever reads the words should know about the picture. */
  readonly warnings: readonly string[];
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
  const target = { ...defaultFit, maxEdgePx: doorLimits.maxSourceEdgePx, maxPixels };
  const decoded = await decodeBitmap({ decoder, limits: doorLimits }, bytes, { target, signal });
  if (!decoded.ok) return decoded;
  const { width, height, data, mime, original, warnings } = decoded.value;
  const isReduced = original.width !== width || original.height !== height;
  return accept({
    picture: { width, height, data },
    format: mime.slice('image/'.length),
    warnings,
    ...(isReduced && { original }),
  });
}
