// What a caller has to hand over where sizes, targets and profiles are asked for: a figure that is none would compare as false
// with everything, and so bound nothing.
import { bound, finite, group, listOf, maybe, oneOf, shape, text, type Rule } from '../options.ts';
import type { FitTarget } from './fit.ts';
import type { ModelProfile } from './profile.ts';

const patches: Rule = maybe(shape({ sizePx: bound, max: bound }));

export const sizeRule: Rule = shape({ width: finite, height: finite });

const targetRules: Readonly<Record<keyof FitTarget, Rule>> = {
  imageTypes: listOf(text),
  maxBytes: bound,
  maxEdgePx: bound,
  maxShortEdgePx: maybe(bound),
  maxPixels: bound,
  patches,
  tokens: maybe(shape({ kind: text })),
};
export const targetRule: Rule = shape(targetRules);
/** The rest is taken from a default. */
export const partialTargetRules: Readonly<Record<keyof FitTarget, Rule>> = {
  imageTypes: maybe(targetRules.imageTypes),
  maxBytes: maybe(bound),
  maxEdgePx: maybe(bound),
  maxShortEdgePx: maybe(bound),
  maxPixels: maybe(bound),
  patches,
  tokens: targetRules.tokens,
};

const profileRules: Readonly<Record<keyof ModelProfile, Rule>> = {
  id: text,
  image: shape({
    types: listOf(text),
    maxBytes: bound,
    bytesCountedAs: oneOf(['raw', 'base64']),
    maxEdgePx: bound,
    manyImages: maybe(shape({ above: bound, maxEdgePx: bound })),
    usefulEdgePx: bound,
    usefulShortEdgePx: maybe(bound),
    usefulPatches: patches,
    tokens: shape({ kind: text }),
    addresses: maybe(oneOf(['refused'])),
  }),
  audioTypes: listOf(text),
  fileTypes: listOf(text),
  request: shape({ maxImages: bound, maxBytes: bound }),
  toolResult: group,
  history: oneOf(['append-only', 'rewritable']),
};
export const profileRule: Rule = shape(profileRules);

const pattern: Rule = maybe((value, path) =>
  value instanceof RegExp ? undefined : `${path} is a regular expression`,
);
export const profileRuleList: Rule = maybe(
  listOf(shape({ provider: pattern, model: pattern, profile: profileRule })),
);
