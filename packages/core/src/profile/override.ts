// Providers change monthly, so every figure of a profile can be overridden by configuration. The result is parsed as a
// whole: a misspelt or impossible figure is refused by name, never merged in silence.
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

type Fields = Readonly<Record<string, unknown>>;
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
};

const placement = oneOf(placements);
const rules: RulesOf<ModelProfile> = {
  id: word,
  image: shape(imageRules),
  audioTypes: listOf(oneOf(audioTypes)),
  fileTypes: listOf(mediaType),
  request: shape<ModelProfile['request']>({ maxImages: positive, maxBytes: positive }),
  toolResult: shape<ToolPlacement>({
    image: placement,
    audio: placement,
    file: placement,
    imageWhenFailed: placement,
  }),
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
  const { image: imageChange = {}, fileTypes = base.fileTypes } = change;
  if (!isRecord(imageChange)) return invalid('`image` is an object.');
  const stray = strayIn(change, rules) ?? strayIn(imageChange, imageRules, 'image.');
  if (stray !== undefined) return invalid(`\`${stray}\` is not a field of a profile.`);
  const changed: unknown = {
    ...base,
    ...change,
    // `null` in configuration takes an optional rule away.
    image: Object.fromEntries(
      Object.entries({ ...base.image, ...imageChange }).filter(([, value]) => value !== null),
    ),
    fileTypes: Array.isArray(fileTypes)
      ? fileTypes.map((type: unknown) => readMediaType(type) ?? type)
      : fileTypes,
    request: merged(base.request, change['request']),
    toolResult: merged(base.toolResult, change['toolResult']),
  };
  if (isProfile(changed)) return accept(changed);
  return invalid(`${shape(rules)(changed, '')}.`);
}

function merged(base: object, change: unknown): Fields {
  return { ...base, ...(isRecord(change) && change) };
}

function strayIn(given: Fields, known: object, path = ''): string | undefined {
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
