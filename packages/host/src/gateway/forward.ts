// Everything between a request and the first byte of its answer: read, repaired where its provider would refuse it, sent, and
// sent once more with less when the provider refuses it over its media.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AnswerStore } from './answer-store.ts';
import { doneBy, type Done, type GatewayEntry } from './account.ts';
import { exchange, type Answer, type Outgoing } from './exchange.ts';
import {
  credentialHeaders,
  headersFor,
  replacesCredential,
  withoutKey,
  type HeaderList,
} from './header-list.ts';
import type { HeldBytes, Share } from '../http/held-bytes.ts';
import { holdBody, unpack } from './held-body.ts';
import type { GatewayLimits } from './limits.ts';
import { readRefusal, type ReadAnswer } from './refusal.ts';
import type { HeldAnswer } from './relay.ts';
import { repairOf, type Cause, type Repair, type RepairParts } from './repair.ts';
import type { Target } from './target.ts';
import { pathAt, type Upstream } from './upstream.ts';
import type { Problem } from './wire-error.ts';

interface GatewayContext {
  readonly limits: GatewayLimits;
  readonly clock: () => number;
  readonly heldBytes: HeldBytes;
  readonly repair: RepairParts;
  /** For upstreams whose answers are kept. */
  readonly answers?: AnswerStore;
  readonly ending: AbortSignal;
  readonly log: (entry: GatewayEntry) => void;
  readonly report: (error: unknown) => void;
}

/** One request and where it goes. */
export interface Routed {
  readonly context: GatewayContext;
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly upstream: Upstream;
  /** `as-credential`: what the client showed as its key is the gateway's own. */
  readonly shown: 'apart' | 'as-credential';
}

/** What is known about a request so far. */
export interface Progress {
  done: Done;
  requestBytes: number;
  sentBytes: number;
  leftAtMs: number | undefined;
  recovered: Cause | undefined;
  recovery: GatewayEntry['recovery'];
}

export type Outcome =
  | { readonly kind: 'answer'; readonly held: HeldAnswer }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'gone' };

export const nothingDone: Done = { effect: 'passed', model: '', events: [], looked: 0 };

export async function forward(
  routed: Routed,
  progress: Progress,
  share: Share,
  signal: AbortSignal,
): Promise<Outcome> {
  const { context, request, target } = routed;
  const { limits } = context;
  if (!target.wire || request.method !== 'POST') return streamed(routed, progress, signal);
  const held = await holdBody(request, share, limits);
  if (held.kind === 'gone') return held;
  if (held.kind === 'refused') return { kind: 'problem', problem: held.problem };
  const { bytes } = held;
  progress.requestBytes = bytes.length;
  const mended = await mend(context.repair, {
    ...routed,
    headers: request.headers,
    bytes,
    signal,
    share,
  });
  if (mended.kind === 'refused') return { kind: 'problem', problem: mended.problem };
  return mended.repair
    ? sendRepaired(routed, progress, bytes, mended.repair, signal)
    : outcomeOf(await post(routed, progress, [bytes], 'as-it-came', signal));
}

interface Arrived {
  readonly upstream: Upstream;
  readonly target: Target;
  readonly headers: IncomingHttpHeaders;
  /** As they came: packed, perhaps. */
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
  readonly share?: Share;
}

export type Mended =
  /** Without a repair it goes on as it came. */
  | { readonly kind: 'mended'; readonly repair: Repair | undefined }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Everything that is decided about a body before it leaves: a dry run stops behind this. */
export async function mend(
  parts: RepairParts,
  { upstream, target, headers, bytes, signal, share }: Arrived,
): Promise<Mended> {
  const { wire, model } = target;
  if (!wire) return { kind: 'mended', repair: undefined };
  const encoding = headers['content-encoding'];
  const unpacked = await unpack(bytes, encoding, parts.limits.maxRequestBytes, share);
  if (unpacked.kind === 'refused') return unpacked;
  const credential = credentialOf(headers, target);
  const named = model === undefined ? {} : { model };
  const repair =
    unpacked.kind === 'held'
      ? await repairOf(parts, {
          upstream,
          wire,
          ...named,
          bytes: unpacked.bytes,
          credential,
          signal,
        })
      : undefined;
  return { kind: 'mended', repair };
}

