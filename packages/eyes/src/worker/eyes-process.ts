// The host's side of the eyes' process: started when it is first needed, ended when it is idle, over its time or over its
// memory. Nothing of it keeps the host alive while no job runs.
import { refuse, type Outcome, type Refusal } from '@percept/core';
import { fewFilesHint, maxComplaintChars, Supervision } from '@percept/core/internal';
import { compileCacheFolder } from '@percept/ingest/internal/code-cache';
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, extname } from 'node:path';
import { isReport, parseResult, type Job } from './message.ts';
import { maxWorkerHeapMb, maxYoungHeapMb } from '../limits.ts';

const entry = new URL(`child${extname(import.meta.url)}`, import.meta.url);
const memoryCheckMs = 100;
const pageBytes = 4096;
/**
 * For glibc, which else keeps a heap for each compiler thread: what they leave behind there is 60 MB and more after some
 * dozens of pictures. One heap that gives back what is free does not. Other libraries ignore these names.
 */
const frugalMalloc = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;
/**
 * How much a function of WebAssembly must have run before the optimising compiler takes it. By V8's own number (13 million) it takes most of the runtime while one
 * picture is looked at: a second of CPU and 200 MB, for functions that are not called again.
 */
const tieringBudget = 200_000_000;

/** It has no variable of the host's but one: where compiled code is kept, if it is. */
function codeCache(): Readonly<Record<string, string>> {
  const own = compileCacheFolder();
  return own === undefined ? {} : { NODE_COMPILE_CACHE: dirname(own) };
}

/** A part that becomes the answer says so. */
interface Findings {
  readonly complete: boolean;
}

export interface Task<T extends Findings> {
  readonly job: Job;
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly isExpected: (value: unknown) => value is T;
}

export class EyesProcess {
  readonly #idleMs: number;
  #child: ChildProcess | undefined;
  #complaint = '';
  #nextId = 1;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** One after the other: two pictures at once would need twice the memory and no less time. */
  run<T extends Findings>(task: Task<T>): Promise<Outcome<T>> {
    const result = this.#queue.then(() => this.#run(task));
    this.#queue = result.catch(() => {});
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(entry, {
      execArgv: [
        '--no-warnings',
        '--expose-gc',
        `--max-semi-space-size=${maxYoungHeapMb}`,
        `--max-old-space-size=${maxWorkerHeapMb}`,
        `--wasm-tiering-budget=${tieringBudget}`,
        // What runs was checked against its pin: only the functions that are called are validated.
        '--wasm-lazy-validation',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...frugalMalloc, ...codeCache() },
    });
    this.#complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-maxComplaintChars);
    });
    const forget = (): void => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once('exit', forget);
    // Of one that was not started, or that died while a job was on its way to it. Whoever waits for it hears that too.
    child.on('error', () => {
      if (child.pid === undefined) forget();
    });
    this.#child = child;
    return child;
  }

  async #run<T extends Findings>(task: Task<T>): Promise<Outcome<T>> {
    if (this.#closed) return refuse(refusals.closed);
    if (task.signal?.aborted) return refuse(refusals.cancelled);
    clearTimeout(this.#idle);
    const child = this.#start();
    hold(child, true);
    const { outcome, isSpent } = await this.#supervise(child, task);
    if (isSpent) await this.#end();
    else {
      hold(child, false);
      this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref();
    }
    return outcome;
  }

  async #supervise<T extends Findings>(
    child: ChildProcess,
    { job, timeoutMs, maxMemoryBytes, signal, isExpected }: Task<T>,
  ): Promise<{ readonly outcome: Outcome<T>; readonly isSpent: boolean }> {
    const supervision = new Supervision<T, Job>(() => child.kill('SIGKILL'));
    const id = this.#nextId;
    this.#nextId += 1;
    let part: T | undefined;
    const onMessage = (message: unknown): void => {
      if (!isReport(message) || message.id !== id) return;
      const outcome = parseResult(message.result, isExpected);
      if (!outcome) supervision.abandon(refusals.garbled);
      else if (message.stage === 'end') supervision.answer(outcome);
      else if (outcome.ok) part = outcome.value;
    };
    const onExit = (): void => supervision.lost(died(this.#complaint));
    child.on('message', onMessage);
    const onError = (error: Error): void =>
      supervision.lost(child.pid === undefined ? unstarted(error) : died(this.#complaint));
    child.once('exit', onExit).once('error', onError);
    const check = (): Refusal | undefined => {
      const bytes = memoryOf(child.pid);
      return bytes > maxMemoryBytes ? overMemory(maxMemoryBytes, bytes) : undefined;
    };
    const { ended } = supervision.begin(job, {
      timeoutMs,
      late: timedOut(timeoutMs),
      cancelled: refusals.cancelled,
      signal,
      watch: { everyMs: memoryCheckMs, check },
    });
    if (child.connected) child.send({ id, job });
    const outcome = await ended;
    child.off('message', onMessage);
    child.off('exit', onExit).off('error', onError);
    const isSpent = supervision.spent;
    // What was made out before the time or the memory was over is true, and not complete.
    const isCut = isSpent && !outcome.ok && /^(timed-out|too-large)$/.test(outcome.refusal.refused);
    return {
      outcome:
        isCut && part !== undefined ? { ok: true, value: { ...part, complete: false } } : outcome,
      isSpent,
    };
  }
}

/** Whether the process keeps the host alive. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref();
  else child.unref();
  const { channel } = child;
  if (held) channel?.ref?.();
  else channel?.unref?.();
  const { stderr } = child;
  if (stderr instanceof Socket) stderr.unref();
}

/** Resident bytes on Linux; elsewhere the heap limit and the pixel limit bound the process. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * pageBytes;
  } catch {
    return 0;
  }
}

const refusals = {
  closed: {
    refused: 'unavailable',
    message: 'These eyes are closed.',
    hint: 'Create new ones.',
  },
  cancelled: {
    refused: 'cancelled',
    message: 'The request was taken back.',
    hint: 'Ask again if it is still wanted.',
  },
  garbled: {
    refused: 'worker-failed',
    message: 'The eyes answered with something that is not a description.',
    hint: 'Reinstall the package; report it if it happens again.',
  },
} as const satisfies Record<string, Refusal>;

function died(complaint: string): Refusal {
  const reason = complaint.split('\n').find((line) => /Error/.test(line)) ?? '';
  return {
    refused: 'worker-failed',
    message: `The process that looks has died${reason === '' ? '' : ` (${reason.trim().slice(0, 160)})`}.`,
    hint: 'Try a smaller picture; reinstall the package if it happens with every one.',
  };
}

function unstarted({ message }: Error): Refusal {
  return {
    refused: 'unavailable',
    message: `The process that looks could not be started: ${message}.`,
    hint: fewFilesHint(message) ?? 'Try again when less runs on this machine.',
  };
}

function timedOut(timeoutMs: number): Refusal {
  return {
    refused: 'timed-out',
    message: `Nothing could be made out within ${timeoutMs} ms.`,
    hint: 'Allow more time, or send a smaller piece.',
    limit: { name: 'timeoutMs', max: timeoutMs, actual: timeoutMs },
  };
}

function overMemory(max: number, actual: number): Refusal {
  return {
    refused: 'too-large',
    message: `Looking took ${actual} bytes of memory, and at most ${max} are allowed.`,
    hint: 'Send a smaller piece, or raise maxWorkerMemoryBytes.',
    limit: { name: 'maxWorkerMemoryBytes', max, actual },
  };
}
