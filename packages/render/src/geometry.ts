// From what is asked to see to how many pixels it gets. A vector has no size of its own in pixels, so it is drawn as
// large as helps the looker and never larger than the target takes; nothing is resampled on the way.
import { accept, fitSize, refuse, type FitTarget, type Outcome, type Size } from '@percept/core';
import type { RegionRequest } from './options.ts';
import type { Rect } from './rendering.ts';

/** Beyond this a page would have more pixels than an engine can count. */
const maxZoom = 10_000;

/** A region in units of the source, cut at the page's edges. */
export function resolveRegion(region: RegionRequest | undefined, page: Size): Outcome<Rect> {
  if (!region) return accept({ left: 0, top: 0, ...page });
  const scaleX = region.unit === 'permille' ? page.width / 1000 : 1;
  const scaleY = region.unit === 'permille' ? page.height / 1000 : 1;
  const left = Math.max(0, region.left * scaleX);
  const top = Math.max(0, region.top * scaleY);
  const right = Math.min(page.width, (region.left + region.width) * scaleX);
  const bottom = Math.min(page.height, (region.top + region.height) * scaleY);
  const least = Math.max(page.width, page.height) / maxZoom;
  if (region.width > 0 && region.height > 0 && right - left > least && bottom - top > least) {
    return accept({ left, top, width: right - left, height: bottom - top });
  }
  const whole =
    region.unit === 'permille' ? '1000 × 1000' : `${round(page.width)} × ${round(page.height)}`;
  return refuse({
    refused: 'invalid-input',
    message: `The region ${region.left},${region.top},${region.width},${region.height} is not inside a page of ${whole}.`,
    hint: 'Give left, top, width and height of a part of the page that is not vanishingly small.',
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const hugeEdge = 1_000_000;

/** The largest size of this shape that the target takes. */
export function fillSize(shape: Size, target: FitTarget, maxPixels: number): Size {
  const scale = hugeEdge / Math.max(shape.width, shape.height);
  const huge = { width: shape.width * scale, height: shape.height * scale };
  return fitSize(huge, { ...target, maxPixels: Math.min(target.maxPixels, maxPixels) });
}

/** Small drawings are enlarged by whole factors until details can be told apart. */
const usefulEdge = 512;

/** The size at which a drawing is shown whole. */
export function drawingSize(natural: Size, target: FitTarget, maxPixels: number): Size {
  const longest = Math.max(natural.width, natural.height);
  const factor = longest >= usefulEdge ? 1 : Math.ceil(usefulEdge / longest);
  const wished = {
    width: Math.max(1, Math.round(natural.width * factor)),
    height: Math.max(1, Math.round(natural.height * factor)),
  };
  return fitSize(wished, { ...target, maxPixels: Math.min(target.maxPixels, maxPixels) });
}

const maxAttempts = 5;

/** Draws, and draws smaller while the file is too heavy for the target. */
export async function drawWithin<T extends { readonly png: Uint8Array }>(
  size: Size,
  maxBytes: number,
  draw: (size: Size) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let current = size;
  for (let attempt = 1; ; attempt++) {
    const drawn = await draw(current);
    if (!drawn.ok || drawn.value.png.length <= maxBytes) return drawn;
    if (attempt === maxAttempts) {
      return refuse({
        refused: 'too-large',
        message: `The picture weighs ${drawn.value.png.length} bytes at ${current.width}×${current.height}, and at most ${maxBytes} are taken.`,
        hint: 'Look at a smaller part of it.',
        limit: { name: 'maxBytes', max: maxBytes, actual: drawn.value.png.length },
      });
    }
    const scale = Math.min(0.9, Math.sqrt(maxBytes / drawn.value.png.length) * 0.95);
    current = {
      width: Math.max(1, Math.floor(current.width * scale)),
      height: Math.max(1, Math.floor(current.height * scale)),
    };
  }
}
