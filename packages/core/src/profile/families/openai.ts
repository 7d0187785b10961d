// OpenAI, on both of its wires. Source: developers.openai.com, "Images and vision" (2026-09).
import { placementOn } from '../placement.ts';
import type { ModelProfile } from '../profile.ts';
import type { TokenFormula } from '../tokens.ts';
import { pdf } from './common.ts';

const base: ModelProfile = {
  id: 'openai',
  image: {
    types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    // No limit per picture is stated; the request's 512 MB is the only one.
    maxBytes: 50_000_000,
    bytesCountedAs: 'raw',
    maxEdgePx: 65_535,
    usefulEdgePx: 2048,
    usefulPatches: { sizePx: 32, max: 2500 },
    tokens: { kind: 'unpublished' },
  },
  audioTypes: ['audio/wav', 'audio/mpeg'],
  fileTypes: [pdf],
  request: { maxImages: 1500, maxBytes: 512_000_000 },
  toolResult: placementOn['chat-completions'],
  history: 'rewritable',
};

function patchModel(
  id: string,
  maxEdgePx: number,
  maxPatches: number,
  multiplier: number,
): ModelProfile {
  const tokens: TokenFormula = {
    kind: 'patches',
    patchPx: 32,
    maxEdgePx,
    maxPatches,
    multiplier,
    shrink: 'whole',
  };
  return {
    ...base,
    id,
    image: {
      ...base.image,
      usefulEdgePx: maxEdgePx,
      usefulPatches: { sizePx: 32, max: maxPatches },
      tokens,
    },
  };
}

function tileModel(id: string, baseTokens: number, perTile: number): ModelProfile {
  const tokens: TokenFormula = {
    kind: 'tiles',
    fitPx: 2048,
    shortSidePx: 768,
    tilePx: 512,
    base: baseTokens,
    perTile,
  };
  // What is left of any picture: a short side of 768 and a long one of 2048.
  const { usefulPatches: _, ...image } = base.image;
  return { ...base, id, image: { ...image, usefulEdgePx: 2048, usefulShortEdgePx: 768, tokens } };
}

/** Takes pictures as they are, up to 30,000 patches. */
export const gpt56: ModelProfile = {
  ...base,
  id: 'openai-patch-original',
  image: {
    ...base.image,
    usefulEdgePx: 6000,
    usefulPatches: { sizePx: 32, max: 10_000 },
    tokens: {
      kind: 'patches',
      patchPx: 32,
      maxEdgePx: 65_535,
      maxPatches: 30_000,
      multiplier: 1.2,
      shrink: 'never',
    },
  },
};
export const gpt54: ModelProfile = patchModel('openai-patch-high', 2048, 2500, 1);
export const gptMini: ModelProfile = patchModel('openai-patch-mini', 2048, 1536, 1.62);
export const gptNano: ModelProfile = patchModel('openai-patch-nano', 2048, 1536, 2.46);
export const o4Mini: ModelProfile = patchModel('openai-patch-o4-mini', 2048, 1536, 1.72);

export const gpt4o: ModelProfile = tileModel('openai-tile-4o', 85, 170);
export const gpt5: ModelProfile = tileModel('openai-tile-5', 70, 140);
export const oSeries: ModelProfile = tileModel('openai-tile-o', 75, 150);
export const gpt4oMini: ModelProfile = tileModel('openai-tile-4o-mini', 2833, 5667);
export const computerUse: ModelProfile = tileModel('openai-tile-computer-use', 65, 129);

/** For an OpenAI model with a name that is not in the table. */
export const openaiUnknown: ModelProfile = { ...gpt54, id: 'openai' };
