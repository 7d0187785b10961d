// A model as somebody wrote it: `provider/model`, the name of an entry in `models`, or an object. Credentials are not
// looked up here; an entry only says where they are.
import { isJsonObject, isRecord, printable } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { isCapability } from '@percept/core/internal/route';
import { findVendor, vendorIds, vendorOfName, type VendorId } from '@percept/core/internal/vendor';
import { anyServer } from './provider.ts';
import type { Price } from './config.ts';
import type { ConfigReader } from './reader.ts';
import { Secret } from './secret.ts';

export interface ModelEntry {
  /** Absent: any server that speaks Chat Completions, at an address that is given. */
  readonly vendor?: VendorId;
  readonly model: string;
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

const providerList = `${vendorIds.join(', ')}, or ${anyServer} with an address of its own`;
export const modelHint = `Write "provider/model", or an object with provider and model. The providers are ${providerList}.`;

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

export function readModel(
  reader: ConfigReader,
  value: unknown,
  key: string,
): ModelEntry | undefined {
  if (typeof value === 'string') {
    const read = modelOfText(value);
    return read.ok ? read.entry : reader.complain(key, read.what, modelHint);
  }
  const fields = reader.object(value, key, modelKeys);
  if (!fields) return undefined;
  const word = reader.text(fields['provider'], `${key}.provider`, modelHint);
  const model = reader.text(
    fields['model'],
    `${key}.model`,
    'Give the name that the provider uses.',
  );
  if (!word || !model) return reader.complain(key, 'has no provider or no model', modelHint);
  const vendor = findVendor(word);
  if (!vendor && word !== anyServer)
    return reader.complain(`${key}.provider`, 'is no provider that is known', modelHint);
  const baseUrl = reader.url(fields['baseUrl'], `${key}.baseUrl`);
  const apiKey = readKey(reader, fields['apiKey'], `${key}.apiKey`);
  const capabilities = readCapabilities(reader, fields['capabilities'], `${key}.capabilities`);
  const profile = readProfile(reader, fields['profile'], `${key}.profile`);
  const maxContextTokens = reader.positive(fields['maxContextTokens'], `${key}.maxContextTokens`);
  const price = readPrice(reader, fields['price'], `${key}.price`);
  return {
    ...(vendor && { vendor }),
    model,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey && { apiKey }),
    ...(capabilities && { capabilities }),
    ...(profile && { profile }),
    ...(maxContextTokens !== undefined && { maxContextTokens }),
    ...(price && { price }),
  };
}

const priceKeys = [
  'usdPerMillionInput',
  'usdPerMillionOutput',
  'usdPerMillionCachedInput',
  'usdPerImage',
  'usdPerMillionCharacters',
];

function readPrice(reader: ConfigReader, value: unknown, key: string): Price | undefined {
  if (value === undefined) return undefined;
  const fields = reader.object(value, key, priceKeys);
  if (!fields) return undefined;
  const { usdPerMillionCachedInput: cached, usdPerImage, usdPerMillionCharacters } = fields;
  const isMade = usdPerImage !== undefined || usdPerMillionCharacters !== undefined;
  const { usdPerMillionInput: input = isMade ? 0 : undefined } = fields;
  const { usdPerMillionOutput: output = isMade ? 0 : undefined } = fields;
  if (
    !isPrice(input) ||
    !isPrice(output) ||
    !isOptionalPrice(cached) ||
    !isOptionalPrice(usdPerImage) ||
    !isOptionalPrice(usdPerMillionCharacters)
  ) {
    return reader.complain(
      key,
      'is not a price',
      'Give usdPerMillionInput and usdPerMillionOutput as numbers; usdPerImage or usdPerMillionCharacters for a model that draws or speaks.',
    );
  }
  return {
    usdPerMillionInput: input,
    usdPerMillionOutput: output,
    ...(cached !== undefined && { usdPerMillionCachedInput: cached }),
    ...(usdPerImage !== undefined && { usdPerImage }),
    ...(usdPerMillionCharacters !== undefined && { usdPerMillionCharacters }),
  };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isOptionalPrice(value: unknown): value is number | undefined {
  return value === undefined || isPrice(value);
}

export type ReadModel =
  | { readonly ok: true; readonly entry: ModelEntry }
  /** `what` ends a sentence that begins with the key. */
  | { readonly ok: false; readonly what: string };

/**
 * A first word that nobody is known by is refused: whoever mistyped a vendor meant no other one.
 *
 * @example modelOfText('ollama/qwen3-vl:8b')
 */
export function modelOfText(text: string): ReadModel {
  const reference = text.trim();
  if (reference === '') return { ok: false, what: 'is empty' };
  const slash = reference.indexOf('/');
  if (slash < 0) {
    // Without a provider: whose it is by its name, or a model of the address that the user has set.
    const vendor = vendorOfName(reference);
    return { ok: true, entry: { ...(vendor && { vendor }), model: reference } };
  }
  const [word, model] = [reference.slice(0, slash), reference.slice(slash + 1).trim()];
  const vendor = findVendor(word);
  if (!vendor && word !== anyServer)
    return { ok: false, what: `begins with "${printable(word, 40)}", which is no provider` };
  if (model === '') return { ok: false, what: 'names a provider and no model' };
  return { ok: true, entry: { ...(vendor && { vendor }), model } };
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
