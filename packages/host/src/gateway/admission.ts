// Who may use the gateway. With a key: whoever shows it. Without one: this machine only, by a name of this machine, and no
// page of another origin, because the gateway may add a key that costs money.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '@percept/agent/internal';
import { digestOf } from '../http/caller.ts';
import { gatewayKeyHeader, keyInQuery } from './header-list.ts';
import type { Target } from './target.ts';
import type { Problem } from './wire-error.ts';

export type Admission =
  /** `shown`: the client's own credential was the gateway's key, which must go no further. */
  | { readonly kind: 'admitted'; readonly shown: 'apart' | 'as-credential' }
  | { readonly kind: 'refused'; readonly problem: Problem };

export function admit(
  request: IncomingMessage,
  target: Target,
  key: Secret | undefined,
): Admission {
  if (isOpened(request)) return refused('forbidden', 'Browsers may not open or embed this.');
  if (key) return shows(request, target, key);
  const { host, origin, 'sec-fetch-site': site } = request.headers;
  if (proxyHeaders.some((name) => request.headers[name] !== undefined))
    return refused('forbidden', 'Behind a proxy a gateway key is needed.');
  if (!isLoopbackAddress(request.socket.remoteAddress))
    return refused('forbidden', 'Beyond this machine a gateway key is needed.');
  if (!isLocalName(host)) return refused('forbidden', 'Only names of this machine are served.');
  if ((origin !== undefined && !isLocalOrigin(origin)) || site === 'cross-site')
    return refused('forbidden', 'Pages of other origins may not call.');
  return { kind: 'admitted', shown: 'apart' };
}

/** A proxy on this machine makes everybody look like this machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A page, a frame or a script of our own origin whose content an upstream decides; programs and `fetch` are neither. */
function isOpened({ headers }: IncomingMessage): boolean {
  const use = headers['sec-fetch-dest'];
  return use !== undefined && use !== 'empty';
}

function shows(request: IncomingMessage, { query }: Target, key: Secret): Admission {
  const { headers } = request;
  const apart = headers[gatewayKeyHeader];
  if (typeof apart === 'string' && same(apart, key)) return { kind: 'admitted', shown: 'apart' };
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const offered = [
    bearer,
    headers['x-api-key'],
    headers['x-goog-api-key'],
    headers['api-key'],
    keyInQuery(query),
  ];
  if (offered.some((value) => typeof value === 'string' && same(value, key)))
    return { kind: 'admitted', shown: 'as-credential' };
  return refused('unauthorised', `Send the gateway key as API key, or in ${gatewayKeyHeader}.`);
}

function refused(kind: Problem['kind'], message: string): Admission {
  return { kind: 'refused', problem: { kind, message } };
}

/** Compared as digests, so that neither content nor length shows in the time it takes. */
function same(given: string, key: Secret): boolean {
  return timingSafeEqual(digestOf(given), digestOf(key.reveal()));
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address ?? '');
}

function isLocalName(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? '');
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLocalName(new URL(origin).host);
}
