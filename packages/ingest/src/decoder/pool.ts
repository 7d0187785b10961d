// The pool: decoders are started when a job needs one, as many as there are cores, replaced when they are worn or dead,
// and one stays warm. A job that kills its decoder is refused; the others never notice. Nothing here keeps a program
// alive once its jobs are done.
import { accept, doorLimits, refuse, type DoorLimits, type Outcome } from '@percept/core';
import { availableParallelism } from 'node:os';
import type { Bitmap, DecodeJob, Developed, Picture } from '../fit/picture.ts';
import { Cell, type CellLimits, type Verdict } from './cell.ts';
import type { DecodeOptions, Decoder, Isolation } from './decoder.ts';
import { cancelled, closedDecoder, deadWorker, noDecoder, strayWorker } from './refusals.ts';
import { candidate, tiersFor, type Candidate, type Sandbox } from './tier.ts';

export interface PoolOptions {
  readonly sandbox?: Sandbox;
  readonly limits?: Partial<DoorLimits>;
  /** How many pictures are decoded at once. More than cores only costs memory. */
  readonly maxInFlight?: number;
  readonly maxJobsPerCell?: number;
  readonly maxRestingBytes?: number;
  readonly idleTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  /** Another program in the decoder's place; tests prove containment with it. */
  readonly childEntry?: URL;
  readonly workerEntry?: URL;
}

interface Ticket {
  readonly job: DecodeJob;
  readonly options: DecodeOptions;
  readonly settle: (outcome: Outcome<Developed>) => void;
  /** For bugs of our own, which are no refusals. */
  readonly fail: (error: unknown) => void;
}

type Ground =
  | { readonly ok: true; readonly candidate: Candidate }
  | { readonly ok: false; readonly reasons: readonly string[] };

const innocentRetries = 1;

