// A model as somebody wrote it: `provider/model`, the name of an entry in `models`, or an object. Credentials are not
// looked up here; an entry only says where they are.
import { isJsonObject, isRecord, printable, definedOf } from '@percept/core/internal';
import { bound, finite, isShape, maybe, type Rule } from '@percept/core/internal/options';
import { type JsonObject } from '@percept/core';
import { isCapability } from '@percept/core/internal/route';
import { findVendor, vendorIds, vendorOfName, type VendorId } from '@percept/core/internal/vendor';
import { anyServer } from './provider.ts';
import type { Price } from './config.ts';
import { positive, text, texts, url, type Read, type Reads } from './reader.ts';
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

export const readRole: Read<RoleEntry> = (value, key, reader) => {
  if (isRecord(value)) {
    const entry = readModel(value, key, reader);
    return entry && { kind: 'model', entry };
  }
  const name = text(modelHint)(value, key, reader);
  if (name === undefined) return undefined;
  return name === 'local' ? { kind: 'local' } : { kind: 'reference', text: name };
};

export const readModel: Read<ModelEntry> = (value, key, reader) => {
  if (typeof value === 'string') {
    const read = modelOfText(value);
    return read.ok ? read.entry : reader.complain(key, read.what, modelHint);
  }
  const { provider, model, ...given } = reader.fields<Written>(value, key, written);
  if (!provider || !model) return reader.complain(key, 'has no provider or no model', modelHint);
  const vendor = findVendor(provider);
  if (!vendor && provider !== anyServer)
    return reader.complain(`${key}.provider`, 'is no provider that is known', modelHint);
  return { ...(vendor && { vendor }), model, ...given };
};

const prices: { readonly [K in keyof Price]-?: Rule } = {
  usdPerMillionInput: amount,
  usdPerMillionOutput: amount,
  usdPerMillionCachedInput: maybe(amount),
  usdPerImage: maybe(amount),
  usdPerMillionCharacters: maybe(amount),
};
const isPrice = isShape<Price>(prices);

function amount(value: unknown, path: string): string | undefined {
  return finite(value, path) ?? bound(value, path);
}

/** Who draws or speaks is paid by what is made: tokens need no price then. */
const readPrice: Read<Price> = (value, key, reader) => {
  const given = definedOf(reader.object(value, key, Object.keys(prices)) ?? {});
  const isMade = 'usdPerImage' in given || 'usdPerMillionCharacters' in given;
  const tokens = isMade ? { usdPerMillionInput: 0, usdPerMillionOutput: 0 } : {};
  const price: unknown = { ...tokens, ...given };
  if (isPrice(price)) return price;
  return reader.complain(
    key,
    'is not a price',
    'Give usdPerMillionInput and usdPerMillionOutput as numbers; usdPerImage or usdPerMillionCharacters for a model that draws or speaks.',
  );
};

export type ReadModel =
  | { readonly ok: true; readonly entry: ModelEntry }
  /** `what` ends a sentence that begins with the key. */
  | { readonly ok: false; readonly what: string };

/**
 * A first word that nobody is known by is refused: whoever mistyped a vendor meant no other one.
 *
 * @example modelOfText('ollama/qwen3-vl:8b')
 */
export function modelOfText(given: string): ReadModel {
  const reference = given.trim();
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

const readKey: Read<KeySource> = (value, key, reader) => {
  const hint =
    'Write { "env": "NAME_OF_A_VARIABLE" }; a key as text works as well, and is never printed.';
  if (value === '') return reader.complain(key, 'is empty', hint);
  if (typeof value === 'string') return { kind: 'given', secret: new Secret(value) };
  const { env } = reader.fields<{ readonly env: string }>(value, key, { env: text(hint) });
  if (env === undefined) return reader.complain(key, 'names no variable', hint);
  return { kind: 'variable', variable: env };
};

const readCapabilities: Read<readonly string[]> = (value, key, reader) => {
  const hint = 'Give a list such as ["vision-input"]; an empty list means text only.';
  const given = texts(hint)(value, key, reader);
  if (!given || given.every(isCapability)) return given;
  return reader.complain(key, 'holds something that is no capability', hint);
};

const readProfile: Read<JsonObject> = (value, key, reader) => {
  const hint =
    'Give an object with the fields to change, such as { "image": { "maxBytes": 5000000 } }.';
  return isJsonObject(value) ? value : reader.complain(key, 'is not an object', hint);
};

/** As it stands in a file: the provider as a word. */
type Written = Omit<ModelEntry, 'vendor'> & { readonly provider: string };

const written: Reads<Written> = {
  provider: text(modelHint),
  model: text('Give the name that the provider uses.'),
  baseUrl: url,
  apiKey: readKey,
  capabilities: readCapabilities,
  profile: readProfile,
  maxContextTokens: positive,
  price: readPrice,
};
