// A part of something that is looked at. Thousandths let an agent point without knowing the true size; units of the
// source (pixels of a picture, points of a page) let it be exact.
import type { ImageBlock } from './block.ts';
import type { JsonObject } from './json.ts';
import { accept, refuse, type Outcome } from './outcome.ts';
import type { Size } from './profile/shape.ts';

export interface RegionRequest {
  readonly unit: 'permille' | 'source';
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly left: number;
  readonly top: number;
}

/** The region in units of the source, cut at the edges. */
export function resolveRegion(region: RegionRequest | undefined, whole: Size): Outcome<Rect> {
  if (!region) return accept({ left: 0, top: 0, width: whole.width, height: whole.height });
  const scaleX = region.unit === 'permille' ? whole.width / 1000 : 1;
  const scaleY = region.unit === 'permille' ? whole.height / 1000 : 1;
  const left = Math.max(0, region.left * scaleX);
  const top = Math.max(0, region.top * scaleY);
  const right = Math.min(whole.width, (region.left + region.width) * scaleX);
  const bottom = Math.min(whole.height, (region.top + region.height) * scaleY);
  if (region.width > 0 && region.height > 0 && right > left && bottom > top)
    return accept({ left, top, width: right - left, height: bottom - top });
  const size =
    region.unit === 'permille' ? '1000 × 1000' : `${round(whole.width)} × ${round(whole.height)}`;
  return refuse({
    refused: 'invalid-input',
    message: `The region ${region.left},${region.top},${region.width},${region.height} is not inside ${size}.`,
    hint: 'Give left, top, width and height of a part, in thousandths (0 to 1000) or in pixels of the source.',
  });
}

/** The smallest rectangle of whole pixels that holds the region. */
export function wholePixels(rect: Rect): Rect {
  const left = Math.floor(rect.left);
  const top = Math.floor(rect.top);
  return {
    left,
    top,
    width: Math.max(1, Math.ceil(rect.left + rect.width) - left),
    height: Math.max(1, Math.ceil(rect.top + rect.height) - top),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

interface Looked {
  readonly block: Pick<ImageBlock, 'width' | 'height' | 'bytes'>;
  readonly page: number;
  readonly original: Size;
  readonly shown: Rect;
  readonly factor: number;
}

/** What every face tells of a look, beside the name and type of its picture. */
export function perceptionFacts({ block, page, original, shown, factor }: Looked): JsonObject {
  const { width, height, bytes } = block;
  const { left, top, width: wide, height: high } = shown;
  return {
    width,
    height,
    bytes,
    page,
    original: { width: original.width, height: original.height },
    shown: { left, top, width: wide, height: high },
    factor,
  };
}