export class DecoderPool implements Decoder {
  readonly #options: PoolOptions;
  readonly #limits: CellLimits & DoorLimits;
  readonly #maxInFlight: number;
  readonly #waiting: Ticket[] = [];
  readonly #cells = new Set<Cell>();
  /** Ready and without a job; the one used last is used next, so that the others can age. */
  readonly #idle: Cell[] = [];
  #ground: Promise<Ground> | undefined;
  #isolation: Isolation | undefined;
  #active = 0;
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions = {}) {
    this.#options = options;
    this.#maxInFlight = options.maxInFlight ?? Math.min(2, availableParallelism());
    this.#limits = {
      ...doorLimits,
      ...options.limits,
      startTimeoutMs: options.startTimeoutMs ?? 15_000,
      maxJobsPerCell: options.maxJobsPerCell ?? 200,
      maxRestingBytes: options.maxRestingBytes ?? 384 * 1024 * 1024,
    };
  }

  /** The isolation that is in force, or undefined while no decoder has been needed. */
  get tier(): Isolation['tier'] | undefined {
    return this.#isolation?.tier;
  }

  /** Starts a decoder if none has been started, so that what is said is what is so. */
  async describe(): Promise<Outcome<Isolation>> {
    if (this.#closed) return refuse(closedDecoder);
    const ground = await this.#settleGround();
    if (!ground.ok) return refuse(noDecoder(ground.reasons));
    return accept(ground.candidate.isolation);
  }

  async run(job: DecodeJob, options: DecodeOptions = {}): Promise<Outcome<Picture>> {
    const outcome = await this.#submit({ ...job, output: 'file' }, options);
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    return value.kind === 'bitmap' ? refuse(strayWorker) : accept(value);
  }

  async bitmap(job: DecodeJob, options: DecodeOptions = {}): Promise<Outcome<Bitmap>> {
    const outcome = await this.#submit({ ...job, output: 'bitmap' }, options);
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    return value.kind === 'bitmap' ? accept(value) : refuse(strayWorker);
  }

  #submit(job: DecodeJob, options: DecodeOptions): Promise<Outcome<Developed>> {
    if (this.#closed) return Promise.resolve(refuse(closedDecoder));
    const { signal } = options;
    if (signal?.aborted) return Promise.resolve(refuse(cancelled));
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const at = this.#waiting.indexOf(ticket);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        resolve(refuse(cancelled));
      };
      const ticket: Ticket = {
        job,
        options,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          resolve(outcome);
        },
        fail: reject,
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(ticket);
      options.onProgress?.('queued');
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const ticket of this.#waiting.splice(0)) ticket.settle(refuse(cancelled));
    // The decoders do not keep the program alive, but waiting for their end must.
    const awake = setInterval(() => {}, 1_000);
    await Promise.all([...this.#cells].map((cell) => cell.kill()));
    clearInterval(awake);
  }

  #pump(): void {
    while (this.#active < this.#maxInFlight) {
      const ticket = this.#waiting.shift();
      if (!ticket) return;
      this.#active += 1;
      void this.#serve(ticket)
        .catch(ticket.fail)
        .finally(() => {
          this.#active -= 1;
          this.#pump();
        });
    }
  }

  async #serve(ticket: Ticket): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const cell = await this.#obtain();
      if (!cell.ok) return ticket.settle(cell);
      const { outcome, innocent } = await this.#perform(cell.value, ticket);
      this.#putBack(cell.value);
      if (!innocent || attempt === innocentRetries) return ticket.settle(outcome);
    }
  }

  #perform(cell: Cell, { job, options }: Ticket): Promise<Verdict> {
    if (this.#closed || options.signal?.aborted) {
      return Promise.resolve({ outcome: refuse(cancelled), innocent: false });
    }
    return cell.perform(job, options);
  }

  async #obtain(): Promise<Outcome<Cell>> {
    for (let cell = this.#idle.pop(); cell; cell = this.#idle.pop()) {
      if (!cell.spent) return accept(cell);
    }
    const ground = await this.#settleGround();
    if (this.#closed) return refuse(cancelled);
    if (!ground.ok) return refuse(noDecoder(ground.reasons));
    // The first decoder, which settled the ground, may be waiting for this very job.
    const first = this.#idle.pop();
    if (first && !first.spent) return accept(first);
    const cell = this.#start(ground.candidate);
    const problem = await cell.ready;
    return problem === undefined ? accept(cell) : refuse(deadWorker(problem));
  }

  #putBack(cell: Cell): void {
    if (cell.spent || this.#closed) return cell.retire();
    this.#idle.push(cell);
    if (this.#idle.length > 1) this.#idleTimer ??= this.#ageIdle();
  }

  /** All but one are let go after a while without work. */
  #ageIdle(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#idleTimer = undefined;
      for (const cell of this.#idle.splice(0, this.#idle.length - 1)) cell.retire();
    }, this.#options.idleTimeoutMs ?? 30_000).unref();
  }

  #start({ start }: Candidate): Cell {
    const cell = new Cell(start, this.#limits);
    this.#cells.add(cell);
    void cell.gone.then(() => {
      this.#cells.delete(cell);
      const at = this.#idle.indexOf(cell);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return cell;
  }

  #settleGround(): Promise<Ground> {
    this.#ground ??= this.#findGround();
    return this.#ground;
  }

  /** The first tier from which a decoder answers. */
  async #findGround(): Promise<Ground> {
    const reasons: string[] = [];
    for (const tier of tiersFor(this.#options.sandbox ?? 'auto')) {
      const { childEntry, workerEntry } = this.#options;
      const found = candidate(tier, {
        limits: this.#limits,
        maxSourceBytes: this.#limits.maxSourceBytes,
        ...(childEntry && { childEntry }),
        ...(workerEntry && { workerEntry }),
      });
      const problem = typeof found === 'string' ? found : await this.#tryOut(found);
      if (typeof found !== 'string' && problem === undefined) {
        this.#isolation = found.isolation;
        return { ok: true, candidate: found };
      }
      reasons.push(`${tier}: ${problem}`);
    }
    return { ok: false, reasons };
  }

  async #tryOut(found: Candidate): Promise<string | undefined> {
    if (this.#closed) return 'the decoder was closed';
    const cell = this.#start(found);
    const problem = await cell.ready;
    if (problem === undefined) this.#putBack(cell);
    return problem;
  }
}
