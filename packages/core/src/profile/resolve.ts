// Which profile a model has: the caller's own rules first, then the table, then the profile that is safe everywhere.
import { checkOptions, listOf, maybe, oneOf, text } from '../options.ts';
import { profileRuleList } from './rules.ts';
import { anthropicBound, anthropicHigh, anthropicStandard } from './families/anthropic.ts';
import { common } from './families/common.ts';
import { gemini2, gemini3 } from './families/google.ts';
import {
  computerUse,
  gpt4o,
  gpt4oMini,
  gpt5,
  gpt54,
  gpt56,
  gptMini,
  gptNano,
  o4Mini,
  openaiUnknown,
  oSeries,
} from './families/openai.ts';
import { bedrock, mistral, ollama, pixtral, xai } from './families/others.ts';
import {
  gemini2Placement,
  mistralPlacement,
  placementOn,
  wireOf,
  wires,
  type Wire,
} from './placement.ts';
import type { AudioType } from '../media-type.ts';
import { isNamed, modelCapabilities, type KnownCapabilities } from '../route/model-capabilities.ts';
import type { ModelProfile, ToolPlacement } from './profile.ts';

export interface ModelName {
  /** As the AI SDK spells it: `anthropic.messages`, `openai.responses`, `amazon-bedrock`, `mistral.chat` … */
  readonly provider: string;
  readonly model: string;
  /** Where it is known; otherwise the provider's name tells. */
  readonly wire?: Wire;
  /** What it takes, where configuration or metadata say so; otherwise its name tells. */
  readonly capabilities?: readonly string[];
}

export interface ProfileRule {
  readonly provider?: RegExp;
  readonly model?: RegExp;
  readonly profile: ModelProfile;
}

/** First match wins, so the narrower rule stands above the wider one. */
export const profileRules: readonly ProfileRule[] = [
  { provider: /^amazon-bedrock|^bedrock/, profile: bedrock },
  { provider: /^ollama/, profile: ollama },
  { provider: /^xai/, profile: xai },
  { model: /^(x-ai\/)?grok/, profile: xai },
  { model: /pixtral/, profile: pixtral },
  { provider: /^mistral/, profile: mistral },
  { model: /^(mistralai\/)?(mistral|ministral|magistral|devstral|codestral)/, profile: mistral },
  {
    model: /claude-(fable-5[.-][1-9]|opus-5[.-][5-9]|(fable|opus|sonnet|haiku)-[6-9])/,
    profile: anthropicBound,
  },
  { model: /claude-((fable|opus|sonnet|haiku)-)?(4[.-][7-9]|5)/, profile: anthropicHigh },
  { model: /claude/, profile: anthropicStandard },
  { provider: /^anthropic/, profile: anthropicHigh },
  { model: /gemini-([3-9]|[1-9]\d)/, profile: gemini3 },
  { model: /gemini/, profile: gemini2 },
  { provider: /^google/, profile: gemini3 },
  { model: /computer-use/, profile: computerUse },
  { model: /gpt-4o-mini/, profile: gpt4oMini },
  { model: /gpt-(4o|4\.1|4\.5)(?!.*(mini|nano))/, profile: gpt4o },
  { model: /o4-mini/, profile: o4Mini },
  { model: /gpt-[\d.]+-nano/, profile: gptNano },
  { model: /gpt-[\d.]+-mini|codex/, profile: gptMini },
  { model: /gpt-5\.[6-9]|gpt-[6-9]/, profile: gpt56 },
  { model: /gpt-5\.[45]/, profile: gpt54 },
  { model: /gpt-5/, profile: gpt5 },
  { model: /(^|\/)o[13](-|$)/, profile: oSeries },
  { provider: /^(openai|azure)/, profile: openaiUnknown },
];

/**
 * What is known about a model: what it sees, what its wire takes, what a picture costs. A name that nobody knows takes text:
 * pixels that nobody promised to see are lost in silence. `capabilities`, or a rule of your own, says that it sees.
 *
 * @example const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
 * @example resolveProfile({ provider: 'openai.chat', model: 'my-own', capabilities: ['vision-input'] });
 */
export function resolveProfile(name: ModelName, own: readonly ProfileRule[] = []): ModelProfile {
  checkOptions('resolveProfile', name, {
    provider: text,
    model: text,
    wire: maybe(oneOf(wires)),
    capabilities: maybe(listOf(text)),
  });
  checkOptions('resolveProfile', { own }, { own: profileRuleList });
  return (
    ruleFor(name, own)?.profile ?? limitedTo(knownOf(name), familyProfile(name), wireFor(name))
  );
}

/** The same for requests that others wrote: a name that nobody knows has what its family takes, because its client asked for it. */
export function profileOfSent(name: ModelName): ModelProfile {
  return knownOf(name).knownFrom === 'nothing' ? familyProfile(name) : resolveProfile(name);
}

function familyProfile(name: ModelName): ModelProfile {
  const found = ruleFor(name, profileRules)?.profile ?? common;
  return { ...found, toolResult: placementFor(found, wireFor(name)) };
}

function ruleFor(name: ModelName, rules: readonly ProfileRule[]): ProfileRule | undefined {
  return rules.find(
    ({ provider, model }) =>
      (provider?.test(name.provider) ?? true) &&
      (model ? isNamed(name.model.toLowerCase(), model) : true),
  );
}

function wireFor({ wire, provider }: ModelName): Wire {
  return wire ?? wireOf(provider);
}

function knownOf({ model, capabilities }: ModelName): KnownCapabilities {
  return modelCapabilities(model, { configured: capabilities });
}

/**
 * A profile never promises what the capabilities deny. Sound by the table of names is left to the family's own rules, because
 * the table knows only who sees. A text-only profile has an id of its own, so that nothing made for the seeing one is taken for it.
 */
function limitedTo(
  { capabilities, knownFrom }: KnownCapabilities,
  profile: ModelProfile,
  wire: Wire,
): ModelProfile {
  const sees = capabilities.includes('vision-input');
  // Anthropic's wire has no place for a sound, whatever is said of the model behind it.
  const hears = capabilities.includes('audio-input') && wire !== 'anthropic-messages';
  const types = profile.image.types.length > 0 ? profile.image.types : common.image.types;
  const sounds = profile.audioTypes.length > 0 ? profile.audioTypes : usualAudioTypes;
  return {
    ...profile,
    id: sees ? profile.id : `${profile.id}+text-only`,
    image: { ...profile.image, types: sees ? types : [] },
    audioTypes: hears ? sounds : sees && knownFrom === 'name' ? profile.audioTypes : [],
    fileTypes: sees ? profile.fileTypes : [],
  };
}

const usualAudioTypes: readonly AudioType[] = ['audio/wav', 'audio/mpeg'];

/** The wire decides, unless the model itself is narrower than the wire it is reached by. */
function placementFor(profile: ModelProfile, wire: Wire): ToolPlacement {
  if (profile === mistral || profile === pixtral) return mistralPlacement;
  if (profile === gemini2 && wire === 'gemini') return gemini2Placement;
  return placementOn[wire];
}

const all: readonly ModelProfile[] = [common, ...profileRules.map((rule) => rule.profile)];

/**
 * Every profile by its id, for `--profile` on a command line.
 *
 * @example const profile = profilesById.get('openai-patch') ?? commonProfile;
 */
export const profilesById: ReadonlyMap<string, ModelProfile> = new Map([
  ...all.map((profile) => [profile.id, profile] as const),
  ['gemini', gemini3],
  ['openai-tile', gpt4o],
  ['openai-patch', gpt56],
]);
