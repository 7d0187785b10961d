// One request from arrival to the last byte of its answer, and the entry that says what became of it.
import type { ServerResponse } from 'node:http';
import { actionsOf, describers, headersOf, plain, type GatewayEntry } from './account.ts';
import {
  consult,
  nothingDone,
  type SendOutcome,
  type RequestProgress,
  type RequestContext,
} from './consultation.ts';
import { Share } from '../http/held-bytes.ts';
import { relay } from './relay.ts';
import { answerProblem, drain, statusOf } from './wire-error.ts';

export interface GatewayRequest extends RequestContext {
  readonly response: ServerResponse;
}

export async function serve(visit: GatewayRequest): Promise<void> {
  const { context, response } = visit;
  const startedMs = context.clock();
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const signal = AbortSignal.any([leaving.signal, context.ending]);
  const progress: RequestProgress = {
    done: nothingDone,
    requestBytes: 0,
    sentBytes: 0,
    leftAtMs: undefined,
    recovered: undefined,
    recovery: undefined,
  };
  const share = new Share(context.heldBytes);
  let outcome: SendOutcome;
  try {
    outcome = await consult(visit, progress, share, signal);
  } catch (error) {
    if (!signal.aborted) context.report(error);
    outcome = signal.aborted
      ? { kind: 'gone' }
      : { kind: 'problem', problem: { kind: 'internal', message: 'It failed on this request.' } };
  } finally {
    share.giveBack();
  }
  const ended = await finish(visit, progress, outcome);
  context.log(entryOf(visit, progress, ended, startedMs));
}

type Ended = Pick<GatewayEntry, 'end' | 'status' | 'problem' | 'responseBytes'>;

async function finish(
  { request, response, target }: GatewayRequest,
  { done, recovered, recovery }: RequestProgress,
  outcome: SendOutcome,
): Promise<Ended> {
  switch (outcome.kind) {
    case 'answer': {
      const { statusCode: status = 502 } = outcome.held.answer;
      const { kind, bytes } = await relay(
        outcome.held,
        response,
        headersOf(done, recovery === 'taken' ? recovered : undefined),
      );
      return { end: kind, status, responseBytes: bytes };
    }
    case 'problem': {
      const { problem } = outcome;
      answerProblem(response, target.family, problem);
      drain(request);
      return { end: 'refused', status: statusOf(problem), problem: problem.kind, responseBytes: 0 };
    }
    case 'gone':
      response.destroy();
      return { end: 'client-gone', responseBytes: 0 };
  }
}

function entryOf(
  { context, request, target }: GatewayRequest,
  progress: RequestProgress,
  ended: Ended,
  startedMs: number,
): GatewayEntry {
  const { done, recovered, recovery, leftAtMs } = progress;
  const nowMs = context.clock();
  return {
    event: 'gateway-request',
    family: target.family,
    ...(target.wire && { wire: target.wire }),
    route: target.label,
    method: request.method ?? '',
    ...(done.model !== '' && { model: plain(done.model) }),
    deed: ended.end === 'refused' ? 'refused' : done.deed,
    actions: actionsOf(done.report),
    repairs: done.report?.repairs.length ?? 0,
    images: done.report?.images ?? 0,
    estimatedImageTokens: done.report?.estimatedImageTokens ?? 0,
    describedBy: describers(done.events),
    ...(recovered && { recovered }),
    ...(recovery && { recovery }),
    ...ended,
    requestBytes: progress.requestBytes,
    sentBytes: progress.sentBytes,
    heldMs: Math.round((leftAtMs ?? nowMs) - startedMs),
    durationMs: Math.round(nowMs - startedMs),
  };
}
