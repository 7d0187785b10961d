// Whether a model's address answers, asked and not assumed: its list of models, which costs nothing, with the key that
// would be sent anyway. Nothing of the answer is shown but what it means.
import type { ModelSpec } from '@percept/agent';
import { readBounded } from '@percept/agent/internal';
import { vendors } from '@percept/core/internal/vendor';
import { isRecord, parseJson } from '@percept/core/internal';
import { askModelTimeoutMs, maxModelListBytes } from '../../limits.ts';

export type ModelAnswer =
  | { readonly kind: 'listed' }
  /** It answers, and this model is not on its list. */
  | { readonly kind: 'unlisted' }
  /** It answers, and keeps no list that could be read. */
  | { readonly kind: 'answers' }
  | { readonly kind: 'key-refused'; readonly status: number }
  /** Nothing listens there. */
  | { readonly kind: 'closed' }
  /** It cannot be reached from here and now. */
  | { readonly kind: 'unreached'; readonly why: string };

export async function askModel(spec: ModelSpec): Promise<ModelAnswer> {
  try {
    const response = await fetch(`${spec.baseUrl}/models`, {
      headers: headersFor(spec),
      redirect: 'error',
      signal: AbortSignal.timeout(askModelTimeoutMs),
    });
    if (response.status === 401 || response.status === 403)
      return { kind: 'key-refused', status: response.status };
    if (!response.ok || !response.body) return { kind: 'answers' };
    const ids = idsIn((await readBounded(response.body, maxModelListBytes)) ?? '');
    if (ids.length === 0) return { kind: 'answers' };
    return { kind: ids.some((id) => isSame(id, spec.model)) ? 'listed' : 'unlisted' };
  } catch (error) {
    const code = codeOf(error);
    return code === 'ECONNREFUSED'
      ? { kind: 'closed' }
      : { kind: 'unreached', why: code ?? 'no answer in time' };
  }
}

function headersFor({ apiKey, vendor, provider }: ModelSpec): Record<string, string> {
  if (!apiKey) return {};
  const name = vendor ? vendors[vendor].keyHeader : 'authorization';
  const version = provider === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  const key = apiKey.reveal();
  return { [name]: name === 'authorization' ? `Bearer ${key}` : key, ...version };
}

/** Google writes `models/NAME`; a server of one's own may add a tag. */
function isSame(id: string, model: string): boolean {
  return id === model || id === `models/${model}` || id === `${model}:latest`;
}

function idsIn(text: string): readonly string[] {
  const value = parseJson(text);
  const rows: unknown = isRecord(value) ? (value['data'] ?? value['models']) : value;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    const id = isRecord(row) ? (row['id'] ?? row['name']) : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

/** What the system said stands in the cause of what `fetch` throws. */
function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}
