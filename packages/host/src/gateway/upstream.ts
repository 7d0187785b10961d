// Where requests go: an address from configuration and from nowhere else. Nothing that a client sends can change host, port
// or scheme, because the address is never built from text that a client wrote.
import {
  checkOptions,
  exact,
  flag,
  group,
  has,
  listOf,
  maybe,
  oneOf,
  text,
  word,
} from '@percept/core/internal/options';
import { Agent, type RequestOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Secret } from '@percept/agent/internal';
import { accept, refuse, type JsonObject, type Outcome } from '@percept/core';
import {
  findVendor,
  isOwnAddress,
  vendorIds,
  vendors,
  type VendorId,
} from '@percept/core/internal/vendor';
import { families, type Family, type Target } from './target.ts';
import { healRule, modelOverrideRule } from './upstream-rules.ts';

/** What may be done to requests beyond what their provider would refuse. */
export interface HealSettings {
  /** Nothing but media is touched: calls and results stay as they came, however damaged. */
  readonly mediaOnly: boolean;
  /** Older perceptions and repeated pictures are left out, as in Percept's own sessions. */
  readonly retention: boolean;
  /** Pictures are fitted to what the model looks at, even where it takes more. */
  readonly resize: boolean;
  /** What the model does not take is put into words by whoever may look. */
  readonly describe: boolean;
}

const defaultHeal: HealSettings = {
  mediaOnly: false,
  retention: false,
  resize: false,
  describe: true,
};

/** One upstream as it is configured. */
interface UpstreamSettings {
  /** With the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Whose errors and headers it speaks. Without it, the name tells, and OpenAI's where it does not. */
  readonly family?: Family;
  /** Sent in place of whatever the client brings. Without it the client's own credential passes. */
  readonly apiKey?: Secret;
  /** What single models take, where names do not tell; first match wins. */
  readonly models?: readonly ModelOverride[];
  readonly heal?: Partial<HealSettings>;
  /** Where a tool call names a picture or a document below this folder and its result shows none, it is looked at there. */
  readonly lookIn?: string;
  /** Whether media in its answers is kept here as well. */
  readonly store?: boolean;
}

const settingsRule = exact<UpstreamSettings>({
  baseUrl: text,
  family: maybe(oneOf(families)),
  apiKey: maybe(has('reveal')),
  models: maybe(listOf(modelOverrideRule)),
  heal: maybe(healRule),
  lookIn: maybe(word),
  store: maybe(flag),
});

export interface ModelOverride {
  /** The model's name, or its beginning before a `*`. */
  readonly model: string;
  /** `vision-input` and `audio-input`; an empty list is a model that reads text only. */
  readonly capabilities?: readonly string[];
  /** Over single figures of the profile. */
  readonly profile?: JsonObject;
}

export interface Upstream {
  readonly name: string;
  readonly family: Family;
  /** Whose it is, where its address or its name says so. */
  readonly vendor: VendorId | undefined;
  /** Whether the address is the vendor's own. */
  readonly own: boolean;
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Host and port as a `host` header and as consent names it. */
  readonly host: string;
  /** The path of its address, without a slash at its end. */
  readonly base: string;
  readonly apiKey?: Secret;
  readonly models: readonly ModelOverride[];
  readonly heal: HealSettings;
  readonly lookIn?: string;
  readonly store: boolean;
  readonly agent: Agent | SecureAgent;
}

export type Upstreams = ReadonlyMap<string, Upstream>;
export type UpstreamOptions = Readonly<Record<string, UpstreamSettings>>;

/**
 * What is reached when nothing else is configured: every vendor of the table that has one address for everybody. A server on
 * this machine is reached only where somebody says so, because any program may listen there.
 *
 * @example console.log(defaultUpstreams['openai']); // where requests of OpenAI's wire go
 */
export const defaultUpstreams: Readonly<Record<string, string>> = Object.fromEntries(
  vendorIds.flatMap((id) => {
    const { baseUrl, place } = vendors[id];
    if (baseUrl === undefined || place !== 'remote') return [];
    return [id === 'google' ? 'gemini' : id, id].map((name) => [name, baseUrl] as const);
  }),
);

