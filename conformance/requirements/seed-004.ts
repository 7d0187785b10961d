// Seed 004, Visual perception lowering: base64 never lands in a text slot, and only a live wire proves it.

import { section } from '../requirement.ts';

export const seed004 = [
  ...section('004', 'The defect', 4, {
    's004-no-stringified-media': { must: 'No tool result reaches a wire as stringified media.' },
    's004-chat-no-image-slot': { must: 'On Chat Completions no tool message carries an image.' },
    's004-anthropic-native': { promise: 'Anthropic keeps the image in the tool result.' },
    's004-responses-native': { promise: 'Responses keeps the image in the call output.' },
  }),
  ...section('004', 'The hoist', 4, {
    's004-hoist-exported': {
      must: 'hoistToolResultImages(messages) is exported as a pure function.',
    },
    's004-hoist-finds': { must: 'It finds image items in tool results of type content.' },
    's004-hoist-neutralises': {
      must: 'The image item becomes a short text that says where it went.',
    },
    's004-hoist-pairing': { must: 'The pairing of call and result is kept.' },
    's004-hoist-reattaches': { must: 'The image follows in a user message directly after.' },
    's004-hoist-same-turn': { must: 'An image of the same turn is hoisted.' },
    's004-hoist-cross-turn': { must: 'An image of an earlier turn is hoisted by the same code.' },
    's004-hoist-shape-keyed': {
      must: 'The shape of the block decides, never the name of the tool.',
    },
    's004-hoist-idempotent': { must: 'Hoisting twice equals hoisting once.' },
    's004-hoist-others-untouched': { must: 'Elided and non-image results are untouched.' },
    's004-hoist-same-array': { promise: 'Without images the same array comes back.' },
    's004-hoist-order': { promise: 'Several images keep their order.' },
    's004-hoist-own-text': { promise: 'Text of the tool result stays beside the marker.' },
    's004-hoist-not-persisted': { must: 'The hoist is a view and is never persisted.' },
  }),
  ...section('004', 'Composition with retention', 4, {
    's004-below-retention': { must: 'Stale perceptions are text before placement is decided.' },
    's004-no-overflow': { must: 'A live image costs vision tokens, never text tokens.' },
  }),
  ...section('004', 'Verification', 4, {
    's004-guess-proof': {
      must: 'A four-quadrant image with an unguessable palette is named exactly, end to end.',
    },
    's004-guess-proof-can-fail': { must: 'The same check fails without the fix.' },
    's004-several-large': { must: 'A turn with several large images does not overflow.' },
    's004-real-provider-package': {
      must: 'The check goes through real provider packages over HTTP.',
    },
  }),
] as const;
