// One decoder and the job it is at. Every way in which a job can end goes through `settle`, once: an answer, a deadline,
// a caller who changed their mind, garbage, too much memory, or death. After anything but an answer the cell is spent.
import { overLimit } from '@percept/core/internal';
import { refuse, type Outcome, type Refusal } from '@percept/core';
import type { DecodeTask, Developed } from '../fit/picture.ts';
import type { DecodeOptions, DecoderLimits } from './decoder.ts';
import type { Frame } from './frame.ts';
import type { Ending, Link, LinkEvents, LinkFactory } from './link.ts';
import { parseMessage, parseOutcome, type Message } from './message.ts';
import { orderHead } from './order.ts';
import { deadWorker, lateWorker, strayWorker, cancelled } from './refusals.ts';

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

interface Assignment {
  readonly id: number;
  readonly job: DecodeTask;
  readonly options: DecodeOptions;
  readonly settle: (outcome: Outcome<Developed>, innocent?: boolean) => void;
  begun: boolean;
}

const retireTimeoutMs = 2_000;
/** No target may make the host hold more than this of an answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

export class Cell {
  /** Resolves with undefined when the decoder is ready, or with the reason why it never will be. */
  readonly ready: Promise<Ending | undefined>;
  readonly gone: Promise<Ending>;
  readonly #link: Link;
  readonly #limits: CellLimits;
  #assignment: Assignment | undefined;
  readonly #late: NodeJS.Timeout;
  #welcome: (problem?: Ending) => void = () => {};
  #jobs = 0;
  #spent = false;

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
      this.#spent = true;
      this.#welcome(how);
      this.#assignment?.settle(refuse(deadWorker(how.words)), !this.#assignment.begun);
    });
  }

  /** Waiting for its start keeps no program alive. */
  unref(): void {
    this.#late.unref();
  }

  /** It must not be given another job. */
  get spent(): boolean {
    return this.#spent;
  }

  perform(job: DecodeTask, options: DecodeOptions): Promise<Verdict> {
    const { decodeTimeoutMs, maxSourcePixels } = this.#limits;
    const { signal } = options;
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    const late = setTimeout(() => this.#abandon(lateWorker(decodeTimeoutMs)), decodeTimeoutMs);
    const abort = (): void => this.#abandon(cancelled);
    const maxBytes = Math.min(job.target.maxBytes, maxAnswerBytes);
    const bounded = { ...job, target: { ...job.target, maxBytes } };
    const id = this.#jobs;
    this.#jobs += 1;
    this.#assignment = {
      id,
      job: bounded,
      options,
      begun: false,
      settle: (outcome, innocent = false) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        this.#assignment = undefined;
        this.#link.maxAnswerBytes = 0;
        resolve({ outcome, innocent });
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#link.maxAnswerBytes = bounded.target.maxBytes;
    this.#link.send(orderHead(id, maxSourcePixels, bounded), job.bytes);
    return promise;
  }

  /** Lets an idle decoder end by itself, and makes sure that it does. */
  retire(): void {
    this.#spent = true;
    this.#link.end();
    const timer = setTimeout(() => this.#link.kill(), retireTimeoutMs).unref();
    void this.gone.then(() => clearTimeout(timer));
  }

  kill(): Promise<Ending> {
    this.#abandon(cancelled);
    return this.gone;
  }

  #hear(frame: Frame): void {
    const message = parseMessage(frame);
    if (message) this.#obey(message);
    else this.#stray();
  }

  #obey(message: Message): void {
    const assignment = this.#assignment;
    switch (message.type) {
      case 'hello':
        return this.#welcome();
      case 'over-memory':
        return this.#abandon(this.#overMemory(message.rssBytes));
      case 'stage':
        if (assignment?.id !== message.id) return this.#stray();
        assignment.begun = true;
        return assignment.options.onProgress?.(message.stage);
      case 'done': {
        if (assignment?.id !== message.id) return this.#stray();
        const outcome = parseOutcome(message.outcome, message.body, assignment.job);
        if (!outcome) return this.#stray();
        this.#spent ||= this.#jobs >= this.#limits.maxJobsPerCell;
        this.#spent ||= message.rssBytes > this.#limits.maxRestingBytes;
        return assignment.settle(outcome);
      }
    }
  }

  #overMemory(actual: number): Refusal {
    const hint = 'Scale the picture down, or save it without interlacing.';
    return overLimit('maxWorkerMemoryBytes', this.#limits.maxWorkerMemoryBytes, actual, hint);
  }

  #stray(): void {
    this.#abandon(strayWorker);
  }

  #fail(problem: string): void {
    this.#welcome({ words: problem, isDenial: false });
    this.#abandon(deadWorker(problem));
  }

  /** The decoder is given up; its job, if any, ends with this refusal and is not tried again. */
  #abandon(refusal: Refusal): void {
    this.#spent = true;
    this.#link.kill();
    this.#assignment?.settle(refuse(refusal));
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
