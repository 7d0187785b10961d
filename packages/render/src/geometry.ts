// From what is asked to see to how many pixels it gets. A vector has no size of its own in pixels, so it is drawn as
// large as helps the looker and never larger than the target takes; nothing is resampled on the way.
import { fitSize, refuse, type FitTarget, type Outcome, type Size } from '@percept/core';
import { maxFitAttempts } from './limits.ts';

export { resolveRegion } from '@percept/core/internal';

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
export async function drawWithin<T extends { readonly png: Uint8Array }>(
  size: Size,
  maxBytes: number,
  draw: (size: Size) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let current = size;
  for (let attempt = 1; ; attempt++) {
    const drawn = await draw(current);
    if (!drawn.ok || drawn.value.png.length <= maxBytes) return drawn;
    if (attempt === maxFitAttempts) {
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
