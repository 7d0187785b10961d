// From what was written to a model that can be called: its address, and the key that may go there. A provider's well-known
// key goes to that provider's own host, or to the host that the environment names; never to one that a file brought along.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import type { ModelSpec } from './config.ts';
import type { Environment } from './environment.ts';
import type { ModelEntry } from './model-entry.ts';
import { hostOf, isLoopback, providers, type ProviderKind } from './provider.ts';
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
  const { entry, name } = placed;
  const address = addressOf(placed, env);
  if (!address.ok) return address;
  const baseUrl = address.value;
  const apiKey = keyFor(placed, baseUrl, env);
  if (!apiKey.ok) return apiKey;
  // Other servers speak Chat Completions, and few of them speak anything newer.
  const isOther = entry.provider === 'openai' && hostOf(baseUrl) !== officialHost('openai');
  return accept({
    name,
    provider: isOther ? 'openai-compatible' : entry.provider,
    model: entry.model,
    baseUrl,
    ...(entry.server && { server: entry.server }),
    ...(apiKey.value && { apiKey: apiKey.value }),
    ...(entry.capabilities && { capabilities: entry.capabilities }),
    ...(entry.profile && { profile: entry.profile }),
    ...(entry.maxContextTokens !== undefined && { maxContextTokens: entry.maxContextTokens }),
    ...(entry.price && { price: entry.price }),
  });
}

function addressOf({ entry, key, source }: Placed, env: Environment): Outcome<string> {
  const { baseUrl, baseUrlVariable } = providers[entry.provider];
  const found = entry.baseUrl ?? fromEnvironment(env, baseUrlVariable) ?? baseUrl;
  if (found === undefined)
    return invalid(
      `${key} in ${source} has no address`,
      'Set baseUrl beside it, or OPENAI_BASE_URL in the environment.',
    );
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    return invalid(
      `${baseUrlVariable ?? key} is not an http or https address`,
      'Give an address such as http://localhost:11434/v1.',
    );
  return accept(withVersion(found, entry.provider));
}

/** People write `http://localhost:11434` as often as with the version behind it. */
function withVersion(address: string, provider: ProviderKind): string {
  const bare = address.replace(/\/+$/, '');
  if (new URL(bare).pathname !== '/') return bare;
  return `${bare}/${provider === 'google' ? 'v1beta' : 'v1'}`;
}

function keyFor(
  { entry, key, source, owner }: Placed,
  baseUrl: string,
  env: Environment,
): Outcome<Secret | undefined> {
  const { apiKey, provider } = entry;
  if (apiKey?.kind === 'given') return accept(apiKey.secret);
  const host = hostOf(baseUrl);
  if (apiKey?.kind === 'variable') {
    const { variable } = apiKey;
    if (owner === 'project' && isWellKnown(variable) && !hostsOf(variable, env).includes(host))
      return invalid(
        `${key}.apiKey in ${source} would send ${variable} to ${host}`,
        'A project may not send a provider’s key to another host: use a variable of its own, or move the model to your user-level file.',
      );
    const value = env[variable]?.trim();
    if (value) return accept(new Secret(value));
    return invalid(
      `${key}.apiKey in ${source} names ${variable}, which is not set`,
      `Set ${variable}.`,
    );
  }
  const { keyVariable } = providers[provider];
  const value = hostsOf(keyVariable, env).includes(host) ? env[keyVariable]?.trim() : undefined;
  if (value) return accept(new Secret(value));
  if (isLoopback(baseUrl) || host !== officialHost(provider)) return accept(undefined);
  return invalid(
    `${key} in ${source} is ${provider}/${entry.model}, and there is no key for it`,
    `Set ${keyVariable}, or apiKey beside the model.`,
  );
}

function isWellKnown(variable: string): boolean {
  return Object.values(providers).some(({ keyVariable }) => keyVariable === variable);
}

/** The hosts that a well-known key is meant for. */
function hostsOf(variable: string, env: Environment): readonly string[] {
  return Object.values(providers)
    .filter(({ keyVariable }) => keyVariable === variable)
    .flatMap(({ baseUrl, baseUrlVariable }) => [baseUrl, fromEnvironment(env, baseUrlVariable)])
    .filter((address) => address !== undefined)
    .map(hostOf);
}

function officialHost(provider: ProviderKind): string | undefined {
  const { baseUrl } = providers[provider];
  return baseUrl === undefined ? undefined : hostOf(baseUrl);
}

function fromEnvironment(env: Environment, variable: string | undefined): string | undefined {
  return (variable === undefined ? undefined : env[variable]?.trim()) || undefined;
}

function invalid(what: string, hint: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse({ refused: 'invalid-input', message: `${what}.`, hint });
}
