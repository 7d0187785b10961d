// One request from arrival to the last byte of its answer, and the entry that says what became of it.
import type { ServerResponse } from 'node:http';
import { hear, tell } from '@percept/core/internal/observe';
import { headersOf, mediaFacts, plain, type GatewayEntry } from './account.ts';
import type { Kept, WatchedAnswer } from './answer-store.ts';
import { forward, nothingDone, type Outcome, type Routed } from './forward.ts';
import type { Progress } from './send-repaired.ts';
import { Share } from '../http/held-bytes.ts';
import { relay } from './relay.ts';
import { tunnel } from './socket.ts';
import { answerProblem, drain, statusOf } from './wire-error.ts';

/** One request, where it goes, and where its answer goes. */
export interface GatewayRequest extends Routed {
  readonly response: ServerResponse;
}

export async function serve(asked: GatewayRequest): Promise<GatewayEntry> {
  const { context, response } = asked;
  const startedMs = context.clock();
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const signal = AbortSignal.any([leaving.signal, context.ending]);
  const progress = begun();
  const share = new Share(context.heldBytes);
  let outcome: Outcome;
  try {
    outcome = await forward(asked, progress, share, signal);
  } catch (error) {
    if (!signal.aborted) context.report(error);
    outcome = signal.aborted
      ? { kind: 'gone' }
      : { kind: 'problem', problem: { kind: 'internal', message: 'It failed on this request.' } };
  } finally {
    share.giveBack();
  }
  const ended = await finish(asked, progress, outcome);
  return told(asked, progress, ended, startedMs);
}

/** The same for a connection that was handed over. */
export async function serveSocket(asked: GatewayRequest): Promise<GatewayEntry> {
  const { context } = asked;
  const startedMs = context.clock();
  const progress = begun();
  const ended = await tunnel(asked, progress, context.ending);
  return told(asked, progress, ended, startedMs);
}

/** Whoever looked has been told by its bridge; the entry says the rest. */
function told(
  asked: GatewayRequest,
  progress: Progress,
  ended: Ended,
  startedMs: number,
): GatewayEntry {
  const { report, events } = progress.done;
  const { onEvent } = asked.context;
  if (report) tell(onEvent, { type: 'request-lowered', report });
  for (const event of events) hear(onEvent, event);
  return entryOf(asked, progress, ended, startedMs);
}

function begun(): Progress {
  return {
    done: nothingDone,
    requestBytes: 0,
    sentBytes: 0,
    leftAtMs: undefined,
    recovered: undefined,
    recovery: undefined,
  };
}

export type Ended = Pick<
  GatewayEntry,
  'end' | 'status' | 'problem' | 'responseBytes' | 'stored' | 'notStored' | 'record'
>;

async function finish(
  { context, request, response, target, upstream }: GatewayRequest,
  { done, recovered, recovery }: Progress,
  outcome: Outcome,
): Promise<Ended> {
  switch (outcome.kind) {
    case 'answer': {
      const { answer } = outcome.held;
      const { statusCode: status = 502 } = answer;
      const isKept = upstream.store && request.method === 'POST';
      const model = done.model || (target.model ?? '');
      const passing = { request, upstream: upstream.name, model, signal: context.ending };
      const copy = isKept ? context.answers?.watch(answer, passing) : undefined;
      const { kind, bytes } = await relay(
        outcome.held,
        response,
        headersOf(done, recovery === 'taken' ? recovered : undefined),
        (chunk) => copy?.add(chunk),
      );
      if (kind === 'broken') copy?.drop();
      const kept = kind === 'whole' && copy ? await keptOf(copy, context.report) : {};
      return { end: kind, status, responseBytes: bytes, ...kept };
    }
    case 'problem': {
      const { problem } = outcome;
      answerProblem(response, upstream.family, problem);
      drain(request);
      return { end: 'refused', status: statusOf(problem), problem: problem.kind, responseBytes: 0 };
    }
    case 'gone':
      response.destroy();
      return { end: 'client-gone', responseBytes: 0 };
  }
}

/** Whatever goes wrong with a copy, the client has its answer. */
async function keptOf(copy: WatchedAnswer, report: (error: unknown) => void): Promise<Kept> {
  try {
    return await copy.keep();
  } catch (error) {
    report(error);
    return { stored: 0, notStored: 1 };
  }
}

function entryOf(
  { context, request, target, upstream }: GatewayRequest,
  progress: Progress,
  ended: Ended,
  startedMs: number,
): GatewayEntry {
  const { done, recovered, recovery, leftAtMs } = progress;
  const nowMs = context.clock();
  return {
    event: 'gateway-request',
    family: upstream.family,
    upstream: upstream.name,
    ...(target.wire && { wire: target.wire }),
    route: target.label,
    method: request.method ?? '',
    ...(done.model !== '' && { model: plain(done.model) }),
    effect: ended.end === 'refused' ? 'refused' : done.effect,
    ...mediaFacts(done),
    ...(recovered && { recovered }),
    ...(recovery && { recovery }),
    ...ended,
    requestBytes: progress.requestBytes,
    sentBytes: progress.sentBytes,
    heldMs: Math.round((leftAtMs ?? nowMs) - startedMs),
    durationMs: Math.round(nowMs - startedMs),
  };
}
