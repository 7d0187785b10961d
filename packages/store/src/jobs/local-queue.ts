// The queue of one process: bounded, first in first out, with the same leases as the one at scale, so that whatever runs
// here runs there. Jobs die with the process; results do not, because they are memos.
import { randomUUID } from 'node:crypto';
import { accept, type Outcome } from '@percept/core';
import type { Clock } from '../ports.ts';
import type { Memos } from '../sqlite/memo-table.ts';
import { jobKey, memoName } from './key.ts';
import { jobLimits, type JobLimits } from './limits.ts';
import type { JobKey, JobQueue, JobRequest, JobState, Lease, LeaseOptions } from './port.ts';
import {
  leaseEnded,
  noJob,
  notRemembered,
  queueClosed,
  queueFull,
  resultTooLarge,
} from './refusals.ts';

export interface LocalQueueOptions {
  /** Where results are remembered: those of a memory, for instance. */
  readonly memos: Memos;
  readonly limits?: Partial<JobLimits>;
  readonly clock?: Clock;
}

interface Job {
  readonly request: JobRequest;
  attempts: number;
  lease: { readonly token: string; until: number } | undefined;
}

export class LocalJobQueue implements JobQueue {
  readonly #memos: Memos;
  readonly #limits: JobLimits;
  readonly #clock: Clock;
  /** In the order in which they were asked for. */
  readonly #jobs = new Map<JobKey, Job>();
  readonly #failures = new Map<JobKey, string>();
  readonly #waiters = new Set<() => void>();
  #isClosed = false;

  constructor({ memos, limits, clock = Date.now }: LocalQueueOptions) {
    this.#memos = memos;
    this.#limits = { ...jobLimits, ...limits };
    this.#clock = clock;
  }

  async enqueue(request: JobRequest): Promise<Outcome<JobKey>> {
    const key = jobKey(request);
    if (!key.ok) return key;
    if ((await this.#memos.get(memoName(key.value))) !== undefined) return key;
    if (this.#isClosed) return queueClosed();
    if (this.#jobs.has(key.value)) return key;
    const { maxQueuedJobs } = this.#limits;
    const waiting = this.#jobs
      .values()
      .filter(({ request: other, lease }) => other.operation === request.operation && !lease);
    if ([...waiting].length >= maxQueuedJobs) return queueFull(request.operation, maxQueuedJobs);
    this.#failures.delete(key.value);
    this.#jobs.set(key.value, { request: structuredClone(request), attempts: 0, lease: undefined });
    this.#wake();
    return key;
  }

  async find(key: JobKey): Promise<Outcome<JobState>> {
    const result = await this.#memos.get(memoName(key));
    if (result !== undefined) return accept({ state: 'done', result });
    this.#endLeases();
    const job = this.#jobs.get(key);
    if (job) return accept({ state: job.lease ? 'running' : 'queued' });
    const reason = this.#failures.get(key);
    return reason === undefined ? noJob(key) : accept({ state: 'failed', reason });
  }

  async lease(
    operations: readonly string[],
    { waitMs = 0, signal }: LeaseOptions = {},
  ): Promise<Outcome<Lease | undefined>> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      if (this.#isClosed) return queueClosed();
      if (signal?.aborted) return accept(undefined);
      const lease = this.#take(operations);
      const leftMs = deadline - performance.now();
      if (lease || leftMs <= 0) return accept(lease);
      await this.#change(Math.min(leftMs, this.#untilNextEnd()), signal);
    }
  }

  async heartbeat(lease: Lease): Promise<Outcome<void>> {
    const job = this.#held(lease);
    if (!job?.lease) return leaseEnded(lease.key);
    job.lease.until = this.#clock() + this.#limits.leaseMs;
    return accept(undefined);
  }

  /** A result is right whoever brings it, so it is remembered even when the lease has ended. */
  async complete(lease: Lease, result: string): Promise<Outcome<void>> {
    const size = Buffer.byteLength(result);
    const { maxResultBytes } = this.#limits;
    if (size > maxResultBytes) return resultTooLarge(maxResultBytes, size);
    await this.#memos.put(memoName(lease.key), result);
    if ((await this.#memos.get(memoName(lease.key))) === undefined) return notRemembered(lease.key);
    this.#jobs.delete(lease.key);
    return accept(undefined);
  }

  async fail(lease: Lease, reason: string): Promise<Outcome<void>> {
    const job = this.#held(lease);
    if (!job) return leaseEnded(lease.key);
    this.#giveBack(lease.key, job, reason);
    return accept(undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#jobs.clear();
    this.#wake();
  }

  #take(operations: readonly string[]): Lease | undefined {
    this.#endLeases();
    for (const [key, job] of this.#jobs) {
      if (job.lease || !operations.includes(job.request.operation)) continue;
      const token = randomUUID();
      job.lease = { token, until: this.#clock() + this.#limits.leaseMs };
      job.attempts += 1;
      return { key, request: job.request, attempt: job.attempts, token };
    }
    return undefined;
  }

  #held(lease: Lease): Job | undefined {
    this.#endLeases();
    const job = this.#jobs.get(lease.key);
    return job?.lease?.token === lease.token ? job : undefined;
  }

  #endLeases(): void {
    const now = this.#clock();
    for (const [key, job] of this.#jobs)
      if (job.lease && job.lease.until <= now) this.#giveBack(key, job, 'The worker was lost.');
  }

  #giveBack(key: JobKey, job: Job, reason: string): void {
    job.lease = undefined;
    if (job.attempts >= this.#limits.maxAttempts) {
      this.#jobs.delete(key);
      this.#failures.set(key, reason);
      const [oldest] = this.#failures.keys();
      if (this.#failures.size > this.#limits.maxFailures && oldest) this.#failures.delete(oldest);
    }
    this.#wake();
  }

  #untilNextEnd(): number {
    const ends = this.#jobs.values().flatMap(({ lease }) => (lease ? [lease.until] : []));
    return Math.max(1, Math.min(...ends, Number.MAX_SAFE_INTEGER) - this.#clock());
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }

  #change(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      this.#waiters.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
