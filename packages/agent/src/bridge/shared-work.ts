// The same work asked for twice at the same time is done once. Whoever stops waiting stops only for himself; the work ends
// when nobody waits any more.
import { waitFor } from '@percept/core/internal';

interface Job<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedWork<T> {
  readonly #jobs = new Map<string, Job<T>>();

  /** Undefined when `signal` was aborted before the work was done. */
  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    const job = this.#jobs.get(key) ?? this.#start(key, work);
    job.waiting += 1;
    const waited = await waitFor(job.result, { signal });
    job.waiting -= 1;
    if (job.waiting === 0) this.#end(key, job);
    if (waited.kind === 'failed') throw waited.error;
    return waited.kind === 'done' ? waited.value : undefined;
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Job<T> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => this.#end(key, job));
    const job: Job<T> = { controller, waiting: 0, result };
    this.#jobs.set(key, job);
    return job;
  }

  #end(key: string, job: Job<T>): void {
    if (this.#jobs.get(key) === job) this.#jobs.delete(key);
    job.controller.abort();
  }
}
