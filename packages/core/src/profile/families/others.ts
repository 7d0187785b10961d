// Bedrock, Mistral, xAI and Ollama. Sources stand at each.
import { mistralPlacement, placementOn } from '../placement.ts';
import type { ModelProfile } from '../profile.ts';
import { anthropicHigh } from './anthropic.ts';
import { common, pdf } from './common.ts';

/** Converse: 3.75 MB, 8000 px, 20 pictures per message (API reference). The models behind it are mostly Claude. */
export const bedrock: ModelProfile = {
  ...anthropicHigh,
  id: 'bedrock',
  image: { ...anthropicHigh.image, maxBytes: 3_750_000, bytesCountedAs: 'raw' },
  request: { maxImages: 20, maxBytes: 25_000_000 },
  toolResult: placementOn['bedrock-converse'],
};

/** docs.mistral.ai, vision FAQ: 10 MB, 10,000 px, eight pictures; user-after-tool is answered with 400. */
export const mistral: ModelProfile = {
  id: 'mistral',
  image: {
    types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    maxBytes: 10_000_000,
    bytesCountedAs: 'raw',
    maxEdgePx: 10_000,
    usefulEdgePx: 1540,
    tokens: { kind: 'area', maxEdgePx: 1540, pixelsPerToken: 784, max: 3025 },
  },
  audioTypes: [],
  fileTypes: [pdf],
  request: { maxImages: 8, maxBytes: 100_000_000 },
  toolResult: mistralPlacement,
  history: 'rewritable',
};

export const pixtral: ModelProfile = {
  ...mistral,
  id: 'pixtral',
  image: {
    ...mistral.image,
    usefulEdgePx: 1024,
    tokens: { kind: 'area', maxEdgePx: 1024, pixelsPerToken: 256, max: 4096 },
  },
};

/** docs.x.ai: JPEG and PNG only, 20 MiB; what a picture costs is not published. */
export const xai: ModelProfile = {
  id: 'xai',
  image: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: 20 * 1024 * 1024,
    bytesCountedAs: 'raw',
    maxEdgePx: 16_384,
    usefulEdgePx: 2048,
    tokens: { kind: 'unpublished' },
  },
  audioTypes: [],
  fileTypes: [],
  request: { maxImages: 1000, maxBytes: 100_000_000 },
  toolResult: placementOn.responses,
  history: 'rewritable',
};

/** ollama/ollama openai/openai.go: jpeg, png and webp as data URLs; anything else is "invalid image input". */
export const ollama: ModelProfile = {
  ...common,
  id: 'ollama',
  image: {
    types: ['image/png', 'image/jpeg', 'image/webp'],
    maxBytes: 20_000_000,
    bytesCountedAs: 'raw',
    maxEdgePx: 8000,
    usefulEdgePx: 1568,
    usefulPatches: { sizePx: 28, max: 1568 },
    tokens: { kind: 'unpublished' },
    addresses: 'refused',
  },
  request: { maxImages: 8, maxBytes: 100_000_000 },
};