/** Goes into a keyed hash, so that conversations of two credentials never meet. */
export function credentialOf(headers: IncomingHttpHeaders, { query }: Target): readonly string[] {
  return [...[...credentialHeaders].map((name) => String(headers[name] ?? '')), query];
}

/** Nothing of it is held: what the lens does not read goes on as it comes. */
async function streamed(routed: Routed, progress: Progress, signal: AbortSignal): Promise<Outcome> {
  const { request } = routed;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  progress.requestBytes = progress.sentBytes = Number(length ?? 0);
  const framing = length === undefined && coding !== undefined ? chunked : [];
  const headers = [...headersFor(routed, 'as-it-came', length), ...framing];
  const hasBody = length !== undefined || coding !== undefined;
  return outcomeOf(await send(routed, progress, headers, hasBody ? request : [], signal));
}

const chunked: HeaderList = ['transfer-encoding', 'chunked'];

function outcomeOf(answer: Answer): Outcome {
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
  routed: Routed,
  progress: Progress,
  body: readonly Buffer[],
  change: Parameters<typeof headersFor>[1],
  signal: AbortSignal,
): Promise<Answer> {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  progress.sentBytes = length;
  return send(routed, progress, headersFor(routed, change, String(length)), body, signal);
}

function send(
  routed: Routed,
  progress: Progress,
  headers: HeaderList,
  body: Outgoing['body'],
  signal: AbortSignal,
): Promise<Answer> {
  const { context, request, target, upstream } = routed;
  progress.leftAtMs ??= context.clock();
  const query = replacesCredential(routed) ? withoutKey(target.query) : target.query;
  const path = pathAt(upstream, { ...target, query }) ?? '/';
  const method = request.method ?? 'GET';
  return exchange(upstream, { method, path, headers, body }, context.limits, signal);
}

/** Sent, and sent once more with less when it is refused over its media. */
async function sendRepaired(
  routed: Routed,
  progress: Progress,
  bytes: Buffer,
  repair: Repair,
  signal: AbortSignal,
): Promise<Outcome> {
  const { limits } = routed.context;
  progress.done = doneBy(repair);
  const first = repair.pieces
    ? await post(routed, progress, repair.pieces, 'changed', signal)
    : await post(routed, progress, [bytes], 'as-it-came', signal);
  if (first.kind !== 'answered') return outcomeOf(first);
  const read = await readRefusal(first.response, limits.maxRefusalBytes, hasMedia(repair));
  if (!read.refusal) {
    if ((first.response.statusCode ?? 0) < 400) repair.taken();
    return { kind: 'answer', held: read };
  }
  return (
    (await secondTry(routed, progress, repair, read, signal)) ?? { kind: 'answer', held: read }
  );
}

/** Undefined where the first refusal stands. */
async function secondTry(
  routed: Routed,
  progress: Progress,
  repair: Repair,
  { refusal, answer: refused }: ReadAnswer,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const retry = refusal && (await repair.again(refusal).catch(giveUp(routed, signal)));
  if (!retry?.repair.pieces) return undefined;
  progress.recovered = retry.cause;
  const second = await post(routed, progress, retry.repair.pieces, 'sent-again', signal);
  if (second.kind === 'gone') return second;
  const { maxRefusalBytes } = routed.context.limits;
  const read =
    second.kind === 'answered'
      ? await readRefusal(second.response, maxRefusalBytes, hasMedia(retry.repair))
      : undefined;
  if (!read || read.refusal || (read.answer.statusCode ?? 0) >= 400) {
    progress.recovery = 'refused';
    read?.answer.destroy();
    return undefined;
  }
  progress.recovery = 'taken';
  progress.done = doneBy(retry.repair);
  retry.repair.taken();
  refused.destroy();
  return { kind: 'answer', held: read };
}

/** Whatever goes wrong on the way to a second try, the first answer is still an answer. */
function giveUp({ context }: Routed, signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    signal.throwIfAborted();
    if (!(error instanceof RangeError)) context.report(error);
  };
}

/** Then even a stream may begin with a refusal over it. */
function hasMedia({ report }: Repair): boolean {
  return report !== undefined && report.slots.length > 0;
}
