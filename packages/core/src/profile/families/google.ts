// Gemini. No GIF on any of them. Source: ai.google.dev, "Media resolution" and "Image understanding" (2026).
import { gemini2Placement, placementOn } from '../placement.ts';
import type { ModelProfile } from '../profile.ts';
import { pdf } from './common.ts';

export const gemini3: ModelProfile = {
  id: 'gemini-3',
  image: {
    types: ['image/png', 'image/jpeg', 'image/webp'],
    // 20 MB is what a request may hold inline, all parts together and as base64.
    maxBytes: 20_000_000,
    bytesCountedAs: 'base64',
    maxEdgePx: 16_384,
    usefulEdgePx: 3072,
    tokens: { kind: 'flat', tokens: 1120 },
  },
  audioTypes: ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/aac'],
  fileTypes: [pdf, 'video/mp4', 'video/mpeg', 'video/quicktime', 'video/webm'],
  request: { maxImages: 3600, maxBytes: 20_000_000 },
  toolResult: placementOn.gemini,
  history: 'rewritable',
};

/** `functionResponse.parts` is rejected before Gemini 3. */
export const gemini2: ModelProfile = {
  ...gemini3,
  id: 'gemini-2',
  image: { ...gemini3.image, tokens: { kind: 'crops', smallPx: 384, cropPx: 768, perCrop: 258 } },
  toolResult: gemini2Placement,
};
