// Headers as they stood on the wire: order, case and repetition are kept. What belongs to one connection, and what would
// give the gateway's own key away, stays behind.
import type { Secret } from '@percept/agent/internal';
import type { IncomingMessage } from 'node:http';
import type { Family } from './target.ts';
import type { Upstream } from './upstream.ts';

/** RFC 9110, 7.6.1: consumed by the recipient, together with whatever `Connection` names. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Where clients put their key, on each family's own wire. */
export const credentialHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
]);

export const gatewayKeyHeader = 'x-percept-key';

/** Says for whom answers are kept, where a host has tenants. */
export const tenantTokenHeader = 'x-percept-token';

/** Names of headers that a change of the body makes untrue. */
const bodyHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-md5',
  'content-digest',
  'repr-digest',
  'digest',
]);

/** Name, value, name, value … */
export type HeaderList = readonly string[];

/** Each name with its value. */
export function headerPairs(list: HeaderList): readonly (readonly [string, string])[] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));
}

export function forwarded(
  { rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  without: (name: string) => boolean,
): HeaderList {
  const named = new Set(
    (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  const isHeld = (name: string): boolean => hopByHop.has(name) || named.has(name) || without(name);
  return headerPairs(rawHeaders)
    .filter(([name]) => !isHeld(name.toLowerCase()))
    .flat();
}

/** The host's own key, spelled as the family expects it. */
function credentialFor(family: Family, key: Secret): HeaderList {
  switch (family) {
    case 'openai':
    case 'bedrock':
      return ['authorization', `Bearer ${key.reveal()}`];
    case 'anthropic':
      return ['x-api-key', key.reveal()];
    case 'gemini':
      return ['x-goog-api-key', key.reveal()];
  }
}

interface Bearer {
  readonly request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>;
  readonly upstream: Upstream;
  /** `as-credential`: what the client showed as its key is the gateway's own. */
  readonly shown: 'apart' | 'as-credential';
}

export function replacesCredential({ upstream, shown }: Omit<Bearer, 'request'>): boolean {
  return upstream.apiKey !== undefined || shown === 'as-credential';
}

/** For the upstream, in the client's order: only the values of host and length are the new connection's own. */
export function headersFor(
  bearer: Bearer,
  body: 'as-it-came' | 'changed' | 'sent-again',
  length: string | undefined,
): HeaderList {
  const { request, upstream } = bearer;
  const replaced = replacesCredential(bearer);
  const own = [...kept(request, replaced, body)];
  for (let at = 0; at < own.length; at += 2) {
    const name = own[at]?.toLowerCase();
    if (name === 'host') own[at + 1] = upstream.host;
    if (name === 'content-length' && length !== undefined) own[at + 1] = length;
  }
  const has = (wanted: string) =>
    own.some((name, at) => at % 2 === 0 && name.toLowerCase() === wanted);
  return [
    ...(has('host') ? [] : ['host', upstream.host]),
    ...own,
    ...(length === undefined || has('content-length') ? [] : ['content-length', length]),
    ...(upstream.apiKey ? credentialFor(upstream.family, upstream.apiKey) : []),
  ];
}

function kept(
  request: Bearer['request'],
  replaced: boolean,
  body: 'as-it-came' | 'changed' | 'sent-again',
): HeaderList {
  return forwarded(
    request,
    (name) =>
      name === 'expect' ||
      // Cookies of this origin sign people in here.
      name === 'cookie' ||
      name === gatewayKeyHeader ||
      name === tenantTokenHeader ||
      name === 'x-percept-upstream' ||
      (replaced && credentialHeaders.has(name)) ||
      (body !== 'as-it-came' && bodyHeaders.has(name)) ||
      // Another body is another request.
      (body === 'sent-again' && name === 'idempotency-key'),
  );
}

/** Gemini's clients may put a key into the query. */
export function withoutKey(query: string): string {
  const pairs = query.slice(1).split('&');
  const kept = pairs.filter((pair) => !/^key=/i.test(pair)).join('&');
  return kept === '' ? '' : `?${kept}`;
}

export function keyInQuery(query: string): string | undefined {
  const found = /[?&]key=([^&]*)/i.exec(query)?.[1];
  return found === undefined ? undefined : decoded(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
