// Where a request goes, or why nowhere: by what is configured, and by whose credential it brings. Requests and dry runs ask here.
import type { IncomingHttpHeaders } from 'node:http';
import { foreignCredential } from './foreign-credential.ts';
import { replacesCredential } from './header-list.ts';
import type { Target } from './target.ts';
import { pathAt, type Upstream, type Upstreams } from './upstream.ts';
import type { Problem } from './wire-error.ts';

export type Destination =
  | { readonly kind: 'found'; readonly upstream: Upstream; readonly path: string }
  | { readonly kind: 'nowhere'; readonly problem: Problem };

export function destinationOf(
  target: Target,
  upstreams: Upstreams,
  headers: IncomingHttpHeaders,
  shown: 'apart' | 'as-credential',
): Destination {
  const upstream = upstreams.get(target.upstream);
  const path = upstream && pathAt(upstream, target);
  if (!upstream || path === undefined) return nowhere('not-found', absent(target, upstreams));
  const foreign = replacesCredential({ upstream, shown })
    ? undefined
    : foreignCredential(headers, target, upstream);
  return foreign === undefined ? { kind: 'found', upstream, path } : nowhere('forbidden', foreign);
}

function absent({ upstream }: Target, upstreams: Upstreams): string {
  const known = [...upstreams.keys()].join(', ') || 'none';
  return `No upstream ${upstream} is configured for this path. There is: ${known}.`;
}

function nowhere(kind: Problem['kind'], message: string): Destination {
  return { kind: 'nowhere', problem: { kind, message } };
}
