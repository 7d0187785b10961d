// Which upstream and which wire a request is for, read from its raw path and from the shape of its credential. The path is
// never decoded or normalised before it goes on; one that two servers could read in two ways, or a request that two vendors
// could be meant by, goes nowhere. However a route is spelled, the lens reads it.
import type { LensWire } from '@percept/core/lens';
import type { IncomingHttpHeaders } from 'node:http';
import { keyInQuery } from './header-list.ts';

/** Who speaks in which errors and expects its key in which header. */
export const families = ['openai', 'anthropic', 'gemini', 'bedrock'] as const;
export type Family = (typeof families)[number];

export interface Target {
  /** The upstream by its name in the configuration. */
  readonly upstream: string;
  /** As it was sent, from the API's own root on: `/v1/chat/completions`. */
  readonly path: string;
  /** With its question mark, or nothing. */
  readonly query: string;
  /** Set where the lens reads the body. */
  readonly wire?: LensWire;
  /** Where the path names it. */
  readonly model?: string;
  /** For the log: the route without ids. */
  readonly label: string;
}

export type Routing =
  | { readonly kind: 'ours'; readonly target: Target }
  | { readonly kind: 'refused'; readonly family: Family; readonly message: string }
  /** For another part of the host. */
  | { readonly kind: 'foreign' };

/** Names an upstream where the path does not. */
const upstreamHeader = 'x-percept-upstream';

/** First segments below `/v1` that belong to the model APIs. A closed list: the rest of `/v1` is the host's own. */
const openaiRoots: ReadonlySet<string> = new Set([
  'assistants',
  'audio',
  'batches',
  'chat',
  'completions',
  'containers',
  'conversations',
  'embeddings',
  'evals',
  'files',
  'fine_tuning',
  'images',
  'models',
  'moderations',
  'rerank',
  'responses',
  'threads',
  'uploads',
  'vector_stores',
  'videos',
]);
const anthropicRoots: ReadonlySet<string> = new Set([
  'complete',
  'files',
  'messages',
  'models',
  'skills',
]);

/** @example routeOf('/gateway/anthropic/v1/messages', {}) */
export function routeOf(url: string, headers: IncomingHttpHeaders): Routing {
  const path = url.replace(/\?.*/s, '');
  const query = url.slice(path.length);
  const placed = place(path, query, headers);
  if (!placed) return { kind: 'foreign' };
  const { upstream, rest } = placed;
  if (upstream === 'ambiguous') return refused('openai', ambiguousVendor);
  if (!isPlain(rest)) return refused(familyNamed(upstream), ambiguousPath);
  return { kind: 'ours', target: { upstream, path: rest, query, ...readingOf(rest) } };
}

