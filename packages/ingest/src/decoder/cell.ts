// One decoder behind its link: what it says is parsed, what it may answer is bounded, and its job is supervised like that of every
// other worker.
import { overLimit, Supervision } from '@percept/core/internal';
import type { Outcome, Refusal } from '@percept/core';
import type { DecodeTask, Developed } from '../fit/picture.ts';
import type { DecodeOptions, DecoderLimits } from './decoder.ts';
import type { Frame } from './frame.ts';
import type { Ending, Link, LinkEvents, LinkFactory } from './link.ts';
import { parseMessage, parseOutcome, type Message } from './message.ts';
import { orderHead } from './order.ts';
import { deadWorker, lateWorker, strayWorker, cancelled } from './refusals.ts';
import { maxAnswerBytes, retireTimeoutMs } from '../limits.ts';

export interface CellLimits extends DecoderLimits {
  readonly startTimeoutMs: number;
  readonly maxJobsPerCell: number;
  /** A decoder that holds this much between two jobs is replaced. */
  readonly maxRestingBytes: number;
}

export interface Verdict {
  readonly outcome: Outcome<Developed>;
  /** The decoder was gone before it looked at this job, which may therefore be given to another. */
  readonly innocent: boolean;
}

interface Job {
  readonly task: DecodeTask;
  readonly options: DecodeOptions;
  begun: boolean;
  innocent: boolean;
}

export class Cell {
  /** Resolves with undefined when the decoder is ready, or with the reason why it never will be. */
  readonly ready: Promise<Ending | undefined>;
  readonly gone: Promise<Ending>;
  readonly #link: Link;
  readonly #limits: CellLimits;
  readonly #supervision = new Supervision<Developed, Job>(() => {
    this.#link.maxAnswerBytes = 0;
    this.#link.kill();
  });
  readonly #late: NodeJS.Timeout;
  #welcome: (problem?: Ending) => void = () => {};

  constructor(factory: LinkFactory, limits: CellLimits) {
    this.#limits = limits;
    const { promise, resolve } = Promise.withResolvers<Ending | undefined>();
    const slow = (): void => this.#fail('it did not answer in time');
    const late = setTimeout(slow, limits.startTimeoutMs);
    this.#late = late;
    this.ready = promise;
    this.#welcome = (problem) => {
      clearTimeout(late);
      resolve(problem);
    };
    this.#link = open(factory, {
      onFrame: (frame) => this.#hear(frame),
      onGarbage: () => this.#stray(),
    });
    this.gone = this.#link.gone;
    void this.gone.then((how) => {
      this.#welcome(how);
      const { job } = this.#supervision;
      if (job) job.innocent = !job.begun;
      this.#supervision.lost(deadWorker(how.words));
    });
  }

  /** Waiting for its start keeps no program alive. */
  unref(): void {
    this.#late.unref();
  }

  /** It must not be given another job. */
  get spent(): boolean {
    return this.#supervision.spent;
  }

  async perform(task: DecodeTask, options: DecodeOptions): Promise<Verdict> {
    const { decodeTimeoutMs: timeoutMs, maxSourcePixels } = this.#limits;
    const maxBytes = Math.min(task.target.maxBytes, maxAnswerBytes);
    const bounded = { ...task, target: { ...task.target, maxBytes } };
    const job: Job = { task: bounded, options, begun: false, innocent: false };
    const { signal } = options;
    const bounds = { timeoutMs, late: lateWorker(timeoutMs), cancelled, signal };
    const { id, ended } = this.#supervision.begin(job, bounds);
    this.#link.maxAnswerBytes = maxBytes;
    this.#link.send(orderHead(id, maxSourcePixels, bounded), task.bytes);
    const outcome = await ended;
    return { outcome, innocent: job.innocent };
  }

  /** Lets an idle decoder end by itself, and makes sure that it does. */
  retire(): void {
    this.#supervision.retire();
    this.#link.end();
    const timer = setTimeout(() => this.#link.kill(), retireTimeoutMs).unref();
    void this.gone.then(() => clearTimeout(timer));
  }

  kill(): Promise<Ending> {
    this.#supervision.abandon(cancelled);
    return this.gone;
  }

  #hear(frame: Frame): void {
    const message = parseMessage(frame);
    if (message) this.#obey(message);
    else this.#stray();
  }

  #obey(message: Message): void {
    switch (message.type) {
      case 'hello':
        return this.#welcome();
      case 'over-memory':
        return this.#supervision.abandon(this.#overMemory(message.rssBytes));
      case 'stage': {
        const job = this.#supervision.at(message.id);
        if (!job) return this.#stray();
        job.begun = true;
        return job.options.onProgress?.(message.stage);
      }
      case 'done': {
        const job = this.#supervision.at(message.id);
        const outcome = job && parseOutcome(message.outcome, message.body, job.task);
        if (!outcome) return this.#stray();
        const { maxJobsPerCell, maxRestingBytes } = this.#limits;
        if (this.#supervision.jobs >= maxJobsPerCell || message.rssBytes > maxRestingBytes)
          this.#supervision.retire();
        this.#link.maxAnswerBytes = 0;
        return this.#supervision.answer(outcome);
      }
    }
  }

  #overMemory(actual: number): Refusal {
    const hint = 'Scale the picture down, or save it without interlacing.';
    return overLimit('maxWorkerMemoryBytes', this.#limits.maxWorkerMemoryBytes, actual, hint);
  }

  #stray(): void {
    this.#supervision.abandon(strayWorker);
  }

  #fail(problem: string): void {
    this.#welcome({ words: problem, isDenial: false });
    this.#supervision.abandon(deadWorker(problem));
  }
}

/** A host without processes, threads or descriptors left gets a decoder that is gone already. */
function open(factory: LinkFactory, events: LinkEvents): Link {
  try {
    return factory(events);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 160) : 'no reason given';
    const words = `it could not be started: ${reason}`;
    const gone = Promise.resolve({ words, isDenial: false });
    return { gone, maxAnswerBytes: 0, send() {}, end() {}, kill() {} };
  }
}
