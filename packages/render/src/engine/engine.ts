// One warm thread per engine: started when first needed, one job at a time in the order of asking, replaced when it is
// spent, and no reason for a process to stay alive.
import { reasonOf } from '@percept/core/internal';
import { refuse, type Outcome, type Refusal } from '@percept/core';
import { cancelled, closed, deadEngine, missingPackage, missingPackageOf } from './refusals.ts';
import type { RenderLimits } from '../limits.ts';
import type { EngineJob, EngineThread } from './thread.ts';

export interface EngineSpec {
  readonly name: string;
  readonly entry: URL;
  /** What the thread is born with: compiled code and fonts, as bytes. Asked once per thread. */
  readonly load: () => Promise<unknown>;
  readonly limits: RenderLimits;
}

export class Engine {
  readonly #spec: EngineSpec;
  #thread: EngineThread | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Counts threads, so that what was sent to one is known to be missing in the next. */
  #generation = 0;

  constructor(spec: EngineSpec) {
    this.#spec = spec;
  }

  /** `orders` is asked when its turn has come, with the number of the thread that it will run on. */
  run(
    orders: (generation: number) => readonly EngineJob[] | Promise<readonly EngineJob[]>,
    signal?: AbortSignal,
  ): Promise<Outcome<unknown>> {
    const turn = this.#queue.then(() => this.#perform(orders, signal));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Starts the thread before there is work for it. One that cannot start says so when it is needed. */
  warm(): void {
    if (!this.#thread && !this.#closed) void this.run(() => []);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.end();
    this.#thread = undefined;
  }

  /** The outcome of the last job; a refusal ends the row. */
  async #perform(
    orders: (generation: number) => readonly EngineJob[] | Promise<readonly EngineJob[]>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<unknown>> {
    if (this.#closed) return refuse(closed);
    if (signal?.aborted === true) return refuse(cancelled);
    try {
      const thread = await this.#readyThread();
      if (thread instanceof Error) return refuse(this.#failure(thread));
      let last: Outcome<unknown> = refuse(cancelled);
      for (const job of await orders(this.#generation)) {
        last = await thread.perform(job);
        if (!last.ok) break;
      }
      if (thread.spent) this.#thread = undefined;
      if (thread.spent && !this.#closed) void thread.end();
      return last;
    } catch (error) {
      return refuse(this.#failure(error));
    }
  }

  #failure(error: unknown): Refusal {
    const { name } = this.#spec;
    const absent = missingPackageOf(error);
    return absent === undefined
      ? deadEngine(name, reasonOf(error))
      : missingPackage('this source', absent, 'read the source as text');
  }

  async #readyThread(): Promise<EngineThread | Error> {
    if (this.#thread && !this.#thread.spent) return this.#thread;
    const { name, entry, load, limits } = this.#spec;
    const [data, module] = await Promise.all([load(), import('./thread.ts')]);
    if (this.#closed) return new Error('it was closed');
    this.#generation++;
    const thread = new module.EngineThread(name, entry, data, limits);
    this.#thread = thread;
    const problem = await thread.ready;
    if (problem === undefined) return thread;
    this.#thread = undefined;
    return problem;
  }
}

/** The entry of a thread beside the module that names it, in source and as published. */
export function entryBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
}
