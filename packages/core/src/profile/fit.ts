// How large a picture may be on its way to a model: edge, area and patches together, never enlarged.
import { messageLimits } from '../limits.ts';
import type { ImageType } from '../media-type.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Models that count square patches show a picture at the largest size whose patches fit. */
export interface PatchGrid {
  readonly sizePx: number;
  readonly max: number;
}

export interface FitTarget {
  /** The types that may leave; the first is not preferred over the others. */
  readonly imageTypes: readonly ImageType[];
  /** Raw bytes, before any base64. */
  readonly maxBytes: number;
  readonly maxEdgePx: number;
  /** Some models shrink every picture until its short side fits. */
  readonly maxShortEdgePx?: number;
  readonly maxPixels: number;
  readonly patches?: PatchGrid;
}

/** Seed 002's defaults, with the area cap that its 1568 px stand for: 1568 patches of 28 px. */
export const defaultFit: FitTarget = {
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: messageLimits.maxImageBytes,
  maxEdgePx: messageLimits.maxEdgePx,
  maxPixels: 1568 * 28 * 28,
};

export function patchCount(size: Size, sizePx: number): number {
  return Math.ceil(size.width / sizePx) * Math.ceil(size.height / sizePx);
}

export function fits(size: Size, target: FitTarget): boolean {
  const { patches } = target;
  if (Math.max(size.width, size.height) > target.maxEdgePx) return false;
  if (Math.min(size.width, size.height) > (target.maxShortEdgePx ?? Infinity)) return false;
  if (size.width * size.height > target.maxPixels) return false;
  return (
    !patches ||
    (gridEdge(size, patches) <= target.maxEdgePx && patchCount(size, patches.sizePx) <= patches.max)
  );
}

/** A provider that counts patches pads the edge to whole ones before it compares. */
function gridEdge(size: Size, patches: PatchGrid): number {
  return Math.ceil(Math.max(size.width, size.height) / patches.sizePx) * patches.sizePx;
}

/** The largest size of the same shape that fits. What fits already comes back as it is. */
export function fitSize(size: Size, target: FitTarget): Size {
  if (fits(size, target)) return size;
  const longest = Math.max(size.width, size.height);
  // `fits` is monotone in the long edge, so the largest long edge that fits is found by bisection.
  let low = 1;
  let high = Math.min(longest, target.maxEdgePx);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(scaleTo(size, middle), target)) low = middle;
    else high = middle - 1;
  }
  return scaleTo(size, low);
}

function scaleTo(size: Size, longEdge: number): Size {
  const short = Math.max(
    1,
    roundHalfEven(
      (Math.min(size.width, size.height) * longEdge) / Math.max(size.width, size.height),
    ),
  );
  return size.width >= size.height
    ? { width: longEdge, height: short }
    : { width: short, height: longEdge };
}

/** The published examples come out exactly only with the rounding that the providers' servers use. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
