// How large a picture may be on its way to a model: edge, area and patches together, never enlarged, and never dearer
// than the picture that came: where the provider would have shrunk it to fewer tokens, so do we.
import { checkOptions } from '../options.ts';
import { sizeRule, targetRule } from './rules.ts';
import { messageLimits } from '../limits.ts';
import type { ImageType } from '../media-type.ts';
import { largestOfShape, paddedEdge, patchCount, type PatchGrid, type Size } from './shape.ts';
import { estimateImageTokens, imageTokens, type TokenFormula } from './tokens.ts';

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
  /** What the receiver bills: a fit never costs more than the picture as it came. */
  readonly tokens?: TokenFormula;
}

/** Seed 002's defaults, with the area cap that its 1568 px stand for: 1568 patches of 28 px. */
export const defaultFit: FitTarget = {
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: messageLimits.maxImageBytes,
  maxEdgePx: messageLimits.maxEdgePx,
  maxPixels: 1568 * 28 * 28,
};

export function fits(size: Size, target: FitTarget): boolean {
  const { patches } = target;
  if (Math.max(size.width, size.height) > target.maxEdgePx) return false;
  if (Math.min(size.width, size.height) > (target.maxShortEdgePx ?? Infinity)) return false;
  if (size.width * size.height > target.maxPixels) return false;
  return (
    !patches ||
    (paddedEdge(size, patches) <= target.maxEdgePx &&
      patchCount(size, patches.sizePx) <= patches.max)
  );
}

/**
 * The largest size of the same shape that fits and costs no more tokens. What fits already comes back as it is.
 *
 * @example fitSize({ width: 4000, height: 3000 }, fitTarget(resolveProfile({ provider: 'openai', model: 'gpt-5' })));
 */
export function fitSize(size: Size, target: FitTarget): Size {
  checkOptions('fitSize', { size, target }, { size: sizeRule, target: targetRule });
  if (fits(size, target)) return size;
  const { tokens } = target;
  const bill = tokens ? estimateImageTokens(tokens, size) : undefined;
  return largestOfShape(
    size,
    target.maxEdgePx,
    (scaled) =>
      fits(scaled, target) &&
      (!tokens || bill === undefined || (imageTokens(tokens, scaled) ?? 0) <= bill),
  );
}
