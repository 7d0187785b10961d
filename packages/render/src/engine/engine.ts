// One warm thread per engine: started when first needed, one job at a time in the order of asking, replaced when it is
// spent, and no reason for a process to stay alive.
import { reasonOf, withLimits } from '@percept/core/internal';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import {
  cancelled,
  closed,
  deadEngine,
  LateStart,
  lateStart,
  missingPackage,
  missingPackageOf,
} from './refusals.ts';
import { renderLimits, type RenderLimits } from '../limits.ts';
import type { EngineJob, EngineThread } from './thread.ts';

export interface EngineSpec {
  readonly name: string;
  readonly entry: URL;
  /** What the thread is born with: compiled code and fonts, as bytes. Asked once per thread. */
  readonly load?: () => Promise<unknown>;
  readonly limits: Partial<RenderLimits> | undefined;
}

/** What a thread was handed by earlier jobs and still has, by name; empty for a new one. */
export type Handed = Map<string, string>;

export interface EngineTask<T> {
  /** Asked when its turn has come. The last one gives the answer; a refusal ends the row. */
  readonly jobs: (handed: Handed) => readonly EngineJob[] | Promise<readonly EngineJob[]>;
  readonly isAnswer: (value: unknown) => value is T;
  readonly signal?: AbortSignal | undefined;
}

export class Engine {
  readonly #spec: EngineSpec;
  readonly #limits: RenderLimits;
  #thread: EngineThread | undefined;
  #handed: Handed = new Map();
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(spec: EngineSpec) {
    this.#spec = spec;
    this.#limits = withLimits(renderLimits, spec.limits);
  }

  run<T>(task: EngineTask<T>): Promise<Outcome<T>> {
    const turn = this.#queue.then(() => this.#perform(task));
    this.#queue = turn;
    return turn;
  }

  /** Starts the thread before there is work for it. One that cannot start says so when it is needed. */
  warm(): void {
    if (this.#thread || this.#closed) return;
    this.#queue = this.#queue.then(() => this.#readyThread()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.end();
    this.#thread = undefined;
  }

  async #perform<T>({ jobs, isAnswer, signal }: EngineTask<T>): Promise<Outcome<T>> {
    if (this.#closed) return refuse(closed);
    if (signal?.aborted === true) return refuse(cancelled);
    try {
      const thread = await this.#readyThread();
      let last: Outcome<unknown> = refuse(cancelled);
      for (const job of await jobs(this.#handed)) {
        last = await thread.perform(job, signal);
        if (!last.ok) break;
      }
      if (thread.spent) this.#thread = undefined;
      if (thread.spent && !this.#closed) void thread.end();
      if (!last.ok) return last;
      if (isAnswer(last.value)) return accept(last.value);
      return refuse(deadEngine(this.#spec.name, 'its answer is none'));
    } catch (error) {
      return refuse(this.#failure(error));
    }
  }

  #failure(error: unknown): Refusal {
    if (error instanceof LateStart)
      return lateStart(this.#spec.name, this.#limits.engineStartTimeoutMs);
    const absent = missingPackageOf(error);
    return absent === undefined
      ? deadEngine(this.#spec.name, reasonOf(error))
      : missingPackage('this source', absent, 'read the source as text');
  }

  async #readyThread(): Promise<EngineThread> {
    if (this.#thread && !this.#thread.spent) return this.#thread;
    const { name, entry, load } = this.#spec;
    const [data, module] = await Promise.all([load?.(), import('./thread.ts')]);
    if (this.#closed) throw new Error('it was closed');
    const thread = new module.EngineThread(name, entry, data, this.#limits);
    this.#thread = thread;
    this.#handed = new Map();
    const problem = await thread.ready;
    if (problem === undefined) return thread;
    this.#thread = undefined;
    throw problem;
  }
}

/** The entry of a thread beside the module that names it, in source and as published. */
export function entryBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
}
