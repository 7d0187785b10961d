// Whether one URL may be asked for, decided from its text alone. Addresses behind names are checked later, inside the
// socket's own lookup, where there is no second resolution to lie to.
import { accept, refuse, type Outcome } from '@percept/core';
import { maxUrlChars } from '@percept/core/internal';
import { isIP } from 'node:net';
import { isLocalName, isPublicAddress } from './address.ts';
import { quoted } from './source.ts';

export interface UrlPolicy {
  /** Ports besides 80 and 443. */
  readonly allowPorts?: readonly number[] | undefined;
  /**
   * Exact `host:port` pairs that may be private, by name (whatever it resolves to) or by address; such a port need not be
   * in `allowPorts`.
   */
  readonly allowPrivateHosts?: readonly string[] | undefined;
  /** Whether an https page may send us on to http. */
  readonly allowDowngrade?: boolean | undefined;
}

const defaultPorts: ReadonlySet<number> = new Set([80, 443]);

/** Where to connect to: a URL that passed the policy, taken apart once. */
export interface Target {
  readonly url: URL;
  readonly protocol: 'http:' | 'https:';
  /** Without brackets, without a trailing dot. */
  readonly host: string;
  readonly port: number;
}

export function checkUrl(input: string | URL, policy: UrlPolicy): Outcome<Target> {
  const text = (input instanceof URL ? input.href : input).trim();
  if (text.length > maxUrlChars)
    return invalid(`The URL has ${text.length} characters, and at most ${maxUrlChars} are taken.`);
  // The URL parser would drop tabs and newlines and go where the text does not seem to go.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text))
    return invalid(`${quoted(text)} is not a URL.`);
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    return forbidden(`The scheme ${quoted(protocol)} is not fetched`, 'Use an http or https URL.');
  if (url.username !== '' || url.password !== '')
    return forbidden(
      `The URL for ${quoted(url.hostname)} holds a user name or password`,
      'Download the file yourself and pass it.',
    );
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '' || host.endsWith('.')) return invalid(`${quoted(url.host)} is not a host.`);
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  const target: Target = { url, protocol, host, port };
  if (isListed(host, port, policy)) return accept(target);
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)) return privateHost(host);
  if (!defaultPorts.has(port) && !policy.allowPorts?.includes(port))
    return forbidden(`Port ${port} is not fetched from`, 'Use port 80 or 443, or allow this one.');
  return accept(target);
}

/** Whether the configuration names this host (or address) and port as reachable although private. */
export function isListed(host: string, port: number, policy: UrlPolicy): boolean {
  const name = `${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`;
  return policy.allowPrivateHosts?.includes(name) ?? false;
}

/** Where a redirect leads, checked like a first URL. */
export function checkRedirect(from: Target, location: string, policy: UrlPolicy): Outcome<Target> {
  if (!URL.canParse(location, from.url.href))
    return invalid(`The redirect from ${quoted(from.host)} leads to something that is not a URL.`);
  const next = checkUrl(new URL(location, from.url), policy);
  if (next.ok && from.protocol === 'https:' && next.value.protocol === 'http:') {
    if (policy.allowDowngrade !== true)
      return forbidden(
        `The redirect from ${quoted(from.host)} leaves https for http`,
        'Use the https address of the file itself.',
      );
  }
  return next;
}

export function privateHost(host: string): Outcome<never> {
  return forbidden(
    `${quoted(host)} is, or resolves to, an address that is not on the public internet`,
    'Download the file yourself and pass it, or allow this host and port in the configuration.',
  );
}

function invalid(message: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message,
    hint: 'Give a complete http or https URL of one file.',
  });
}

function forbidden(why: string, hint: string): Outcome<never> {
  return refuse({ refused: 'forbidden', message: `${why}.`, hint });
}
