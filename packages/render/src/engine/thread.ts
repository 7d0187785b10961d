// One engine thread: what it says is parsed, and its job is supervised like that of every other worker. A wasm instance that trapped or
// was cut short is in no known state, so its thread is spent.
import { Supervision, isRecord, parseRefusal, readCount, reasonOf } from '@percept/core/internal';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { compileCacheFolder } from '@percept/ingest/internal/code-cache';
import { Worker } from 'node:worker_threads';
import { maxEngineHeapMb, maxEngineYoungHeapMb, type RenderLimits } from '../limits.ts';
import {
  cancelled,
  deadEngine,
  LateStart,
  lateEngine,
  overMemory,
  trappedEngine,
} from './refusals.ts';

export interface EngineJob {
  readonly order: unknown;
  readonly timeoutMs: number;
}

const memoryPollMs = 25;

/** A thread has no variables but one: where the host keeps compiled code, if it keeps any. */
function codeCache(): Readonly<Record<string, string>> {
  const folder = compileCacheFolder();
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
  readonly #supervision = new Supervision<unknown, EngineJob>(() => void this.#worker.terminate());
  #reason = new Error('it was ended');

  constructor(name: string, entry: URL, data: unknown, limits: RenderLimits) {
    this.#name = name;
    this.#limits = limits;
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    const late = setTimeout(() => {
      resolve(new LateStart());
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
      resourceLimits: {
        maxOldGenerationSizeMb: maxEngineHeapMb,
        maxYoungGenerationSizeMb: maxEngineYoungHeapMb,
      },
    });
    this.#worker.on('message', (message: unknown) => this.#hear(message));
    this.#worker.on('messageerror', () => this.#supervision.abandon(this.#stray()));
    this.#worker.on('error', (error: unknown) => {
      this.#reason = error instanceof Error ? error : new Error('no reason given');
    });
    this.#gone = new Promise((resolve_) => {
      this.#worker.once('exit', () => {
        this.#welcome(this.#reason);
        this.#supervision.lost(deadEngine(name, reasonOf(this.#reason)));
        resolve_();
      });
    });
    this.#worker.unref();
  }

  /** It must not be given another job. */
  get spent(): boolean {
    return this.#supervision.spent;
  }

  async perform(job: EngineJob, signal: AbortSignal | undefined): Promise<Outcome<unknown>> {
    const { order, timeoutMs } = job;
    if (signal?.aborted === true) {
      this.#supervision.abandon(cancelled);
      return refuse(cancelled);
    }
    // The thread's memory is the host's memory: what the host grows by during the job is laid at its door.
    const before = process.memoryUsage.rss();
    const { id, ended } = this.#supervision.begin(job, {
      timeoutMs,
      late: lateEngine(this.#name, timeoutMs),
      cancelled,
      signal,
      watch: { everyMs: memoryPollMs, check: () => this.#overMemory(before) },
    });
    this.#worker.ref();
    this.#worker.postMessage({ id, order }, []);
    const outcome = await ended;
    this.#worker.unref();
    return outcome;
  }

  /** Resolves when no thread is left. */
  async end(): Promise<void> {
    this.#supervision.abandon(cancelled);
    await this.#gone;
  }

  #hear(raw: unknown): void {
    const message = parseEngineMessage(raw);
    if (message?.type === 'ready') return this.#welcome();
    if (!message || !this.#supervision.at(message.id))
      return this.#supervision.abandon(this.#stray());
    if (message.type === 'trapped')
      return this.#supervision.abandon(trappedEngine(this.#name, message.reason));
    const { maxJobsPerEngine, maxRestingEngineBytes } = this.#limits;
    if (this.#supervision.jobs >= maxJobsPerEngine || message.restingBytes > maxRestingEngineBytes)
      this.#supervision.retire();
    this.#supervision.answer(message.outcome);
  }

  #overMemory(before: number): Refusal | undefined {
    const max = this.#limits.maxEngineMemoryBytes;
    try {
      const grown = process.memoryUsage.rss() - before;
      return grown > max ? overMemory(max, grown) : undefined;
    } catch (error) {
      // It is read from a file: with too many open there is none, and what cannot be watched is ended.
      return deadEngine(this.#name, reasonOf(error));
    }
  }

  #stray(): Refusal {
    return deadEngine(this.#name, 'it said something that is not an answer');
  }
}

/** Parsed on arrival: an engine that was taken over can still only say one of these things. */
export type EngineMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'answer';
      readonly id: number;
      /** Its value is parsed by whoever gave the order. */
      readonly outcome: Outcome<unknown>;
      /** What the engine holds now that the job is over. */
      readonly restingBytes: number;
    }
  /** A trap, an abort or a bug: the instance can no longer be trusted. */
  | { readonly type: 'trapped'; readonly id: number; readonly reason: string };

function parseEngineMessage(message: unknown): EngineMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type, outcome } = message;
  if (type === 'ready') return { type };
  const id = readCount(message['id']);
  if (id === undefined) return undefined;
  if (type === 'trapped') return { type, id, reason: String(message['reason']).slice(0, 200) };
  const restingBytes = readCount(message['restingBytes']);
  if (type !== 'answer' || !isRecord(outcome) || restingBytes === undefined) return undefined;
  if (outcome['ok'] === true) return { type, id, outcome: accept(outcome['value']), restingBytes };
  const refusal = parseRefusal(outcome['refusal']);
  return refusal.ok ? { type, id, outcome: refuse(refusal.value), restingBytes } : undefined;
}
