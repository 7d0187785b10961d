// From what was written to a model that can be called: its address, and the key that may go there. A vendor's key goes to
// that vendor's own hosts, or to the host that the user's environment names for it; never to one that a file brought along.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import {
  isOwnAddress,
  keyVariableOf,
  vendors,
  vendorsOfKey,
  type VendorId,
} from '@percept/core/internal/vendor';
import type { ModelSpec } from './config.ts';
import type { Environment } from './environment.ts';
import { modelHint, type ModelEntry } from './model-entry.ts';
import { hostOf, isLoopback } from './consent.ts';
import { providerOf } from './provider.ts';
import { Secret } from './secret.ts';

export interface Placed {
  readonly entry: ModelEntry;
  readonly name: string;
  /** The key in the configuration, for messages. */
  readonly key: string;
  readonly source: string;
  readonly owner: 'project' | 'user';
}

export function completeModel(placed: Placed, env: Environment): Outcome<ModelSpec> {
  const { vendor, model, baseUrl: _address, apiKey: _source, ...own } = placed.entry;
  const address = addressOf(placed, env);
  if (!address.ok) return address;
  const baseUrl = address.value;
  const apiKey = keyFor(placed, baseUrl, env);
  if (!apiKey.ok) return apiKey;
  // Other servers speak Chat Completions, and few of them speak anything newer.
  const isOther = vendor === 'openai' && !isOwnAddress('openai', baseUrl);
  const maker = isOther ? undefined : vendor;
  return accept({
    name: placed.name,
    provider: providerOf(maker),
    ...(maker && { vendor: maker }),
    model,
    baseUrl,
    ...(apiKey.value && { apiKey: apiKey.value }),
    ...own,
  });
}

/** A model of no vendor is one of the address that the user has set for OpenAI's wire. */
const fallback: VendorId = 'openai';

function addressOf({ entry, key, source }: Placed, env: Environment): Outcome<string> {
  const { baseUrl, baseUrlVariable, path } = vendors[entry.vendor ?? fallback];
  const named = fromEnvironment(env, baseUrlVariable);
  const found = entry.baseUrl ?? named ?? (entry.vendor && baseUrl);
  if (found === undefined)
    return invalid(
      `${key} in ${source} is ${entry.vendor ?? 'a model of no provider'}, and has no address`,
      `Set baseUrl beside it, or ${baseUrlVariable ?? 'another provider'} in the environment. ${modelHint}`,
    );
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    return invalid(
      `${(found === named && baseUrlVariable) || key} is not an http or https address`,
      'Give an address such as http://localhost:11434/v1.',
    );
  return accept(withVersion(found, path));
}

/** People write `http://localhost:11434` as often as with the version behind it. */
function withVersion(address: string, path: string): string {
  const bare = address.replace(/\/+$/, '');
  return new URL(bare).pathname === '/' ? `${bare}${path}` : bare;
}

function keyFor(
  { entry, key, source, owner }: Placed,
  baseUrl: string,
  env: Environment,
): Outcome<Secret | undefined> {
  const { apiKey, vendor } = entry;
  if (apiKey?.kind === 'given') return accept(apiKey.secret);
  if (apiKey?.kind === 'variable') {
    const { variable } = apiKey;
    const isWellKnown = vendorsOfKey(variable).length > 0;
    if (owner === 'project' && isWellKnown && !mayReceive(variable, baseUrl, env))
      return invalid(
        `${key}.apiKey in ${source} would send ${variable} to ${hostOf(baseUrl)}`,
        'A project may not send a vendor’s key to another host: use a variable of its own, or move the model to your user-level file.',
      );
    const value = env[variable]?.trim();
    if (value) return accept(new Secret(value));
    return invalid(
      `${key}.apiKey in ${source} names ${variable}, which is not set`,
      `Set ${variable}.`,
    );
  }
  const variable = keyVariableOf(vendor ?? fallback, env);
  const value =
    variable !== undefined && mayReceive(variable, baseUrl, env)
      ? env[variable]?.trim()
      : undefined;
  if (value) return accept(new Secret(value));
  if (vendor === undefined || isLoopback(baseUrl) || !isOwnAddress(vendor, baseUrl))
    return accept(undefined);
  const [usual = 'its key'] = vendors[vendor].keyVariables;
  return invalid(
    `${key} in ${source} is ${vendor}/${entry.model}, and there is no key for it`,
    `Set ${usual}, or apiKey beside the model.`,
  );
}

/** Whether a vendor's key is meant for this address: the vendor's own, or the host that the environment names for it. */
function mayReceive(variable: string, address: string, env: Environment): boolean {
  return vendorsOfKey(variable).some((vendor) => {
    const named = fromEnvironment(env, vendors[vendor].baseUrlVariable);
    return isOwnAddress(vendor, address) || (named !== undefined && isSameHost(named, address));
  });
}

function isSameHost(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}

function fromEnvironment(env: Environment, variable: string | undefined): string | undefined {
  return (variable === undefined ? undefined : env[variable]?.trim()) || undefined;
}

function invalid(what: string, hint: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse({ refused: 'invalid-input', message: `${what}.`, hint });
}
