// What is turned away before any face sees it: names that are not ours (DNS rebinding), and other sites that make a
// person's browser ask (request forgery). Programs send neither Origin nor Sec-Fetch-Site, and pass.
import type { IncomingMessage } from 'node:http';
import { problem, type Problem } from './http/problem.ts';

export interface GateSetup {
  /** Where pages live: scheme, name and port. */
  readonly origin: string;
  /** Other names of this server, with their port, as a Host header spells them. */
  readonly otherHosts: readonly string[];
}

/** Why the request goes no further; undefined when it may. */
export type Gate = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>,
) => Problem | undefined;

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createGate({ origin, otherHosts }: GateSetup): Gate {
  const { host, protocol } = new URL(origin);
  const hosts = new Set([host, ...otherHosts]);
  const origins = new Set([...hosts].map((name) => `${protocol}//${name}`));
  return ({ method = 'GET', url = '/', headers, headersDistinct }) => {
    // Two names, and whoever reads next may take the other one.
    if ((headersDistinct['host']?.length ?? 0) > 1) return notATarget;
    if (!hosts.has((headers.host ?? '').toLowerCase())) return notOurName;
    // A whole URL as target (or `*`) would name a host twice.
    const path = url.startsWith('/') ? plainPath(url) : undefined;
    if (path === undefined) return notATarget;
    const isPrivate = !reading.has(method) || /^\/+api(?:\/|$)/i.test(path);
    const site = headers['sec-fetch-site'];
    return isPrivate && isForeign(headers.origin, site, origins) ? notOurPage : undefined;
  };
}

/** Whether a page of somebody else asks. `none` is a person who typed the address. */
function isForeign(
  origin: string | undefined,
  site: string | readonly string[] | undefined,
  ours: ReadonlySet<string>,
): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && !ours.has(origin);
}

/**
 * The path as routes will read it; undefined where it can be read in no way, or in two: dot segments, backslashes and tabs
 * are resolved by whoever parses a URL and by nobody who compares text.
 */
function plainPath(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const whole = `http://percept${path}`;
  if (!URL.canParse(whole) || new URL(whole).pathname !== path) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const notATarget = problem(400, 'bad_request', 'This is not the path of a request.');
const notOurName = problem(
  421,
  'misdirected_request',
  'This server does not answer under that name.',
  { hint: 'Use the address that it printed, or start it with --origin.' },
);
const notOurPage = problem(403, 'forbidden', 'Pages of other sites may not ask for this.');

/** The names under which a server on this machine is called. */
export function loopbackHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
