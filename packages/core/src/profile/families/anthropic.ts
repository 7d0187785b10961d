// Anthropic Messages. Source: platform.claude.com, "Vision" (2026); the resize rule reproduces all of its examples.
import { placementOn } from '../placement.ts';
import type { ImageRules, ModelProfile } from '../profile.ts';
import { pdf } from './common.ts';

function look(
  maxEdgePx: number,
  maxPatches: number,
): Pick<ImageRules, 'usefulEdgePx' | 'usefulPatches' | 'tokens'> {
  return {
    usefulEdgePx: maxEdgePx,
    usefulPatches: { sizePx: 28, max: maxPatches },
    tokens: {
      kind: 'patches',
      patchPx: 28,
      maxEdgePx,
      maxPatches,
      multiplier: 1,
      shrink: 'largest',
    },
  };
}

export const anthropicStandard: ModelProfile = {
  id: 'anthropic',
  image: {
    types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    maxBytes: 10_000_000,
    bytesCountedAs: 'base64',
    maxEdgePx: 8000,
    manyImages: { above: 20, maxEdgePx: 2000 },
    ...look(1568, 1568),
  },
  audioTypes: [],
  fileTypes: [pdf],
  request: { maxImages: 100, maxBytes: 32_000_000 },
  toolResult: placementOn['anthropic-messages'],
  history: 'rewritable',
};

/** Claude 4.7 and later look closer. */
export const anthropicHigh: ModelProfile = {
  ...anthropicStandard,
  id: 'anthropic-high',
  image: { ...anthropicStandard.image, ...look(2576, 4784) },
  request: { maxImages: 600, maxBytes: 32_000_000 },
};

/** Preserved thinking: every thinking block is bound to the exact prefix before it. */
export const anthropicBound: ModelProfile = {
  ...anthropicHigh,
  id: 'anthropic-bound',
  history: 'append-only',
};
