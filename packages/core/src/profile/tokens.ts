// What a picture costs, by each provider's published rule. These are estimates for planning and are labelled as such
// wherever they are shown; what is billed is the usage that the provider reports.
import { checkOptions } from '../options.ts';
import { formulaRule } from './formula-parser.ts';
import { sizeRule } from './rules.ts';
import { largestOfShape, paddedEdge, patchCount, type Size } from './shape.ts';

export type TokenFormula =
  /** One token per patch of the picture as the provider shows it. */
  | {
      readonly kind: 'patches';
      readonly patchPx: number;
      readonly maxEdgePx: number;
      readonly maxPatches: number;
      readonly multiplier: number;
      /** `whole`: shrunk until whole patches cover one side, as OpenAI describes it. `largest`: the largest size that fits. */
      readonly shrink: 'whole' | 'largest' | 'never';
    }
  /** A base and an amount per tile, after fitting a square and then the short side. */
  | {
      readonly kind: 'tiles';
      readonly fitPx: number;
      readonly shortSidePx: number;
      readonly tilePx: number;
      readonly base: number;
      readonly perTile: number;
    }
  /** One tile for a small picture, otherwise one per crop. */
  | {
      readonly kind: 'crops';
      readonly smallPx: number;
      readonly cropPx: number;
      readonly perCrop: number;
    }
  /** Every picture costs the same. */
  | { readonly kind: 'flat'; readonly tokens: number }
  /** Proportional to the area after fitting. */
  | {
      readonly kind: 'area';
      readonly maxEdgePx: number;
      readonly pixelsPerToken: number;
      readonly max: number;
    }
  /** The provider publishes nothing, or it depends on the model's own encoder. */
  | { readonly kind: 'unpublished' };

/**
 * Estimated tokens of one picture, or undefined where nobody can know before the provider answers.
 *
 * @example estimateImageTokens(profile.image.tokens, { width: 1024, height: 768 });
 */
export function estimateImageTokens(formula: TokenFormula, size: Size): number | undefined {
  checkOptions('estimateImageTokens', { formula, size }, { formula: formulaRule, size: sizeRule });
  return imageTokens(formula, size);
}

/** The same of what was checked: whoever looks for a size asks for many. */
export function imageTokens(formula: TokenFormula, size: Size): number | undefined {
  switch (formula.kind) {
    case 'patches':
      return Math.ceil(
        patchCount(shownInPatches(formula, size), formula.patchPx) * formula.multiplier,
      );
    case 'tiles':
      return tileTokens(formula, size);
    case 'crops':
      return cropTokens(formula, size);
    case 'flat':
      return formula.tokens;
    case 'area': {
      const { width, height } = shrink(size, formula.maxEdgePx / Math.max(size.width, size.height));
      return Math.min(formula.max, Math.ceil((width * height) / formula.pixelsPerToken));
    }
    case 'unpublished':
      return undefined;
  }
}

type Patches = Extract<TokenFormula, { kind: 'patches' }>;

function shownInPatches(formula: Patches, size: Size): Size {
  switch (formula.shrink) {
    case 'never':
      return size;
    case 'largest':
      return shrinkToLargest(formula, size);
    case 'whole':
      return shrinkToWholePatches(formula, size);
  }
}

/** Anthropic, "Vision": the largest size of the shape whose padded edge and whose patches are within the limits. */
function shrinkToLargest({ patchPx, maxEdgePx, maxPatches }: Patches, size: Size): Size {
  const grid = { sizePx: patchPx, max: maxPatches };
  const isShown = (scaled: Size): boolean =>
    paddedEdge(scaled, grid) <= maxEdgePx && patchCount(scaled, patchPx) <= maxPatches;
  return isShown(size) ? size : largestOfShape(size, maxEdgePx, isShown);
}

/** OpenAI, "Images and vision": shrink by area first, then until one side is covered by whole patches. */
function shrinkToWholePatches({ patchPx, maxEdgePx, maxPatches }: Patches, size: Size): Size {
  const edgeScale = Math.min(1, maxEdgePx / Math.max(size.width, size.height));
  const inEdge = { width: size.width * edgeScale, height: size.height * edgeScale };
  if (patchCount(inEdge, patchPx) <= maxPatches) return inEdge;
  const areaScale = Math.sqrt((patchPx * patchPx * maxPatches) / (inEdge.width * inEdge.height));
  const across = (inEdge.width * areaScale) / patchPx;
  const down = (inEdge.height * areaScale) / patchPx;
  const wholeScale = areaScale * Math.min(Math.floor(across) / across, Math.floor(down) / down);
  // A strip thinner than one patch has no whole patch to keep.
  const scale = wholeScale > 0 ? wholeScale : areaScale;
  return {
    width: Math.max(1, Math.floor(inEdge.width * scale)),
    height: Math.max(1, Math.floor(inEdge.height * scale)),
  };
}

function tileTokens(formula: Extract<TokenFormula, { kind: 'tiles' }>, size: Size): number {
  const inSquare = shrink(size, formula.fitPx / Math.max(size.width, size.height));
  const shown = shrink(inSquare, formula.shortSidePx / Math.min(inSquare.width, inSquare.height));
  return formula.base + formula.perTile * patchCount(shown, formula.tilePx);
}

function shrink(size: Size, scale: number): Size {
  if (scale >= 1) return size;
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

function cropTokens(formula: Extract<TokenFormula, { kind: 'crops' }>, size: Size): number {
  const small = size.width <= formula.smallPx && size.height <= formula.smallPx;
  return formula.perCrop * (small ? 1 : patchCount(size, formula.cropPx));
}
