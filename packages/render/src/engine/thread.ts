// One engine thread and the job it is at. Every way in which a job can end goes through `settle`, once: an answer, a
// deadline, a caller who changed their mind, garbage, too much memory, or death. After anything but an answer the thread
// is spent, because a wasm instance that trapped or was cut short is in no known state.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { RenderLimits } from '../limits.ts';
import { parseEngineMessage, type EngineMessage } from './message.ts';
import {
  cancelled,
  deadEngine,
  lateEngine,
  overMemory,
  reasonOf,
  trappedEngine,
} from './refusals.ts';

export interface EngineJob {
  readonly order: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Assignment {
  readonly id: number;
  readonly settle: (outcome: Outcome<unknown>) => void;
}

const memoryPollMs = 25;
const maxHeapMb = 256;

/** A thread has no variables but one: where the host keeps compiled code, if it keeps any. */
function codeCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

export class EngineThread {
  /** Resolves with undefined when it takes orders, or with the reason why it never will. */
  readonly ready: Promise<Error | undefined>;
  readonly #name: string;
  readonly #worker: Worker;
  readonly #limits: RenderLimits;
  readonly #welcome: (problem?: Error) => void;
  readonly #gone: Promise<void>;
  #assignment: Assignment | undefined;
  #jobs = 0;
  #spent = false;
  #reason = new Error('it was ended');

  constructor(name: string, entry: URL, data: unknown, limits: RenderLimits) {
    this.#name = name;
    this.#limits = limits;
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    const late = setTimeout(() => {
      resolve(new Error('it did not start in time'));
      void this.end();
    }, limits.engineStartTimeoutMs);
    this.ready = promise;
    this.#welcome = (problem) => {
      clearTimeout(late);
      resolve(problem);
    };
    this.#worker = new Worker(entry, {
      name,
      workerData: data,
      env: codeCache(),
      execArgv: ['--no-addons', '--no-warnings'],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (message: unknown) => this.#hear(message));
    this.#worker.on('messageerror', () => this.#abandon(this.#stray()));
    this.#worker.on('error', (error: unknown) => {
      this.#reason = error instanceof Error ? error : new Error('no reason given');
    });
    this.#gone = new Promise((resolve_) => {
      this.#worker.once('exit', () => {
        this.#spent = true;
        this.#welcome(this.#reason);
        this.#assignment?.settle(refuse(deadEngine(name, reasonOf(this.#reason))));
        resolve_();
      });
    });
    this.#worker.unref();
  }

  /** It must not be given another job. */
  get spent(): boolean {
    return this.#spent;
  }

  perform({ order, timeoutMs, signal }: EngineJob): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    const late = setTimeout(() => this.#abandon(lateEngine(this.#name, timeoutMs)), timeoutMs);
    // The thread's memory is the host's memory: what the host grows by during the job is laid at its door.
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => this.#watchMemory(before), memoryPollMs);
    const abort = (): void => this.#abandon(cancelled);
    const id = this.#jobs++;
    this.#worker.ref();
    this.#assignment = {
      id,
      settle: (outcome) => {
        clearTimeout(late);
        clearInterval(watch);
        signal?.removeEventListener('abort', abort);
        this.#assignment = undefined;
        this.#worker.unref();
        resolve(outcome);
      },
    };
    if (signal?.aborted === true) abort();
    else {
      signal?.addEventListener('abort', abort, { once: true });
      this.#worker.postMessage({ id, order }, []);
    }
    return promise;
  }

  /** Resolves when no thread is left. */
  async end(): Promise<void> {
    this.#abandon(cancelled);
    await this.#gone;
  }

  #hear(raw: unknown): void {
    const message = parseEngineMessage(raw);
    if (message) this.#obey(message);
    else this.#abandon(this.#stray());
  }

  #obey(message: EngineMessage): void {
    if (message.type === 'ready') return this.#welcome();
    const assignment = this.#assignment;
    if (assignment?.id !== message.id) return this.#abandon(this.#stray());
    switch (message.type) {
      case 'done':
        this.#weigh(message.restingBytes);
        return assignment.settle(accept(message.value));
      case 'refused':
        this.#weigh(message.restingBytes);
        return assignment.settle(refuse(message.refusal));
      case 'trapped':
        return this.#abandon(trappedEngine(this.#name, message.reason));
    }
  }

  #weigh(restingBytes: number): void {
    const { maxJobsPerEngine, maxRestingEngineBytes } = this.#limits;
    this.#spent ||= this.#jobs >= maxJobsPerEngine || restingBytes > maxRestingEngineBytes;
  }

  #watchMemory(before: number): void {
    const max = this.#limits.maxEngineMemoryBytes;
    const grown = process.memoryUsage.rss() - before;
    if (grown > max) this.#abandon(overMemory(max, grown));
  }

  #stray(): Refusal {
    return deadEngine(this.#name, 'it said something that is not an answer');
  }

  /** The thread is given up; its job, if any, ends with this refusal. */
  #abandon(refusal: Refusal): void {
    this.#spent = true;
    void this.#worker.terminate();
    this.#assignment?.settle(refuse(refusal));
  }
}
