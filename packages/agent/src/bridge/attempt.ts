// One look with its deadline, and one more where the first failure may pass. The deadline holds whether or not the
// describer listens to its signal.
import { refuse, type Outcome, type Refusal } from '@percept/core';
import type { Describer, LookRequest, Told } from './describer.ts';
import { cancelled, classifyFailure, isPassing, timedOut } from './failure.ts';

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
    const told = await once(describer, { ...request, timeoutMs }, signal);
    if (told.ok || told.refusal.refused === 'cancelled') return told;
    const retrying = tried <= retries && isPassing(told.refusal);
    onFailure(told.refusal, tried, retrying);
    if (!retrying) return told;
  }
}

/** A describer on this device keeps its own time and says what it has; it gets a moment to say it. */
const graceMs = 2_000;

async function once(
  describer: Describer,
  request: Omit<LookRequest, 'signal'>,
  signal: AbortSignal,
): Promise<Outcome<Told>> {
  const controller = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<Outcome<Told>>();
  const stop = (refusal: Refusal): void => {
    end(refuse(refusal));
    controller.abort();
  };
  const patience = request.timeoutMs + (describer.place === 'device' ? graceMs : 0);
  const timer = setTimeout(() => stop(timedOut), patience);
  const onAbort = (): void => stop(cancelled);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([looked(describer, { ...request, signal: controller.signal }), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function looked(describer: Describer, request: LookRequest): Promise<Outcome<Told>> {
  try {
    return await describer.look(request);
  } catch (error) {
    return refuse(classifyFailure(error));
  }
}
