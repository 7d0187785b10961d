// One turn of a session, from the recorded prompt to its end. Everything that becomes true is appended before the next thing
// builds on it.
import { randomUUID } from 'node:crypto';
import type { Refusal } from '@percept/core';
import { isMediaPart } from '@percept/core/internal';
import { maxSteps } from '../limits.ts';
import { runCalls } from './calls.ts';
import type { Ended, LoopEvent, PromptPart } from './event.ts';
import { factEntry, usageIn } from './facts.ts';
import { failureOf } from './failure.ts';
import { answerLocally } from './local-answer.ts';
import type { Superseded } from './log.ts';
import type { MadeDescription } from './made-descriptions.ts';
import { MadeMedia } from './made.ts';
import type { Lowered } from './model-client.ts';
import type { LoopModel } from './model.ts';
import type { Permit } from './permit.ts';
import { busy, noTurn } from './refusals.ts';
import { mend } from './repair.ts';
import { madeEvent } from './replay.ts';
import type { SessionContext } from './session-context.ts';
import { runStep, type StepOutcome } from './step.ts';
import { compactLog } from './summary.ts';
import type { LoopTool } from './toolbox.ts';
import { noUsage } from './usage.ts';

export interface TurnOptions {
  readonly signal: AbortSignal;
  readonly permit?: Permit | undefined;
  /** In place of this turn, counted from 1: it and all that came after are neither shown nor sent any more. */
  readonly replaces?: { readonly turn: number; readonly reason: Superseded['reason'] } | undefined;
}

/** One at a time. The last event is always `turn-ended`. */
export async function* runTurn(
  session: SessionContext,
  prompt: readonly PromptPart[],
  options: TurnOptions,
): AsyncGenerator<LoopEvent, void> {
  if (session.turn) {
    yield refused(busy);
    return;
  }
  session.turn = { signal: options.signal, permit: options.permit };
  try {
    yield* take(session, prompt, options);
  } finally {
    await mend(session.log, 'The turn was cancelled before this call finished.');
    session.turn = undefined;
  }
}

async function* take(
  session: SessionContext,
  prompt: readonly PromptPart[],
  { signal, replaces }: TurnOptions,
): AsyncGenerator<LoopEvent, void> {
  const { log, client, descriptions } = session;
  const messageId = randomUUID();
  const before = replaces && log.supersededFrom(replaces.turn, replaces.reason);
  const admitted = session.admit(prompt, before?.from);
  // A message that cannot be sent is not recorded: it would be sent later, with another one.
  const missing = admitted.ok ? session.missingRoute(admitted.value) : admitted.refusal;
  const refusal = replaces && !before ? noTurn : missing;
  if (!admitted.ok || refusal) {
    yield refused(refusal);
    return;
  }
  const parts = admitted.value;
  const recorded = await log.append({ type: 'message', role: 'user', parts });
  // In this order a process that dies in between repeats a message and never loses one.
  const taken = recorded.ok && before ? await log.append(before) : recorded;
  if (before) client.renew();
  if (!taken.ok) {
    yield refused(taken.refusal);
    return;
  }
  yield { type: 'prompt-recorded', messageId, parts };
  session.bridge?.beginTurn();
  session.budget.beginTurn();
  const ended = session.model
    ? yield* converse(session, signal)
    : yield* answerLocally(parts, {
        answerer: session.parts.answerer,
        presenter: client.presenter,
        store: session.store,
        log,
        signal,
      });
  yield* described(session, await descriptions.settled());
  yield* end(session, ended);
}

function refused(refusal: Refusal | undefined): LoopEvent {
  return { type: 'turn-ended', end: 'failed', usage: noUsage, ...(refusal && { refusal }) };
}

