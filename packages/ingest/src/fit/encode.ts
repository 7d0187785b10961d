// The three encoders and the rule that chooses between them. One rule, by content:
//   graphic, or lossless asked: PNG, if it meets the byte target at no more than a byte per pixel (asked: at any weight);
//   everything else:            WebP effort 0 where it is allowed, JPEG where it is not, PNG where neither is.
// Measured: WebP at effort 0 beats JPEG and mozjpeg on screenshots in bytes and in fidelity; more effort is not worth it.
import type { FitTarget } from '@percept/core';
import type { Content } from './content.ts';
import type { OutputType } from './picture.ts';
import { open, type Pixels, type SharpFactory } from './pixels.ts';

export type LossyType = Exclude<OutputType, 'image/png'>;

export interface Plan {
  readonly lossless: boolean;
  readonly lossy?: LossyType;
  /** Where the search for a quality begins. Text needs more than texture. */
  readonly quality: number;
  readonly content: Content;
  /** Over this a PNG is no longer sensible, though it may still meet the target. */
  readonly maxLosslessBytes: number;
}

const startQuality = { graphic: 90, photo: 80 } as const;
const webpMaxEdge = 16_383;
const losslessBytesPerPixel = 1;
/** Below this a PNG is always sensible. */
const smallFileBytes = 16 * 1024;
/** The estimate of a PNG's weight may be this far off before the PNG is not even tried. */
const benefit = 1.25;

export function planFor(
  pixels: Pixels,
  content: Content,
  target: FitTarget,
  lossless: boolean,
): Plan | undefined {
  const png = target.imageTypes.includes('image/png');
  const lossy = lossyType(pixels, target);
  if (!png && !lossy) return undefined;
  const wanted = !lossy || lossless;
  const sensible = Math.max(smallFileBytes, pixels.width * pixels.height * losslessBytesPerPixel);
  const maxLosslessBytes = wanted ? target.maxBytes : Math.min(target.maxBytes, sensible);
  const likely = content.kind === 'graphic' && content.losslessBytes <= maxLosslessBytes * benefit;
  return {
    lossless: png && (wanted || likely),
    ...(lossy && { lossy }),
    quality: startQuality[content.kind],
    content,
    maxLosslessBytes,
  };
}

function lossyType(pixels: Pixels, target: FitTarget): LossyType | undefined {
  const webp = Math.max(pixels.width, pixels.height) <= webpMaxEdge;
  if (webp && target.imageTypes.includes('image/webp')) return 'image/webp';
  return target.imageTypes.includes('image/jpeg') ? 'image/jpeg' : undefined;
}

/** Level 3: within a few percent of level 6 on dense text in two thirds of its time, and far below level 1 on flat panels. */
export function encodePng(factory: SharpFactory, pixels: Pixels): Promise<Uint8Array> {
  return open(factory, pixels).png({ compressionLevel: 3 }).toBuffer();
}

export function encodeLossy(
  factory: SharpFactory,
  pixels: Pixels,
  plan: { readonly lossy: LossyType; readonly kind: Content['kind'] },
  quality: number,
): Promise<Uint8Array> {
  const image = open(factory, pixels);
  switch (plan.lossy) {
    case 'image/webp':
      return image.webp({ quality, effort: 0 }).toBuffer();
    case 'image/jpeg':
      return image
        .jpeg({ quality, chromaSubsampling: plan.kind === 'graphic' ? '4:4:4' : '4:2:0' })
        .toBuffer();
  }
}
