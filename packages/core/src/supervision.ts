// A worker and the job that it is at, whatever it is made of: a sealed process, a child, a thread. Every way in which a job can end goes
// through `settle`, once: an answer, a deadline, a caller who changed their mind, garbage, too much memory, or death. After
// anything but an answer the worker is spent, because nobody knows its state.
import { longestTimerMs } from './limits.ts';
import { refuse, type Outcome } from './outcome.ts';
import type { Refusal } from './refusal.ts';

export interface JobBounds {
  readonly timeoutMs: number;
  readonly late: Refusal;
  readonly cancelled: Refusal;
  readonly signal?: AbortSignal | undefined;
  /** Asked again and again: why the job has to end, if it has to. */
  readonly watch?: { readonly everyMs: number; readonly check: () => Refusal | undefined };
}

interface Assignment<T, Job> {
  readonly id: number;
  readonly job: Job;
  readonly settle: (outcome: Outcome<T>) => void;
}

export class Supervision<T, Job> {
  readonly #kill: () => void;
  #assignment: Assignment<T, Job> | undefined;
  #jobs = 0;
  #spent = false;

  /** `kill` ends the worker now, whatever it does. */
  constructor(kill: () => void) {
    this.#kill = kill;
  }

  /** It must not be given another job. */
  get spent(): boolean {
    return this.#spent;
  }

  /** How many it was given. */
  get jobs(): number {
    return this.#jobs;
  }

  get job(): Job | undefined {
    return this.#assignment?.job;
  }

  /** The id under which the worker gets the job, and how the job ends. Whoever begins it sends it, and looked whether the signal has ended. */
  begin(job: Job, bounds: JobBounds): { readonly id: number; readonly ended: Promise<Outcome<T>> } {
    const { timeoutMs, late, cancelled, signal, watch } = bounds;
    const { promise: ended, resolve } = Promise.withResolvers<Outcome<T>>();
    const abort = (): void => this.abandon(cancelled);
    const timer = setTimeout(() => this.abandon(late), Math.min(timeoutMs, longestTimerMs));
    const watching =
      watch &&
      setInterval(() => {
        const refusal = watch.check();
        if (refusal) this.abandon(refusal);
      }, watch.everyMs);
    const id = this.#jobs;
    this.#jobs += 1;
    this.#assignment = {
      id,
      job,
      settle: (outcome) => {
        clearTimeout(timer);
        clearInterval(watching);
        signal?.removeEventListener('abort', abort);
        this.#assignment = undefined;
        resolve(outcome);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    return { id, ended };
  }

  /** The job of this id; undefined for every other, which is no answer to anything. */
  at(id: number): Job | undefined {
    return this.#assignment?.id === id ? this.#assignment.job : undefined;
  }

  answer(outcome: Outcome<T>): void {
    this.#assignment?.settle(outcome);
  }

  /** It takes no more jobs; the one that it is at goes on. */
  retire(): void {
    this.#spent = true;
  }

  /** It is ended; its job, if any, ends with this refusal. */
  abandon(refusal: Refusal): void {
    this.#kill();
    this.lost(refusal);
  }

  /** It is gone by itself. */
  lost(refusal: Refusal): void {
    this.#spent = true;
    this.#assignment?.settle(refuse(refusal));
  }
}
