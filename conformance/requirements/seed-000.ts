// Seed 000, ACP imageCapability: a client learns what this agent really does with an image before it sends one.

import { section } from '../requirement.ts';

export const seed000 = [
  ...section('000', 'Wire shape', 6, {
    's000-meta-on-initialize': {
      must: 'The initialize response advertises imageCapability under _meta.',
    },
    's000-max-bytes': { must: 'maxBytes is the hard upper bound for one image.' },
    's000-max-bytes-enforced': {
      must: 'An image over maxBytes is handled or refused, never passed on.',
    },
    's000-max-dimension': { must: 'maxDimension is the hard upper bound for either edge.' },
    's000-max-dimension-enforced': { must: 'An edge over maxDimension is handled or refused.' },
    's000-downsample-target': {
      must: 'downsampleTargetBytes is a recommendation; images up to maxBytes are still accepted.',
    },
    's000-auto-oversized': {
      must: 'autoHandlesOversized is true only when oversized images are downscaled or described.',
    },
    's000-auto-wrong-model': {
      must: 'autoHandlesWrongModel is true only when a text-only model gets the image by another route.',
    },
    's000-five-fields': { must: 'All five fields are present with the types of the proposal.' },
    's000-image-boolean-stays': { must: 'promptCapabilities.image stays the binary opt-in.' },
  }),
  ...section('000', 'Semantics', 6, {
    's000-no-precompress': {
      should: 'With autoHandlesOversized a client need not compress: the agent takes the original.',
    },
    's000-no-model-error': {
      should:
        'With autoHandlesWrongModel no "model does not support images" error reaches the client.',
    },
    's000-right-size': { promise: 'A client can size an image from the advertisement alone.' },
  }),
  ...section('000', 'Vision bridge', 5, {
    's000-bridge-routes-text-only': {
      promise: 'Images for a text-only model go through a designated vision model.',
    },
    's000-bridge-per-turn-cap': { promise: 'The bridge has a cap per turn.' },
    's000-bridge-timeout': { promise: 'The bridge has a timeout.' },
    's000-bridge-model-configurable': {
      promise: 'The vision model is configurable: any model of any provider, or local eyes.',
    },
  }),
  ...section('000', 'audioCapability', 6, {
    's000-audio-same-shape': { promise: 'audioCapability has the same five fields for sound.' },
    's000-audio-max-duration': { promise: 'Its dimension bound is maxDurationMs.' },
  }),
] as const;
