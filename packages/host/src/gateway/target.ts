// Which upstream and which wire a request is for, read from its raw path. The path is never decoded, joined or normalised
// before it goes on, and one that two servers could read in two ways goes nowhere.
import type { LensWire } from '@percept/core/lens';
import type { IncomingHttpHeaders } from 'node:http';

export const families = ['openai', 'anthropic', 'gemini'] as const;
export type Family = (typeof families)[number];

export interface Target {
  readonly family: Family;
  /** As it was sent, from the API's own root on: `/v1/chat/completions`. */
  readonly path: string;
  /** With its question mark, or nothing. */
  readonly query: string;
  /** Set where the lens reads the body. */
  readonly wire?: LensWire;
  /** On the wire whose bodies do not name it. */
  readonly model?: string;
  /** For the log: the route without ids. */
  readonly label: string;
}

export type Routed =
  | { readonly kind: 'ours'; readonly target: Target }
  | { readonly kind: 'malformed'; readonly family: Family }
  /** For another part of the host. */
  | { readonly kind: 'foreign' };

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
export function routeOf(url: string, headers: IncomingHttpHeaders): Routed {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = cut < 0 ? '' : url.slice(cut);
  const placed = place(path, headers);
  if (!placed) return { kind: 'foreign' };
  const { family, rest } = placed;
  if (!isPlain(rest)) return { kind: 'malformed', family };
  return { kind: 'ours', target: { family, path: rest, query, ...readingOf(family, rest) } };
}

function place(
  path: string,
  headers: IncomingHttpHeaders,
): { readonly family: Family; readonly rest: string } | undefined {
  const named = /^\/gateway\/(openai|anthropic|gemini)(\/.*)$/s.exec(path);
  if (named) {
    const family = families.find((name) => name === named[1]);
    return family && { family, rest: named[2] ?? '/' };
  }
  if (/^\/(upload\/)?v1beta\//.test(path)) return { family: 'gemini', rest: path };
  const root = /^\/v1\/([a-z_]+)(?=\/|$)/.exec(path)?.[1] ?? '';
  const family = familyOf(root, headers);
  return family && { family, rest: path };
}

/** Some names exist at both: only Anthropic's clients say which version of the API they speak. */
function familyOf(root: string, headers: IncomingHttpHeaders): Family | undefined {
  const speaksAnthropic =
    headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined;
  if (anthropicRoots.has(root) && (speaksAnthropic || !openaiRoots.has(root))) return 'anthropic';
  return openaiRoots.has(root) ? 'openai' : undefined;
}

/** No empty segment, and no dotted one however often it was encoded: it stays below the root that it names. */
function isPlain(path: string): boolean {
  if (!/^[!-~]+$/.test(path) || /[\\#]|\/\/|%(?:00|0a|0d)/i.test(path)) return false;
  return !/(?:^|\/)\.{1,2}(?:\/|$)/.test(unmasked(path));
}

const masks: Readonly<Record<string, string>> = {
  '%2e': '.',
  '%2f': '/',
  '%5c': '/',
  '%25': '%',
};

/** As the most eager server could read it. */
function unmasked(path: string): string {
  let seen = path;
  for (let round = 0; round < 4; round += 1)
    seen = seen.replaceAll(/%(?:2e|2f|5c|25)/gi, (mask) => masks[mask.toLowerCase()] ?? mask);
  return seen;
}

function readingOf(family: Family, path: string): Pick<Target, 'wire' | 'model' | 'label'> {
  switch (family) {
    case 'openai':
      if (path === '/v1/chat/completions') return { wire: 'chat-completions', label: path };
      if (path === '/v1/responses') return { wire: 'responses', label: path };
      return { label: labelOf(path) };
    case 'anthropic':
      if (path === '/v1/messages') return { wire: 'anthropic-messages', label: path };
      return { label: labelOf(path) };
    case 'gemini': {
      const [, model, verb] = /\/([^/:]+):((?:stream)?[gG]enerateContent)$/.exec(path) ?? [];
      if (model === undefined || verb === undefined) return { label: labelOf(path) };
      return { wire: 'gemini', model: model.slice(0, 200), label: `models:${verb}` };
    }
  }
}

/** Ids and names of files are not for a log. */
function labelOf(path: string): string {
  const [version = '', root = '', ...rest] = path.slice(1).split('/');
  const known = /^[a-z0-9_]{1,32}$/i;
  if (!known.test(version) || !known.test(root)) return 'other';
  return `/${version}/${root}${rest.length > 0 ? '/…' : ''}`;
}
