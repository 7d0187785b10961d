// Where requests go: an address from configuration and from nowhere else. Nothing that a client sends can change host, port
// or scheme, because the address is never built from text that a client wrote.
import { Agent, type RequestOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Secret } from '@percept/agent';
import { accept, refuse, type JsonObject, type Outcome } from '@percept/core';
import { families, type Family, type Target } from './target.ts';

/** One upstream as it is configured. */
interface UpstreamSettings {
  /** With the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Sent in place of whatever the client brings. Without it the client's own credential passes. */
  readonly apiKey?: Secret;
  /** What single models take, where names do not tell; first match wins. */
  readonly models?: readonly ModelOverride[];
}

export interface ModelOverride {
  /** The model's name, or its beginning before a `*`. */
  readonly model: string;
  /** `vision-input` and `audio-input`; an empty list is a model that reads text only. */
  readonly capabilities?: readonly string[];
  /** Over single figures of the profile. */
  readonly profile?: JsonObject;
}

export interface Upstream {
  readonly family: Family;
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Host and port as a `host` header and as consent names it. */
  readonly host: string;
  /** The path below which the API's own paths stand, without its version where that is the usual one. */
  readonly root: string;
  /** Whether `root` leaves the version to the client's path. */
  readonly versioned: boolean;
  readonly apiKey?: Secret;
  readonly models: readonly ModelOverride[];
  readonly agent: Agent | SecureAgent;
}

export type Upstreams = Readonly<Partial<Record<Family, Upstream>>>;
export type UpstreamOptions = Readonly<Partial<Record<Family, UpstreamSettings>>>;

const versionOf: Readonly<Record<Family, string>> = {
  openai: '/v1',
  anthropic: '/v1',
  gemini: '/v1beta',
};

/** What each family is reached at when nothing else is configured. */
export const defaultUpstreams: Readonly<Record<Family, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
};

/** @example readUpstreams({ openai: { baseUrl: 'http://127.0.0.1:11434/v1' } }) */
export function readUpstreams(options: UpstreamOptions): Outcome<Upstreams> {
  const found: Partial<Record<Family, Upstream>> = {};
  for (const family of families) {
    const settings = options[family];
    if (!settings) continue;
    const upstream = readUpstream(family, settings);
    if (!upstream.ok) return upstream;
    found[family] = upstream.value;
  }
  return accept(found);
}

function readUpstream(
  family: Family,
  { baseUrl, apiKey, models = [] }: UpstreamSettings,
): Outcome<Upstream> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return invalid(family, 'is not an http(s) address');
  if (url.username !== '' || url.password !== '')
    return invalid(family, 'holds a user or a password');
  if (url.search !== '' || url.hash !== '') return invalid(family, 'holds a query or a fragment');
  const secure = url.protocol === 'https:';
  const path = url.pathname.replace(/\/+$/, '');
  const version = versionOf[family];
  const versioned = path.endsWith(version);
  return accept({
    family,
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    root: versioned ? path.slice(0, -version.length) : path,
    versioned,
    ...(apiKey && { apiKey }),
    models,
    agent: new (secure ? SecureAgent : Agent)({ keepAlive: true, scheduling: 'fifo' }),
  });
}

function invalid(family: Family, what: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `The gateway's ${family} address ${what}.`,
    hint: `Write it like ${defaultUpstreams[family]}.`,
  });
}

/** Undefined where this upstream has no such path. */
export function pathAt(upstream: Upstream, { path, query }: Target): string | undefined {
  if (upstream.versioned) return `${upstream.root}${path}${query}`;
  const version = versionOf[upstream.family];
  return path.startsWith(`${version}/`)
    ? `${upstream.root}${path.slice(version.length)}${query}`
    : undefined;
}

export function addressOf({ hostname, port, agent }: Upstream): RequestOptions {
  return { hostname, port, agent };
}
