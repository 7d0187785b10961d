// From what is asked to see to how many pixels it gets. A vector has no size of its own in pixels, so it is drawn as
// large as helps the looker and never larger than the target takes; nothing is resampled on the way.
import {
  accept,
  fitSize,
  refuse,
  type FitTarget,
  type Outcome,
  type Rect,
  type RegionRequest,
  type Size,
} from '@percept/core';
import { resolveRegion } from '@percept/core/internal';
import { maxFitAttempts } from './limits.ts';

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

/** Draws, and draws smaller while the file is too heavy for the target. */
async function drawWithin<T extends { readonly png: Uint8Array }>(
  size: Size,
  maxBytes: number,
  draw: (size: Size) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let current = size;
  for (let attempt = 1; ; attempt++) {
    const drawn = await draw(current);
    if (!drawn.ok || drawn.value.png.length <= maxBytes) return drawn;
    if (attempt === maxFitAttempts)
      return refuse({
        refused: 'too-large',
        message: `The picture weighs ${drawn.value.png.length} bytes at ${current.width}×${current.height}, and at most ${maxBytes} are taken.`,
        hint: 'Look at a smaller part of it.',
        limit: { name: 'maxBytes', max: maxBytes, actual: drawn.value.png.length },
      });
    const scale = Math.min(0.9, Math.sqrt(maxBytes / drawn.value.png.length) * 0.95);
    current = {
      width: Math.max(1, Math.floor(current.width * scale)),
      height: Math.max(1, Math.floor(current.height * scale)),
    };
  }
}

/** Draws what is asked for of a page: a part as large as the target takes, the whole at the size that it has when it is shown whole. */
export async function drawShown<T extends { readonly png: Uint8Array }>(
  { region, target }: { readonly region?: RegionRequest | undefined; readonly target: FitTarget },
  original: Size,
  whole: Size,
  maxPixels: number,
  draw: (shown: Rect, size: Size) => Promise<Outcome<T>>,
): Promise<Outcome<T & { readonly original: Size; readonly shown: Rect }>> {
  const resolved = resolveRegion(region, original);
  if (!resolved.ok) return resolved;
  const shown = resolved.value;
  const size = region ? fillSize(shown, target, maxPixels) : whole;
  const drawn = await drawWithin(size, target.maxBytes, (current) => draw(shown, current));
  return drawn.ok ? accept({ ...drawn.value, original, shown }) : drawn;
}

/** Width and height stand behind the signature and the name of the first chunk; undefined for what is no PNG. */
export function pngSize(png: Uint8Array): Size | undefined {
  if (png.length < 24 || png[0] !== 0x89 || png[1] !== 0x50) return undefined;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
