// A model as somebody wrote it: `provider/model`, the name of an entry in `models`, or an object. Credentials are not
// looked up here; an entry only says where they are.
import { isJsonObject, isRecord, type JsonObject } from '@percept/core';
import { isCapability } from '@percept/core/route';
import {
  localServers,
  localServerUrls,
  providerKinds,
  type LocalServer,
  type ProviderKind,
} from './provider.ts';
import type { Price } from './config.ts';
import type { ConfigReader } from './reader.ts';
import { Secret } from './secret.ts';

export interface ModelEntry {
  readonly provider: ProviderKind;
  readonly model: string;
  readonly server?: LocalServer;
  readonly baseUrl?: string;
  readonly apiKey?: KeySource;
  readonly capabilities?: readonly string[];
  readonly profile?: JsonObject;
  readonly maxContextTokens?: number;
  readonly price?: Price;
}

type KeySource =
  | { readonly kind: 'given'; readonly secret: Secret }
  | { readonly kind: 'variable'; readonly variable: string };

/** A role's value: a reference that is looked up among the models, or a model of its own. */
export type RoleEntry =
  | { readonly kind: 'reference'; readonly text: string }
  | { readonly kind: 'model'; readonly entry: ModelEntry }
  | { readonly kind: 'local' };

const modelHint =
  'Write "provider/model" (openai, anthropic, google, openai-compatible, ollama, llamacpp, lmstudio, vllm), or an object with provider and model.';

export function readRole(reader: ConfigReader, value: unknown, key: string): RoleEntry | undefined {
  if (value === undefined) return undefined;
  if (isRecord(value)) {
    const entry = readModel(reader, value, key);
    return entry && { kind: 'model', entry };
  }
  const text = reader.text(value, key, modelHint);
  if (text === undefined) return undefined;
  return text === 'local' ? { kind: 'local' } : { kind: 'reference', text };
}

const modelKeys = [
  'provider',
  'model',
  'baseUrl',
  'apiKey',
  'capabilities',
  'profile',
  'maxContextTokens',
  'price',
];
const providerWords = [...providerKinds, ...localServers];

export function readModel(
  reader: ConfigReader,
  value: unknown,
  key: string,
): ModelEntry | undefined {
  if (typeof value === 'string')
    return modelOfText(value) ?? reader.complain(key, 'is empty', modelHint);
  const fields = reader.object(value, key, modelKeys);
  if (!fields) return undefined;
  const provider = reader.word(providerWords, fields['provider'], `${key}.provider`);
  const model = reader.text(
    fields['model'],
    `${key}.model`,
    'Give the name that the provider uses.',
  );
  if (!provider || !model) return reader.complain(key, 'has no provider or no model', modelHint);
  const baseUrl = reader.url(fields['baseUrl'], `${key}.baseUrl`);
  const apiKey = readKey(reader, fields['apiKey'], `${key}.apiKey`);
  const capabilities = readCapabilities(reader, fields['capabilities'], `${key}.capabilities`);
  const profile = readProfile(reader, fields['profile'], `${key}.profile`);
  const maxContextTokens = reader.positive(fields['maxContextTokens'], `${key}.maxContextTokens`);
  const price = readPrice(reader, fields['price'], `${key}.price`);
  return {
    ...named(provider, model),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey && { apiKey }),
    ...(capabilities && { capabilities }),
    ...(profile && { profile }),
    ...(maxContextTokens !== undefined && { maxContextTokens }),
    ...(price && { price }),
  };
}

const priceKeys = ['usdPerMillionInput', 'usdPerMillionOutput', 'usdPerMillionCachedInput'];

function readPrice(reader: ConfigReader, value: unknown, key: string): Price | undefined {
  if (value === undefined) return undefined;
  const fields = reader.object(value, key, priceKeys);
  if (!fields) return undefined;
  const {
    usdPerMillionInput: input,
    usdPerMillionOutput: output,
    usdPerMillionCachedInput: cached,
  } = fields;
  if (!isPrice(input) || !isPrice(output) || !(cached === undefined || isPrice(cached))) {
    return reader.complain(
      key,
      'is not a price',
      'Give usdPerMillionInput and usdPerMillionOutput as numbers.',
    );
  }
  return {
    usdPerMillionInput: input,
    usdPerMillionOutput: output,
    ...(cached !== undefined && { usdPerMillionCachedInput: cached }),
  };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** @example modelOfText('ollama/qwen3-vl:8b') */
export function modelOfText(text: string): ModelEntry | undefined {
  const reference = text.trim();
  const slash = reference.indexOf('/');
  const prefix = providerWords.find((word) => word === reference.slice(0, Math.max(0, slash)));
  if (prefix !== undefined && reference.length > slash + 1)
    return named(prefix, reference.slice(slash + 1));
  if (reference === '') return undefined;
  // A name alone: the two families whose names tell, and OpenAI's wire for everything else.
  const provider = reference.startsWith('claude')
    ? 'anthropic'
    : reference.startsWith('gemini')
      ? 'google'
      : 'openai';
  return named(provider, reference);
}

function named(word: ProviderKind | LocalServer, model: string): ModelEntry {
  const server = localServers.find((name) => name === word);
  if (server)
    return { provider: 'openai-compatible', model, server, baseUrl: localServerUrls[server] };
  const provider = providerKinds.find((kind) => kind === word) ?? 'openai-compatible';
  return { provider, model };
}

function readKey(reader: ConfigReader, value: unknown, key: string): KeySource | undefined {
  const hint =
    'Write { "env": "NAME_OF_A_VARIABLE" }; a key as text works as well, and is never printed.';
  if (value === undefined) return undefined;
  if (typeof value === 'string')
    return value === ''
      ? reader.complain(key, 'is empty', hint)
      : { kind: 'given', secret: new Secret(value) };
  const fields = reader.object(value, key, ['env']);
  const variable = fields && reader.text(fields['env'], `${key}.env`, hint);
  if (variable === undefined) return reader.complain(key, 'names no variable', hint);
  return { kind: 'variable', variable };
}

function readCapabilities(
  reader: ConfigReader,
  value: unknown,
  key: string,
): readonly string[] | undefined {
  const hint = 'Give a list such as ["vision-input"]; an empty list means text only.';
  const texts = reader.texts(value, key, hint);
  const wrong = texts?.find((text) => !isCapability(text));
  return wrong === undefined
    ? texts
    : reader.complain(key, 'holds something that is no capability', hint);
}

function readProfile(reader: ConfigReader, value: unknown, key: string): JsonObject | undefined {
  if (value === undefined) return undefined;
  const hint =
    'Give an object with the fields to change, such as { "image": { "maxBytes": 5000000 } }.';
  return isJsonObject(value) ? value : reader.complain(key, 'is not an object', hint);
}
