// Everything between a request and the first byte of its answer: read, healed where there is something to heal, sent, and
// sent once more with less when the provider refuses it over its media.
import type { IncomingMessage } from 'node:http';
import { doneBy, type Done, type GatewayEntry } from './account.ts';
import { exchange, type Answer } from './exchange.ts';
import {
  credentialHeaders,
  headersFor,
  replacesCredential,
  withoutKey,
  type HeaderList,
} from './header-list.ts';
import { examine, type Cause, type HealingParts, type Repair } from './healing.ts';
import type { HeldBytes, Share } from '../http/held-bytes.ts';
import { holdBody, unpack } from './held-body.ts';
import type { GatewayLimits } from './limits.ts';
import { hear, type Heard } from './refusal.ts';
import type { HeldAnswer } from './relay.ts';
import type { Target } from './target.ts';
import { pathAt, type Upstream } from './upstream.ts';
import type { Problem } from './wire-error.ts';

interface GatewayContext {
  readonly limits: GatewayLimits;
  readonly clock: () => number;
  readonly heldBytes: HeldBytes;
  readonly healing: HealingParts;
  readonly ending: AbortSignal;
  readonly log: (entry: GatewayEntry) => void;
  readonly report: (error: unknown) => void;
}

export interface RequestContext {
  readonly context: GatewayContext;
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly upstream: Upstream;
  readonly shown: 'apart' | 'as-credential';
}

/** What is known about an asked so far. */
export interface RequestProgress {
  done: Done;
  requestBytes: number;
  sentBytes: number;
  leftAtMs: number | undefined;
  recovered: Cause | undefined;
  recovery: GatewayEntry['recovery'];
}

export type SendOutcome =
  | { readonly kind: 'answer'; readonly held: HeldAnswer }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'gone' };

export const nothingDone: Done = { deed: 'passed', model: '', events: [] };

export async function consult(
  asked: RequestContext,
  progress: RequestProgress,
  share: Share,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { context, request, target } = asked;
  const { limits } = context;
  if (!target.wire || request.method !== 'POST') return passOn(asked, progress, signal);
  const held = await holdBody(request, share, limits);
  if (held.kind === 'gone') return held;
  if (held.kind === 'refused') return { kind: 'problem', problem: held.problem };
  const { bytes } = held;
  progress.requestBytes = bytes.length;
  const encoding = request.headers['content-encoding'];
  const unpacked = await unpack(bytes, encoding, limits.maxRequestBytes, share);
  if (unpacked.kind === 'refused') return { kind: 'problem', problem: unpacked.problem };
  const repair = unpacked.kind === 'held' ? await read(asked, unpacked.bytes, signal) : undefined;
  return repair
    ? treat(asked, progress, bytes, repair, signal)
    : consulted(await post(asked, progress, bytes, headersFor(asked, 'as-it-came'), signal));
}

async function read(
  asked: RequestContext,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<Repair | undefined> {
  const { context, request, target, upstream } = asked;
  const text = decoded(bytes);
  if (text === undefined || !target.wire) return undefined;
  try {
    return await examine(context.healing, {
      upstream,
      wire: target.wire,
      ...(target.model !== undefined && { model: target.model }),
      text,
      credential: credentialOf(request, target),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    // Nested beyond any stack: no model reads that, and the provider says so in its own words.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Undefined for what is not UTF-8: rewriting would change what it means. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Goes into a keyed hash, so that conversations of two credentials never meet. */
function credentialOf({ headers }: IncomingMessage, { query }: Target): readonly string[] {
  return [...[...credentialHeaders].map((name) => String(headers[name] ?? '')), query];
}

async function passOn(
  asked: RequestContext,
  progress: RequestProgress,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { request } = asked;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  progress.requestBytes = progress.sentBytes = Number(length ?? 0);
  const framing =
    length !== undefined
      ? ['content-length', length]
      : coding !== undefined
        ? ['transfer-encoding', 'chunked']
        : [];
  const headers = [...headersFor(asked, 'as-it-came'), ...framing];
  return consulted(await ask(asked, progress, headers, request, signal));
}

function consulted(answer: Answer): SendOutcome {
  switch (answer.kind) {
    case 'answered':
      return { kind: 'answer', held: { answer: answer.response } };
    case 'failed':
      return { kind: 'problem', problem: answer.problem };
    case 'gone':
      return answer;
  }
}

function post(
  asked: RequestContext,
  progress: RequestProgress,
  body: Buffer,
  headers: HeaderList,
  signal: AbortSignal,
): Promise<Answer> {
  progress.sentBytes = body.length;
  return ask(asked, progress, [...headers, 'content-length', String(body.length)], body, signal);
}

function ask(
  asked: RequestContext,
  progress: RequestProgress,
  headers: HeaderList,
  body: Buffer | IncomingMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const { context, request, target, upstream } = asked;
  progress.leftAtMs ??= context.clock();
  const query = replacesCredential(asked) ? withoutKey(target.query) : target.query;
  const path = pathAt(upstream, { ...target, query }) ?? '/';
  const method = request.method ?? 'GET';
  return exchange(upstream, { method, path, headers, body }, context.limits, signal);
}

/** Sent, and sent once more with less when it is refused over its media. */
async function treat(
  asked: RequestContext,
  progress: RequestProgress,
  bytes: Buffer,
  repair: Repair,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { limits } = asked.context;
  progress.done = doneBy(repair);
  const first = await post(
    asked,
    progress,
    repair.text === undefined ? bytes : Buffer.from(repair.text),
    headersFor(asked, repair.text === undefined ? 'as-it-came' : 'changed'),
    signal,
  );
  if (first.kind !== 'answered') return consulted(first);
  const heard = await hear(first.response, limits.maxRefusalBytes, hasMedia(repair));
  if (!heard.refusal) {
    if ((first.response.statusCode ?? 0) < 400) repair.taken();
    return { kind: 'answer', held: heard };
  }
  return (
    (await secondTry(asked, progress, repair, heard, signal)) ?? { kind: 'answer', held: heard }
  );
}

/** Undefined where the first refusal stands. */
async function secondTry(
  asked: RequestContext,
  progress: RequestProgress,
  repair: Repair,
  { refusal, answer: refused }: Heard,
  signal: AbortSignal,
): Promise<SendOutcome | undefined> {
  const retry = refusal && (await repair.again(refusal).catch(giveUp(asked, signal)));
  if (retry?.repair.text === undefined) return undefined;
  progress.recovered = retry.cause;
  const body = Buffer.from(retry.repair.text);
  const second = await post(asked, progress, body, headersFor(asked, 'sent-again'), signal);
  if (second.kind === 'gone') return second;
  const heard =
    second.kind === 'answered'
      ? await hear(second.response, asked.context.limits.maxRefusalBytes, hasMedia(retry.repair))
      : undefined;
  if (!heard || heard.refusal || (heard.answer.statusCode ?? 0) >= 400) {
    progress.recovery = 'refused';
    heard?.answer.destroy();
    return undefined;
  }
  progress.recovery = 'taken';
  progress.done = doneBy(retry.repair);
  retry.repair.taken();
  refused.destroy();
  return { kind: 'answer', held: heard };
}

/** Whatever goes wrong on the way to a second try, the first answer is still an answer. */
function giveUp({ context }: RequestContext, signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    signal.throwIfAborted();
    if (!(error instanceof RangeError)) context.report(error);
  };
}

/** Then even a stream may begin with a refusal over it. */
function hasMedia({ report }: Repair): boolean {
  return report !== undefined && report.slots.length > 0;
}
