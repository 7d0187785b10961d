// Whoever does jobs: never more at once than was allowed, with a heartbeat while the work goes on, and none of the work
// after its lease was lost or the worker was told to stop.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '@percept/core';
import { jobLimits } from './limits.ts';
import type { JobQueue, JobRequest, Lease } from './port.ts';

/** Does one job. A refusal gives it back; what is accepted is remembered. */
export type JobHandler = (request: JobRequest, signal: AbortSignal) => Promise<Outcome<string>>;

export interface WorkerOptions {
  readonly queue: JobQueue;
  /** By operation. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** The most jobs at once. Default: 1. */
  readonly concurrency?: number;
  /** The lease that the queue gives; heartbeats come three times in it. */
  readonly leaseMs?: number;
}

export interface JobWorker extends AsyncDisposable {
  /** Stops the work at hand, gives the jobs back, and takes no other. */
  stop(): Promise<void>;
}

const waitMs = 5000;
const pauseAfterFailureMs = 500;

export function startWorker(options: WorkerOptions): JobWorker {
  const { concurrency = 1, leaseMs = jobLimits.leaseMs } = options;
  const stopping = new AbortController();
  const lanes = Array.from({ length: concurrency }, () =>
    work({ ...options, leaseMs }, stopping.signal),
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(lanes);
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

type Lane = WorkerOptions & { readonly leaseMs: number };

async function work(lane: Lane, stopping: AbortSignal): Promise<void> {
  const operations = Object.keys(lane.handlers);
  while (!stopping.aborted) {
    const leased = await lane.queue.lease(operations, { waitMs, signal: stopping });
    if (leased.ok && leased.value) await perform(lane, leased.value, stopping);
    // The queue is away, or closed: asking again at once would only keep both busy.
    if (!leased.ok) await pause(pauseAfterFailureMs, stopping);
  }
}

async function perform(lane: Lane, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { queue, handlers, leaseMs } = lane;
  const lost = new AbortController();
  const heartbeat = setInterval(() => {
    void queue.heartbeat(lease).then((beat) => {
      if (!beat.ok && beat.refusal.refused === 'stale') lost.abort();
    });
  }, leaseMs / 3);
  try {
    const signal = AbortSignal.any([lost.signal, stopping]);
    const done = await attempt(handlers[lease.request.operation], lease.request, signal);
    if (lost.signal.aborted) return;
    const told = done.ok
      ? await queue.complete(lease, done.value)
      : await queue.fail(lease, done.refusal.message);
    if (!told.ok && done.ok) await queue.fail(lease, told.refusal.message);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Whatever a handler throws stays with its job: its text may hold anything, and is not passed on. */
async function attempt(
  handler: JobHandler | undefined,
  request: JobRequest,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  try {
    if (handler) return await handler(request, signal);
  } catch {
    return failure(signal.aborted ? 'The worker stopped.' : 'The handler threw.');
  }
  return failure('Nobody handles this operation here.');
}

function failure(message: string): Outcome<never> {
  return { ok: false, refusal: { refused: 'worker-failed', message, hint: 'Look at the worker.' } };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    return;
  }
}
