// What would become of a request, by the code that sends: everything is decided and nothing leaves. The bridge may look, as it
// would, because its words are what the model would read.
import type { IncomingHttpHeaders } from 'node:http';
import { inside, isRecord, readList, readText } from '@percept/core/internal';
import type { Change, LensReport, LensWire } from '@percept/core/lens';
import { doneBy, type Done } from './account.ts';
import { destinationOf } from './destination.ts';
import { mend } from './forward.ts';
import type { RepairParts } from './repair.ts';
import { routeOf } from './target.ts';
import type { Upstreams } from './upstream.ts';

export interface DryRun {
  readonly upstream: string;
  readonly path: string;
  readonly wire?: LensWire;
  readonly model?: string;
  readonly effect: Done['effect'];
  /** Every piece of media with what is decided about it and why. */
  readonly slots: LensReport['slots'];
  readonly repairs: LensReport['repairs'];
  readonly changes: readonly Change[];
}

export interface DryRequest {
  /** As a client would ask: `/v1/chat/completions`. */
  readonly path: string;
  readonly headers?: IncomingHttpHeaders;
  /** `as-credential`: the key in the headers is the gateway's own. */
  readonly shown?: 'apart' | 'as-credential';
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** The answer, or words for a request that would go nowhere. */
export async function dryRun(
  parts: RepairParts,
  upstreams: Upstreams,
  { path, headers = {}, shown = 'apart', body, signal }: DryRequest,
): Promise<DryRun | string> {
  const routed = routeOf(path, headers);
  if (routed.kind === 'foreign') return 'This path belongs to no model API.';
  if (routed.kind === 'refused') return routed.message;
  const { target } = routed;
  const destination = destinationOf(target, upstreams, headers, shown);
  if (destination.kind === 'nowhere') return destination.problem.message;
  const { upstream, path: at } = destination;
  const { wire } = target;
  const mended = await mend(parts, { upstream, target, headers, bytes: body, signal });
  if (mended.kind === 'refused') return mended.problem.message;
  const { repair } = mended;
  const done = repair ? doneBy(repair) : undefined;
  return {
    upstream: upstream.name,
    path: at.split('?', 1)[0] ?? at,
    ...(wire && { wire }),
    ...(done && done.model !== '' && { model: done.model }),
    effect: done?.effect ?? 'passed',
    slots: repair?.report?.slots ?? [],
    repairs: repair?.report?.repairs ?? [],
    changes: repair?.changes() ?? [],
  };
}

/** The path under which a body of this shape is usually sent. */
export function usualPath(body: unknown): string {
  if (!isRecord(body)) return '/v1/chat/completions';
  if (Array.isArray(body['contents'])) return '/v1beta/models/gemini:generateContent';
  if (body['input'] !== undefined) return '/v1/responses';
  const blocks = readList(body['messages']).flatMap((message) =>
    readList(inside(message, 'content')),
  );
  const types = blocks.map((block) => readText(inside(block, 'type')));
  const isAnthropic =
    body['system'] !== undefined ||
    types.some((type) => /^(?:tool_use|tool_result|image|document)$/.test(type ?? ''));
  if (isAnthropic || /claude/.test(readText(body['model']) ?? '')) return '/v1/messages';
  const isConverse = blocks.length > 0 && types.every((type) => type === undefined);
  return isConverse ? '/model/model/converse' : '/v1/chat/completions';
}
