// Whose credential a request brings. It goes to the vendor that it belongs to and to nobody else: one that is shaped for another
// vendor than the route's is refused here, before a byte of it leaves.
import type { IncomingHttpHeaders } from 'node:http';
import type { VendorId } from '@percept/core/internal/vendor';
import { keyInQuery } from './header-list.ts';
import type { Target } from './target.ts';
import type { Upstream } from './upstream.ts';

/** How keys of these vendors begin, and no others. */
const beginnings: readonly (readonly [VendorId, RegExp])[] = [
  ['anthropic', /^sk-ant-/],
  ['google', /^AIza/],
  ['openrouter', /^sk-or-/],
  ['groq', /^gsk_/],
  ['xai', /^xai-/],
  ['github', /^(?:gh[opsu]_|github_pat_)/],
  ['huggingface', /^hf_/],
  ['nvidia', /^nvapi-/],
  ['perplexity', /^pplx-/],
  ['openai', /^sk-(?:proj|svcacct|admin)-/],
];

/** Words for a credential that is not this upstream's, or undefined. */
export function foreignCredential(
  headers: IncomingHttpHeaders,
  { wire, query }: Target,
  { family, vendor, name }: Upstream,
): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const values = [bearer, headers['x-api-key'], headers['api-key'], headers['x-goog-api-key']];
  for (const value of values) {
    const owner =
      typeof value === 'string'
        ? beginnings.find(([, begins]) => begins.test(value))?.[0]
        : undefined;
    if (owner !== undefined && vendor !== undefined && owner !== vendor) return words(owner, name);
  }
  const forGoogle =
    headers['x-goog-api-key'] !== undefined || keyInQuery(query)?.startsWith('AIza') === true;
  if (forGoogle && family !== 'gemini' && vendor !== undefined) return words('google', name);
  const forAnthropic = headers['x-api-key'] !== undefined;
  const speaksAnthropic =
    wire === 'anthropic-messages' && vendor !== 'openai' && vendor !== 'google';
  if (forAnthropic && family !== 'anthropic' && vendor !== undefined && !speaksAnthropic)
    return words('anthropic', name);
  return undefined;
}

function words(owner: VendorId, upstream: string): string {
  return `This credential is ${owner}'s, and the path leads to ${upstream}. Use /gateway/${owner}/…, or the credential of ${upstream}.`;
}
