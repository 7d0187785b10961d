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
import { examine, type Cause, type HealingParts, type Treatment } from './healing.ts';
import type { HeldBytes, Share } from '../http/held-bytes.ts';
import { holdBody, unpack } from './held-body.ts';
import type { GatewayLimits } from './limits.ts';
import { hear, type Heard } from './refusal.ts';
import type { HeldAnswer } from './relay.ts';
import type { Target } from './target.ts';
import { pathAt, type Upstream } from './upstream.ts';
import type { Problem } from './wire-error.ts';

interface House {
  readonly limits: GatewayLimits;
  readonly clock: () => number;
  readonly heldBytes: HeldBytes;
  readonly healing: HealingParts;
  readonly ending: AbortSignal;
  readonly log: (entry: GatewayEntry) => void;
  readonly report: (error: unknown) => void;
}

export interface Inquiry {
  readonly house: House;
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly upstream: Upstream;
  readonly shown: 'apart' | 'as-credential';
}

/** What is known about an inquiry so far. */
export interface Course {
  done: Done;
  requestBytes: number;
  sentBytes: number;
  leftAtMs: number | undefined;
  recovered: Cause | undefined;
  recovery: GatewayEntry['recovery'];
}

export type Consulted =
  | { readonly kind: 'answer'; readonly held: HeldAnswer }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'gone' };

export const nothingDone: Done = { deed: 'passed', model: '', events: [] };

export async function consult(
  inquiry: Inquiry,
  course: Course,
  share: Share,
  signal: AbortSignal,
): Promise<Consulted> {
  const { house, request, target } = inquiry;
  const { limits } = house;
  if (!target.wire || request.method !== 'POST') return passOn(inquiry, course, signal);
  const held = await holdBody(request, share, limits);
  if (held.kind === 'gone') return held;
  if (held.kind === 'refused') return { kind: 'problem', problem: held.problem };
  const { bytes } = held;
  course.requestBytes = bytes.length;
  const encoding = request.headers['content-encoding'];
  const unpacked = await unpack(bytes, encoding, limits.maxRequestBytes, share);
  if (unpacked.kind === 'refused') return { kind: 'problem', problem: unpacked.problem };
  const treatment =
    unpacked.kind === 'held' ? await read(inquiry, unpacked.bytes, signal) : undefined;
  return treatment
    ? treat(inquiry, course, bytes, treatment, signal)
    : consulted(await post(inquiry, course, bytes, headersFor(inquiry, 'as-it-came'), signal));
}

async function read(
  inquiry: Inquiry,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<Treatment | undefined> {
  const { house, request, target, upstream } = inquiry;
  const text = decoded(bytes);
  if (text === undefined || !target.wire) return undefined;
  try {
    return await examine(house.healing, {
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

async function passOn(inquiry: Inquiry, course: Course, signal: AbortSignal): Promise<Consulted> {
  const { request } = inquiry;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  course.requestBytes = course.sentBytes = Number(length ?? 0);
  const framing =
    length !== undefined
      ? ['content-length', length]
      : coding !== undefined
        ? ['transfer-encoding', 'chunked']
        : [];
  const headers = [...headersFor(inquiry, 'as-it-came'), ...framing];
  return consulted(await ask(inquiry, course, headers, request, signal));
}

function consulted(answer: Answer): Consulted {
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
  inquiry: Inquiry,
  course: Course,
  body: Buffer,
  headers: HeaderList,
  signal: AbortSignal,
): Promise<Answer> {
  course.sentBytes = body.length;
  return ask(inquiry, course, [...headers, 'content-length', String(body.length)], body, signal);
}

function ask(
  inquiry: Inquiry,
  course: Course,
  headers: HeaderList,
  body: Buffer | IncomingMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const { house, request, target, upstream } = inquiry;
  course.leftAtMs ??= house.clock();
  const query = replacesCredential(inquiry) ? withoutKey(target.query) : target.query;
  const path = pathAt(upstream, { ...target, query }) ?? '/';
  const method = request.method ?? 'GET';
  return exchange(upstream, { method, path, headers, body }, house.limits, signal);
}

/** Sent, and sent once more with less when it is refused over its media. */
async function treat(
  inquiry: Inquiry,
  course: Course,
  bytes: Buffer,
  treatment: Treatment,
  signal: AbortSignal,
): Promise<Consulted> {
  const { limits } = inquiry.house;
  course.done = doneBy(treatment);
  const first = await post(
    inquiry,
    course,
    treatment.text === undefined ? bytes : Buffer.from(treatment.text),
    headersFor(inquiry, treatment.text === undefined ? 'as-it-came' : 'changed'),
    signal,
  );
  if (first.kind !== 'answered') return consulted(first);
  const heard = await hear(first.response, limits.maxRefusalBytes, hasMedia(treatment));
  if (!heard.refusal) {
    if ((first.response.statusCode ?? 0) < 400) treatment.taken();
    return { kind: 'answer', held: heard };
  }
  return (
    (await secondTry(inquiry, course, treatment, heard, signal)) ?? { kind: 'answer', held: heard }
  );
}

/** Undefined where the first refusal stands. */
async function secondTry(
  inquiry: Inquiry,
  course: Course,
  treatment: Treatment,
  { refusal, answer: refused }: Heard,
  signal: AbortSignal,
): Promise<Consulted | undefined> {
  const retry = refusal && (await treatment.again(refusal).catch(giveUp(inquiry, signal)));
  if (retry?.treatment.text === undefined) return undefined;
  course.recovered = retry.cause;
  const body = Buffer.from(retry.treatment.text);
  const second = await post(inquiry, course, body, headersFor(inquiry, 'sent-again'), signal);
  if (second.kind === 'gone') return second;
  const heard =
    second.kind === 'answered'
      ? await hear(second.response, inquiry.house.limits.maxRefusalBytes, hasMedia(retry.treatment))
      : undefined;
  if (!heard || heard.refusal || (heard.answer.statusCode ?? 0) >= 400) {
    course.recovery = 'refused';
    heard?.answer.destroy();
    return undefined;
  }
  course.recovery = 'taken';
  course.done = doneBy(retry.treatment);
  retry.treatment.taken();
  refused.destroy();
  return { kind: 'answer', held: heard };
}

/** Whatever goes wrong on the way to a second try, the first answer is still an answer. */
function giveUp({ house }: Inquiry, signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    signal.throwIfAborted();
    if (!(error instanceof RangeError)) house.report(error);
  };
}

/** Then even a stream may begin with a refusal over it. */
function hasMedia({ report }: Treatment): boolean {
  return report !== undefined && report.slots.length > 0;
}
