// Everything between a request and the first byte of its answer: read, repaired where its provider would refuse it, sent, and
// sent once more with less when the provider refuses it over its media.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { PerceptEvent } from '@percept/agent';
import { definedOf } from '@percept/core/internal';
import type { AnswerStore } from './answer-store.ts';
import type { Done, GatewayEntry } from './account.ts';
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
import { readRefusal } from './refusal.ts';
import type { HeldAnswer } from './relay.ts';
import { repairOf, type Repair, type RepairParts } from './repair.ts';
import { sendRepaired, type Carrier, type Progress } from './send-repaired.ts';
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
  readonly onEvent: ((event: PerceptEvent) => void) | undefined;
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
  const { repair } = mended;
  if (!repair) return outcomeOf(await post(routed, progress, [bytes], 'as-it-came', signal));
  const carrier = carrierFor(routed, progress, signal);
  const sent = await sendRepaired(carrier, progress, { bytes, repair, signal });
  return 'answer' in sent ? { kind: 'answer', held: sent.answer } : outcomeOf(sent);
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
  if (unpacked.kind === 'gone') return { kind: 'mended', repair: undefined };
  const named = { upstream, wire, ...definedOf({ model }) };
  const repair = await repairOf(parts, { ...named, bytes: unpacked.bytes, credential, signal });
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

/** The gateway's own way to a provider, for what was repaired. */
function carrierFor(
  routed: Routed,
  progress: Progress,
  signal: AbortSignal,
): Carrier<HeldAnswer, NoAnswer> {
  const { limits, report } = routed.context;
  return {
    post: async (body, change) => {
      const sent = await post(routed, progress, body, change, signal);
      return sent.kind === 'answered' ? { answer: { answer: sent.response } } : sent;
    },
    read: async ({ answer }, hadMedia) => {
      const { refusal, ...held } = await readRefusal(answer, limits.maxRefusalBytes, hadMedia);
      return { answer: held, ...(refusal && { refusal }) };
    },
    status: ({ answer }) => answer.statusCode ?? 0,
    drop: ({ answer }) => void answer.destroy(),
    report,
  };
}

type NoAnswer = Exclude<Answer, { readonly kind: 'answered' }>;
