// The encoders and the rule that chooses between them. One rule, by content:
//   lossless asked, small, or already lossless and untouched: PNG, at any weight that meets the target;
//   lossy before and untouched: PNG, so that no pixel changes, while a message has room for it;
//   graphic: PNG, if it meets the target at no more than a byte per pixel;
//   everything else: of a graphic WebP, of a photograph JPEG, each the other way round where only that is allowed.
// A JPEG can be written again later without losing anything, which is why photographs become one.
import { messageLimits } from '@percept/core/internal';
import { type FitTarget } from '@percept/core';
import { encodeIndexedPng } from '../png/raster-png.ts';
import type { Sharp } from 'sharp';
import type { Content } from './content.ts';
import { release } from '../release.ts';
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
  /** What the same pixels weighed without loss when they came, if that is known. */
  readonly cameBytes: number;
}

/** How much the caller wants to lose at most. */
export type Care = 'none' | 'lossless' | 'untouched-lossy';

const qualities = {
  'image/webp': { graphic: 90, photo: 80 },
  'image/jpeg': { graphic: 90, photo: 85 },
} as const;
/** For what has been lossy before, and is encoded again only to be ours. */
const carefulQuality = 93;
/** A message has room for as many pictures of this weight as it may hold. */
const exactBytes = messageLimits.maxBytesPerMessage / messageLimits.maxImagesPerMessage;
const webpMaxEdge = 16_383;
export const losslessBytesPerPixel = 1;
/** Up to this size a moment is spent so that nothing leaves heavier than it came; a larger one would take seconds. */
const carefulPixels = 1024 * 1024;
/** Never lossy up to this size: an icon, a glyph, a cursor. */
const smallPixels = 256 * 256;
/** Below this a PNG is always sensible. */
const smallFileBytes = 16 * 1024;
/** The estimate of a PNG's weight may be this far off before the PNG is not even tried. */
const benefit = 1.25;

export function planFor(
  pixels: Pixels,
  content: Content,
  target: FitTarget,
  { care, cameBytes }: { readonly care: Care; readonly cameBytes: number },
): Plan | undefined {
  const png = target.imageTypes.includes('image/png');
  const lossy = lossyType(pixels, content, target);
  if (!png && !lossy) return undefined;
  const area = pixels.width * pixels.height;
  const wanted = !lossy || care === 'lossless' || area <= smallPixels;
  const sensible = Math.max(smallFileBytes, area * losslessBytesPerPixel);
  const isUntouched = care === 'untouched-lossy';
  const bearable = isUntouched ? Math.max(sensible, exactBytes) : sensible;
  const maxLosslessBytes = wanted ? target.maxBytes : Math.min(target.maxBytes, bearable);
  const likely = content.kind === 'graphic' && content.losslessBytes <= maxLosslessBytes * benefit;
  const quality = lossy ? qualities[lossy][content.kind] : 100;
  return {
    lossless: png && (wanted || isUntouched || likely),
    ...(lossy && { lossy }),
    quality: isUntouched ? Math.max(quality, carefulQuality) : quality,
    content,
    maxLosslessBytes,
    cameBytes,
  };
}

function lossyType(
  { width, height }: Pixels,
  { kind }: Content,
  { imageTypes }: FitTarget,
): LossyType | undefined {
  const webp = Math.max(width, height) <= webpMaxEdge && imageTypes.includes('image/webp');
  const jpeg = imageTypes.includes('image/jpeg');
  if (kind === 'photo' && jpeg) return 'image/jpeg';
  if (webp) return 'image/webp';
  return jpeg ? 'image/jpeg' : undefined;
}

/** Level 3: within a few percent of level 6 on dense text in two thirds of its time, and far below level 1 on flat panels. */
export async function encodePng(
  factory: SharpFactory,
  pixels: Pixels,
  { kind, fewColours }: Content,
): Promise<Uint8Array> {
  const indexed = fewColours && kind === 'graphic' ? indexedPng(pixels) : undefined;
  if (indexed) return indexed;
  return writePng(open(factory, pixels), kind);
}

/** The same pixels with all the care that an encoder has: for what would leave heavier than it came, while it is small. */
export async function encodePngCarefully(
  factory: SharpFactory,
  pixels: Pixels,
): Promise<readonly Uint8Array[]> {
  if (pixels.width * pixels.height > carefulPixels) return [];
  const indexed = indexedPng(pixels, 9);
  const ways = [false, true].map(async (adaptiveFiltering) =>
    withoutDensity(
      await open(factory, pixels).png({ compressionLevel: 9, adaptiveFiltering }).toBuffer(),
    ),
  );
  return [...(indexed ? [indexed] : []), ...(await Promise.all(ways))];
}

/** Undefined for pixels that no palette holds, or that let something through. */
function indexedPng({ channels, ...pixels }: Pixels, level?: number): Uint8Array | undefined {
  if (channels !== 1 && channels !== 3) return undefined;
  return encodeIndexedPng({ ...pixels, channels }, level);
}

export async function writePng(image: Sharp, kind: Content['kind']): Promise<Uint8Array> {
  const options =
    kind === 'graphic' ? { compressionLevel: 3 } : { compressionLevel: 6, adaptiveFiltering: true };
  return withoutDensity(await image.png(options).toBuffer());
}

/** A PNG of the encoder is a header, a density, pixels and an end; a picture has no size in the world. */
function withoutDensity(png: Uint8Array): Uint8Array {
  const header = 33;
  const isDensity = png[header + 4] === 0x70 && png[header + 5] === 0x48;
  if (!isDensity) return png;
  const out = new Uint8Array(png.length - 21);
  out.set(png.subarray(0, header));
  out.set(png.subarray(header + 21), header);
  release(png);
  return out;
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