async function* converse(
  session: SessionContext,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, Ended> {
  const { log, client, meter } = session;
  const limit = session.parts.maxStepsPerTurn ?? maxSteps;
  for (let step = 0; step < limit; step++) {
    const { model } = session;
    if (!model || signal.aborted) return { end: 'cancelled' };
    if (meter.isFull(model)) yield* compact(session, signal);
    // The model may have been switched, and history may hold what the new one does not take.
    const missing = session.missingRoute();
    if (missing) return { end: 'failed', refusal: missing };
    const tools = session.tools();
    const lowered = await lower(session, model, tools, signal);
    if ('end' in lowered) return lowered;
    yield* client.notices.drain();
    const messageId = randomUUID();
    const outcome = yield* runStep({
      model,
      languageModel: await client.sending(lowered),
      tools,
      messageId,
      isTaken: (callId) => log.hasCall(callId),
      signal,
      made: new MadeMedia({
        door: session.door,
        model: model.name,
        isTaken: (name) => session.attachment(name) !== undefined,
        signal,
      }),
      drain: () => client.notices.drain(),
    });
    await log.settled();
    const lost = yield* record(session, outcome, messageId, signal);
    if (lost) return lost;
    yield* described(session, session.descriptions.take());
    yield* meter.measure(model, costOf(session));
    switch (outcome.finish) {
      case 'stopped':
        return { end: 'answered' };
      case 'length-reached':
      case 'declined':
      case 'cancelled':
      case 'failed':
        return { end: outcome.finish, ...(outcome.refusal && { refusal: outcome.refusal }) };
      case 'called': {
        const calls = runCalls(outcome.calls, {
          log,
          tools: () => session.tools(),
          signal,
          permit: (permission, callId) => session.permit(permission, callId),
          missingRoute: (kind) =>
            session.model && session.bridge?.missingRoute([kind], session.model),
        });
        const refusal = yield* watched(session, calls, signal);
        if (refusal) return { end: 'failed', refusal };
      }
    }
  }
  return { end: signal.aborted ? 'cancelled' : 'steps-reached' };
}

/** What the model said, in the record first; then what it made is told. */
async function* record(
  { log, descriptions }: SessionContext,
  { parts }: StepOutcome,
  messageId: string,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, Ended | undefined> {
  if (parts.length === 0) return undefined;
  const said = await log.append({ type: 'message', role: 'assistant', parts });
  if (!said.ok) return { end: 'failed', refusal: said.refusal };
  for (const block of parts.filter(isMediaPart)) {
    const told = madeEvent(block, messageId, parts);
    yield told;
    if (!told.words) descriptions.begin(block, signal);
  }
  return undefined;
}

async function lower(
  session: SessionContext,
  model: LoopModel,
  tools: readonly LoopTool[],
  signal: AbortSignal,
): Promise<Lowered | Ended> {
  try {
    return await session.client.lower(model, {
      instructions: session.instructions(tools),
      signal,
    });
  } catch (error) {
    if (signal.aborted) return { end: 'cancelled' };
    return { end: 'failed', refusal: failureOf(error, model) };
  }
}

/** What a tool had made came without a word, too. */
async function* watched<Result>(
  { descriptions }: SessionContext,
  events: AsyncGenerator<LoopEvent, Result>,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, Result> {
  let next = await events.next();
  for (; !next.done; next = await events.next()) {
    yield next.value;
    if (next.value.type === 'media-made') descriptions.begin(next.value.block, signal);
  }
  return next.value;
}

async function* described(
  { log }: SessionContext,
  all: readonly MadeDescription[],
): AsyncGenerator<LoopEvent, void> {
  for (const { block, words } of all) {
    const blob = block.sha256;
    const noted = await log.append(factEntry({ fact: 'made-described', blob, words }));
    if (noted.ok) yield { type: 'made-described', block, words };
  }
}

async function* end(
  { log, meter }: SessionContext,
  { end: how, refusal }: Ended,
): AsyncGenerator<LoopEvent, void> {
  const usage = meter.takeBill();
  const noted = await log.append(factEntry({ fact: 'turn-ended', end: how, usage }));
  const why = refusal ?? (noted.ok ? undefined : noted.refusal);
  yield {
    type: 'turn-ended',
    end: noted.ok ? how : 'failed',
    usage,
    ...(why && { refusal: why }),
  };
}

/** Summarises older turns. Media is named in the summary and never sent for it. */
export async function* compact(
  session: SessionContext,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, void> {
  const { log, model, meter, client } = session;
  if (!model) return;
  const isOwnBill = (): boolean => session.turn === undefined;
  const compacted = await compactLog(log, model, signal, meter, isOwnBill);
  if (!compacted) return;
  client.renew();
  yield compacted;
}

export function costOf({ log }: SessionContext): number {
  return usageIn(log.entries).reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
}