/** Whether a key of this host is added to requests: then whoever calls shows who they are. */
export function spendsHostKey(upstreams: Upstreams): boolean {
  return [...upstreams.values()].some(({ apiKey }) => apiKey !== undefined);
}

/**
 * The providers behind a gateway, from their addresses, or a refusal that names the wrong one.
 *
 * @example readUpstreams({ openai: { baseUrl: 'http://127.0.0.1:11434/v1' } })
 */
export function readUpstreams(options: UpstreamOptions): Outcome<Upstreams> {
  checkOptions('readUpstreams', { upstreams: options }, { upstreams: group });
  const rules = Object.fromEntries(Object.keys(options).map((name) => [name, settingsRule]));
  checkOptions<UpstreamOptions>('readUpstreams', options, rules);
  const found = new Map<string, Upstream>();
  for (const [name, settings] of Object.entries(options)) {
    const upstream = readUpstream(name, settings);
    if (!upstream.ok) return upstream;
    found.set(name, upstream.value);
  }
  return accept(found);
}

function readUpstream(
  name: string,
  { baseUrl, family, apiKey, models = [], heal, lookIn, store = false }: UpstreamSettings,
): Outcome<Upstream> {
  if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name))
    return invalid(name, 'has a name that no path can hold');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return invalid(name, 'is not an http(s) address');
  if (url.username !== '' || url.password !== '')
    return invalid(name, 'holds a user or a password');
  if (url.search !== '' || url.hash !== '') return invalid(name, 'holds a query or a fragment');
  const secure = url.protocol === 'https:';
  const owner = vendorIds.find((id) => vendors[id].place === 'remote' && isOwnAddress(id, baseUrl));
  return accept({
    name,
    family: family ?? familyOf(name),
    vendor: owner ?? findVendor(name),
    own: owner !== undefined,
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    base: url.pathname.replace(/\/+$/, ''),
    ...(apiKey && { apiKey }),
    models,
    heal: { ...defaultHeal, ...heal },
    ...(lookIn !== undefined && { lookIn }),
    store,
    agent: new (secure ? SecureAgent : Agent)({ keepAlive: true, scheduling: 'fifo' }),
  });
}

function familyOf(name: string): Family {
  if (name === 'bedrock') return 'bedrock';
  if (name === 'vertex') return 'gemini';
  const vendor = findVendor(name);
  const wire = vendor && vendors[vendor].wire;
  if (wire === 'anthropic-messages') return 'anthropic';
  return wire === 'gemini' ? 'gemini' : 'openai';
}

function invalid(name: string, what: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `The gateway's ${name} address ${what}.`,
    hint: `Write it like ${vendors.openai.baseUrl}.`,
  });
}

const version = /^(\/upload)?\/v\d+(?:alpha|beta)?\d*(?=\/|$)/i;
const firstVersion = /^(\/upload)?\/v1(?:alpha|beta)?(?=\/|$)/i;

/**
 * The path at this upstream, or undefined where it has no such version. A client names the API's own paths, with or without a version, or with the whole path of the
 * address; a version that the client names is kept where the address ends with one.
 */
export function pathAt(
  { base }: Upstream,
  { path, query }: Pick<Target, 'path' | 'query'>,
): string | undefined {
  const [first = ''] = /^\/[^/]+/.exec(base) ?? [];
  const absolute = first !== '' && !version.test(first) && path.startsWith(`${first}/`);
  if (absolute || (base === '' && /^\/(?:v\d+\/projects|model)\//.test(path)))
    return `${path}${query}`;
  const own = /\/v\d+(?:alpha|beta)?\d*$/i.exec(base)?.[0];
  if (own === undefined) {
    if (version.test(path) && !firstVersion.test(path)) return undefined;
    return `${base}${path.replace(firstVersion, '$1')}${query}`;
  }
  const root = base.slice(0, -own.length);
  return `${root}${version.test(path) ? '' : own}${path}${query}`;
}

export function addressOf({ hostname, port, agent }: Upstream): RequestOptions {
  return { hostname, port, agent };
}
