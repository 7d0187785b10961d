// What every provider takes. Used for models we know nothing about, and as the base the families start from.
import { placementOn } from '../placement.ts';
import type { ModelProfile } from '../profile.ts';

export const pdf = 'application/pdf';

/**
 * A model that nobody knows: what every provider takes, and no more.
 *
 * @example const profile = wanted ? resolveProfile(wanted) : commonProfile;
 */
export const common: ModelProfile = {
  id: 'common',
  image: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: 3_750_000,
    bytesCountedAs: 'raw',
    maxEdgePx: 2000,
    usefulEdgePx: 1568,
    usefulPatches: { sizePx: 28, max: 1568 },
    tokens: { kind: 'unpublished' },
  },
  audioTypes: [],
  fileTypes: [],
  // A limit that nobody told us is learnt from a refusal; guessing one would drop what the model takes.
  request: { maxImages: 100, maxBytes: 20_000_000 },
  toolResult: placementOn['chat-completions'],
  history: 'rewritable',
};