/** Whether a request for this address is the gateway's to answer. */
export function belongsToGateway({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean {
  const { pathname, search } = new URL(url);
  return (
    pathname.startsWith('/gateway/') ||
    routeOf(pathname + search, Object.fromEntries(headers)).kind !== 'foreign'
  );
}

const ambiguousPath = 'This path can be read in two ways.';
const ambiguousVendor =
  'This path exists at several vendors and the request has the credentials of more than one. Name the upstream: /gateway/NAME/…';

function refused(family: Family, message: string): Routing {
  return { kind: 'refused', family, message };
}

/** In whose words an error is told before the upstream is known. */
function familyNamed(upstream: string): Family {
  return families.find((family) => family === upstream) ?? 'openai';
}

interface Placed {
  readonly upstream: string;
  readonly rest: string;
}

function place(path: string, query: string, headers: IncomingHttpHeaders): Placed | undefined {
  const named = /^\/gateway\/([a-z0-9][a-z0-9_.-]{0,63})(\/.*)$/s.exec(path);
  if (named) return { upstream: named[1] ?? '', rest: named[2] ?? '/' };
  const upstream = upstreamOf(path, query, headers);
  if (upstream === undefined) return undefined;
  const asked = headers[upstreamHeader];
  return {
    upstream: typeof asked === 'string' ? asked.trim().toLowerCase() : upstream,
    rest: path,
  };
}

/** By the path, and where several vendors have it, by the credential that only one of them takes. */
function upstreamOf(path: string, query: string, headers: IncomingHttpHeaders): string | undefined {
  if (/^\/(?:upload\/)?v1(?:alpha|beta)\d?\//i.test(path)) return 'gemini';
  if (/^\/v1\/(?:models\/[^/]+:|projects\/)/i.test(path))
    return /^\/v1\/projects\//i.test(path) ? 'vertex' : 'gemini';
  if (/^\/openai\/(?:deployments|v1|responses)(?:\/|$)/i.test(path)) return 'azure';
  if (/^\/model\/[^/]+\/(?:converse|invoke)/i.test(path)) return 'bedrock';
  if (/^\/(?:chat\/completions|responses)\/?$/i.test(path)) return 'openai';
  if (/^\/messages\/?$/i.test(path)) return 'anthropic';
  const root = /^\/v1\/([a-z_]+)(?=\/|$)/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const vendors = [
    ...(openaiRoots.has(root) ? ['openai'] : []),
    ...(anthropicRoots.has(root) ? ['anthropic'] : []),
    ...(root === 'models' ? ['gemini'] : []),
  ];
  if (vendors.length <= 1) return vendors[0];
  const shown = [
    ...(headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined
      ? ['anthropic']
      : []),
    ...(headers['x-goog-api-key'] !== undefined || keyInQuery(query) !== undefined
      ? ['gemini']
      : []),
  ].filter((vendor) => vendors.includes(vendor));
  return shown.length > 1 ? 'ambiguous' : (shown[0] ?? vendors[0]);
}

/** No empty segment, and no dotted one however often it was encoded: it stays below the root that it names. */
function isPlain(path: string): boolean {
  if (!/^[!-~]+$/.test(path) || /[\\#]|\/\/|%(?:00|0a|0d)/i.test(path)) return false;
  return !/(?:^|\/)\.{1,2}(?:\/|$)/.test(unmasked(path));
}

/** As the most eager server could read it: every escape taken for its letter, however often it was escaped. */
function unmasked(path: string): string {
  let seen = path;
  for (let round = 0; round < 4; round += 1)
    seen = seen
      .replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      .replaceAll('\\', '/');
  return seen;
}

/** The wire of a path, whoever serves it, and however its slashes, letters and escapes are spelled. */
export function readingOf(path: string): Pick<Target, 'wire' | 'model' | 'label'> {
  const plain = unmasked(path).replace(/\/+$/, '');
  const lower = plain.toLowerCase();
  const deployment = /\/deployments\/([^/]+)\/chat\/completions$/i.exec(plain)?.[1];
  if (lower.endsWith('/chat/completions'))
    return {
      wire: 'chat-completions',
      label: '/v1/chat/completions',
      ...(deployment !== undefined && { model: deployment.slice(0, 200) }),
    };
  if (/^(?:\/[a-z0-9._-]+)*\/responses$/.test(lower))
    return { wire: 'responses', label: '/v1/responses' };
  if (/^(?:\/v\d+)?\/messages$/.test(lower))
    return { wire: 'anthropic-messages', label: '/v1/messages' };
  return named(plain) ?? { label: labelOf(path) };
}

/** Routes that name the model in their last segments. */
function named(path: string): Pick<Target, 'wire' | 'model' | 'label'> | undefined {
  const [, model, verb] = /\/([^/:]+):([a-z]+)$/i.exec(path) ?? [];
  const name = model?.slice(0, 200);
  if (name !== undefined && /^(?:stream)?generateContent$/i.test(verb ?? ''))
    return { wire: 'gemini', model: name, label: `models:${verb}` };
  if (name !== undefined && /^(?:stream)?rawPredict$/i.test(verb ?? '') && /anthropic/i.test(path))
    return { wire: 'anthropic-messages', model: name, label: `models:${verb}` };
  const [, id, action] = /\/model\/([^/]+)\/([a-z-]+)$/i.exec(path) ?? [];
  const modelId = id?.slice(0, 200);
  if (modelId === undefined || action === undefined) return undefined;
  const label = `model/${action.toLowerCase()}`;
  if (/^converse(?:-stream)?$/i.test(action))
    return { wire: 'bedrock-converse', model: modelId, label };
  if (!/^invoke(?:-with-response-stream)?$/i.test(action)) return undefined;
  if (/anthropic|claude/i.test(modelId))
    return { wire: 'anthropic-messages', model: modelId, label };
  return /nova/i.test(modelId) ? { wire: 'bedrock-converse', model: modelId, label } : undefined;
}

/** Ids and names of files are not for a log. */
function labelOf(path: string): string {
  const [version = '', root = '', ...rest] = path.slice(1).split('/');
  const known = /^[a-z0-9_]{1,32}$/i;
  if (!known.test(version) || !known.test(root)) return 'other';
  return `/${version}/${root}${rest.length > 0 ? '/…' : ''}`;
}
