// Asking for a result and waiting for it, wherever it is made.
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, refuse, type Outcome } from '@percept/core';
import type { JobQueue, JobRequest } from './port.ts';

export interface RunOptions {
  /** Ends the waiting; the job goes on, since others may wait for it too. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

const firstPauseMs = 5;
const longestPauseMs = 500;
const defaultTimeoutMs = 10 * 60 * 1000;

/** The job's result, made now or remembered. */
export async function runJob(
  queue: JobQueue,
  request: JobRequest,
  { signal, timeoutMs = defaultTimeoutMs }: RunOptions = {},
): Promise<Outcome<string>> {
  const asked = await queue.enqueue(request);
  if (!asked.ok) return asked;
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    if (signal?.aborted) return cancelled(asked.value);
    const found = await queue.find(asked.value);
    if (!found.ok) return found;
    if (found.value.state === 'done') return accept(found.value.result);
    if (found.value.state === 'failed') return failed(asked.value, found.value.reason);
    if (performance.now() >= deadline) return late(asked.value);
    await pause(pauseMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch {
    return;
  }
}

function failed(key: string, reason: string): Outcome<never> {
  return refuse({
    refused: 'worker-failed',
    message: `The job ${key} failed: ${reason}`,
    hint: 'Ask for it again to start over.',
  });
}

function cancelled(key: string): Outcome<never> {
  return refuse({
    refused: 'cancelled',
    message: `Nobody waits for ${key} here any more.`,
    hint: 'Its result is remembered when it is done.',
  });
}

function late(key: string): Outcome<never> {
  return refuse({
    refused: 'timed-out',
    message: `The job ${key} is not done yet.`,
    hint: 'Ask again later, or start a worker.',
  });
}
