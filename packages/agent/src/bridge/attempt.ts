// One look with its deadline, and one more where the first failure may pass. The deadline holds whether or not the
// describer listens to its signal.
import { refuse, type Outcome, type Refusal } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { observed } from '@percept/core/internal/observe';
import type { Describer, LookRequest, Told } from './describer.ts';
import { cancelled, classifyFailure, isPassing, timedOut } from './failure.ts';
import { attemptGraceMs } from '../limits.ts';

export interface AttemptOptions {
  readonly timeoutMs: number;
  readonly retries: 0 | 1;
  readonly signal: AbortSignal;
  readonly onStart: (attempt: number) => void;
  readonly onFailure: (refusal: Refusal, attempt: number, retrying: boolean) => void;
}

export async function attempt(
  describer: Describer,
  request: Omit<LookRequest, 'signal' | 'timeoutMs'>,
  { timeoutMs, retries, signal, onStart, onFailure }: AttemptOptions,
): Promise<Outcome<Told>> {
  for (let tried = 1; ; tried += 1) {
    if (signal.aborted) return refuse(cancelled);
    onStart(tried);
    // Listeners hear of it as `media-described` or `describer-failed`.
    const work = (): Promise<Outcome<Told>> => once(describer, { ...request, timeoutMs }, signal);
    const told = await observed('describer.look', work, { facts: { describer: describer.id } });
    if (told.ok || told.refusal.refused === 'cancelled') return told;
    const retrying = tried <= retries && isPassing(told.refusal);
    onFailure(told.refusal, tried, retrying);
    if (!retrying) return told;
  }
}

async function once(
  describer: Describer,
  request: Omit<LookRequest, 'signal'>,
  signal: AbortSignal,
): Promise<Outcome<Told>> {
  const controller = new AbortController();
  const timeoutMs = request.timeoutMs + (describer.place === 'device' ? attemptGraceMs : 0);
  const work = looked(describer, { ...request, signal: controller.signal });
  const waited = await waitFor(work, { timeoutMs, signal });
  if (waited.kind === 'done') return waited.value;
  controller.abort();
  if (waited.kind === 'failed') throw waited.error;
  return refuse(waited.kind === 'timed-out' ? timedOut : cancelled);
}

async function looked(describer: Describer, request: LookRequest): Promise<Outcome<Told>> {
  try {
    return await describer.look(request);
  } catch (error) {
    return refuse(classifyFailure(error));
  }
}
