// Providers change monthly, so every figure of a profile can be overridden by configuration. The result is parsed as a
// whole: a misspelt or impossible figure is refused by name, never merged in silence.
import { definedOf } from '../defined.ts';
import {
  checkOptions,
  isShape,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  word,
  type Rule,
} from '../options.ts';
import { audioTypes, imageTypes, readMediaType } from '../media-type.ts';
import { accept, refuse, type Outcome } from '../outcome.ts';
import { isRecord } from '../parse/read.ts';
import { formulaRule } from './formula-parser.ts';
import type { ImageRules, ModelProfile, Placement, ToolPlacement } from './profile.ts';
import { profileRule } from './rules.ts';
import type { PatchGrid } from './shape.ts';

type RulesOf<T> = { readonly [K in keyof T]-?: Rule };

const placements: readonly Placement[] = ['native', 'hoist', 'hoist-after-bridge', 'words'];
const mediaType: Rule = (value, path) =>
  readMediaType(value) === undefined ? `${path} is a media type` : undefined;

const imageRules: RulesOf<ImageRules> = {
  types: listOf(oneOf(imageTypes)),
  maxBytes: positive,
  bytesCountedAs: oneOf(['raw', 'base64']),
  maxEdgePx: positive,
  manyImages: maybe(
    shape<NonNullable<ImageRules['manyImages']>>({ above: positive, maxEdgePx: positive }),
  ),
  usefulEdgePx: positive,
  usefulShortEdgePx: maybe(positive),
  usefulPatches: maybe(shape<PatchGrid>({ sizePx: positive, max: positive })),
  tokens: formulaRule,
  addresses: maybe(oneOf(['refused'])),
};

const requestRules: RulesOf<ModelProfile['request']> = { maxImages: positive, maxBytes: positive };

const placement = oneOf(placements);
const placementRules: RulesOf<ToolPlacement> = {
  image: placement,
  audio: placement,
  file: placement,
  imageWhenFailed: placement,
};

const rules: RulesOf<ModelProfile> = {
  id: word,
  image: shape(imageRules),
  audioTypes: listOf(oneOf(audioTypes)),
  fileTypes: listOf(mediaType),
  request: shape(requestRules),
  toolResult: shape(placementRules),
  history: oneOf(['append-only', 'rewritable']),
};
const isProfile = isShape<ModelProfile>(rules);

/**
 * A profile with some of its facts replaced, or a refusal that names the wrong one.
 *
 * @example overrideProfile(resolveProfile(name), { image: { maxBytes: 5_000_000 } })
 */
export function overrideProfile(base: ModelProfile, change: unknown): Outcome<ModelProfile> {
  checkOptions('overrideProfile', { base }, { base: profileRule });
  if (!isRecord(change)) return invalid('An override is an object.');
  const { image, request, toolResult, ...own } = definedOf(change);
  const stray =
    strayIn(change, rules) ??
    strayIn(image, imageRules, 'image.') ??
    strayIn(request, requestRules, 'request.') ??
    strayIn(toolResult, placementRules, 'toolResult.');
  if (stray !== undefined) return invalid(`\`${stray}\` is not a field of a profile.`);
  const { fileTypes = base.fileTypes } = own;
  const changed: unknown = {
    ...base,
    ...own,
    ...(Array.isArray(fileTypes) && {
      fileTypes: fileTypes.map((type: unknown) => readMediaType(type) ?? type),
    }),
    image: withoutNull(merged(base.image, image)),
    request: merged(base.request, request),
    toolResult: merged(base.toolResult, toolResult),
  };
  if (isProfile(changed)) return accept(changed);
  return invalid(`${shape(rules)(changed, '')}.`);
}

/** What is no group of figures replaces them, and is refused as none. */
function merged(base: object, change: unknown): unknown {
  if (change === undefined) return base;
  return isRecord(change) ? { ...base, ...definedOf(change) } : change;
}

/** `null` in configuration takes an optional rule away. */
function withoutNull(fields: unknown): unknown {
  return isRecord(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    : fields;
}

function strayIn(given: unknown, known: object, path = ''): string | undefined {
  if (!isRecord(given)) return undefined;
  const stray = Object.keys(given).find((key) => !Object.hasOwn(known, key));
  return stray === undefined ? undefined : path + stray;
}

function invalid(hint: string) {
  return refuse({
    refused: 'invalid-input',
    message: 'This profile override cannot be used.',
    hint,
  });
}
