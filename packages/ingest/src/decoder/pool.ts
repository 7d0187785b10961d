// The pool: decoders are started when a job needs one, as many as there are cores, replaced when they are worn or dead,
// and one stays warm. A job that kills its decoder is refused; the others never notice. Nothing here keeps a program
// alive once its jobs are done, and nothing that a listener to progress throws reaches them.
import {
  accept,
  doorLimits,
  refuse,
  type DoorLimits,
  type Outcome,
  type SourceType,
} from '@percept/core';
import { Limiter } from '@percept/core/internal';
import { availableParallelism } from 'node:os';
import type {
  Bitmap,
  CheckedPicture,
  DecodeTask,
  Developed,
  EncodedPicture,
} from '../fit/picture.ts';
import { quietly } from '../progress.ts';
import { defaultAccept, notAccepted } from './accept.ts';
import { Cell, type CellLimits, type Verdict } from './cell.ts';
import { codeCache } from './code-cache.ts';
import type { DecodeOptions, Decoder, Isolation, Tier } from './decoder.ts';
import { Ground } from './ground.ts';
import { cancelled, closedDecoder, noDecoder, otherRuntime, strayWorker } from './refusals.ts';
import { candidate, isConfined, tiersFor, type Candidate, type Sandbox } from './tier.ts';

export interface PoolOptions {
  /** Which types are decoded, `defaultAccept` without it; pictures of any other are refused before a decoder sees them. */
  readonly accept?: readonly SourceType[] | undefined;
  readonly sandbox?: Sandbox;
  readonly limits?: Partial<DoorLimits>;
  /** How many pictures are decoded at once. More than cores only costs memory. */
  readonly maxInFlight?: number;
  readonly maxJobsPerCell?: number;
  readonly maxRestingBytes?: number;
  readonly idleTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  /** After no decoder could be started, how long jobs are refused before the next one tries again. */
  readonly restartDelayMs?: number;
  /** While decoders stand on a weaker tier because a stronger one did not start, how often that one is tried again. */
  readonly strongerRetryMs?: number;
  /** A folder that `warmDecoder` filled, in place of the program's own: decoders start in less than half the time. */
  readonly codeCache?: string | undefined;
  /** Another program in the decoder's place; tests prove containment with it. */
  readonly childEntry?: URL;
  readonly workerEntry?: URL;
}

const innocentRetries = 1;

export class DecoderPool implements Decoder {
  readonly #options: PoolOptions;
  readonly #limits: CellLimits & DoorLimits;
  readonly #limiter: Limiter;
  /** Takes back what waits. */
  readonly #closing = new AbortController();
  /** Every decoder that is not gone, and where it stands. */
  readonly #cells = new Map<Cell, Candidate>();
  /** Ready and without a job; the one used last is used next, so that the others can age. */
  readonly #idle: Cell[] = [];
  readonly #ground: Ground;
  readonly #elsewhere = otherRuntime();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions = {}) {
    this.#options = options;
    this.#limiter = new Limiter(options.maxInFlight ?? Math.min(2, availableParallelism()));
    this.#limits = {
      ...doorLimits,
      ...options.limits,
      startTimeoutMs: options.startTimeoutMs ?? 15_000,
      maxJobsPerCell: options.maxJobsPerCell ?? 200,
      maxRestingBytes: options.maxRestingBytes ?? 384 * 1024 * 1024,
    };
    this.#ground = new Ground({
      tiers: tiersFor(options.sandbox ?? 'preferred'),
      candidate: (tier) => this.#candidate(tier),
      start: (found) => (this.#isClosed ? 'the decoder was closed' : this.#start(found)),
      adopt: (cell) => this.#adopt(cell),
      restartDelayMs: options.restartDelayMs ?? 1_000,
      strongerRetryMs: options.strongerRetryMs ?? 60_000,
    });
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The isolation that is in force, or undefined while none is. */
  get tier(): Isolation['tier'] | undefined {
    return this.#ground.candidate?.isolation.tier;
  }

  /** Starts a decoder if none has been started, so that what is said is what is so. */
  async describe(): Promise<Outcome<Isolation>> {
    if (this.#isClosed) return refuse(closedDecoder);
    if (this.#elsewhere) return refuse(this.#elsewhere);
    const footing = await this.#ground.settle();
    if (!footing.ok) return refuse(noDecoder(footing.reasons));
    return accept(footing.candidate.isolation);
  }

  run(job: DecodeTask, options: DecodeOptions = {}): Promise<Outcome<EncodedPicture>> {
    return this.#develop({ ...job, output: 'file' }, options, (made) => made.kind === 'encoded');
  }

  bitmap(job: DecodeTask, options: DecodeOptions = {}): Promise<Outcome<Bitmap>> {
    return this.#develop({ ...job, output: 'bitmap' }, options, (made) => made.kind === 'bitmap');
  }

  check(job: DecodeTask, options: DecodeOptions = {}): Promise<Outcome<CheckedPicture>> {
    return this.#develop({ ...job, output: 'check' }, options, (made) => made.kind === 'checked');
  }

  async #develop<T extends Developed>(
    job: DecodeTask,
    asked: DecodeOptions,
    isAsked: (made: Developed) => made is T,
  ): Promise<Outcome<T>> {
    if (this.#isClosed) return refuse(closedDecoder);
    const { accept: taken = defaultAccept } = this.#options;
    if (!taken.includes(job.mime)) return refuse(notAccepted(job.mime));
    if (this.#elsewhere) return refuse(this.#elsewhere);
    const { signal, onProgress } = asked;
    const options = { ...asked, ...(onProgress && { onProgress: quietly(onProgress) }) };
    if (signal?.aborted) return refuse(cancelled);
    options.onProgress?.('queued');
    const givenUp = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const place = await this.#limiter.place(givenUp);
    if (!place.ok) return refuse(cancelled);
    using _ = place.value;
    const outcome = await this.#serve(job, options);
    if (!outcome.ok) return outcome;
    return isAsked(outcome.value) ? accept(outcome.value) : refuse(strayWorker);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#idleTimer);
    // The decoders do not keep the program alive, but waiting for their end must.
    const awake = setInterval(() => {}, 1_000);
    await Promise.all([...this.#cells.keys()].map((cell) => cell.kill()));
    clearInterval(awake);
  }

  async #serve(job: DecodeTask, options: DecodeOptions): Promise<Outcome<Developed>> {
    for (let attempt = 0; ; attempt += 1) {
      const cell = await this.#obtain();
      if (!cell.ok) return cell;
      const isolation = this.#cells.get(cell.value)?.isolation;
      const { outcome, innocent } = await this.#perform(cell.value, job, options);
      this.#putBack(cell.value);
      if (!innocent || attempt === innocentRetries) return this.#withWarning(outcome, isolation);
    }
  }

  /** Whoever asked for a sandbox and got none is told with every picture. */
  #withWarning(outcome: Outcome<Developed>, isolation: Isolation | undefined): Outcome<Developed> {
    const isAsked = (this.#options.sandbox ?? 'preferred') === isolation?.tier;
    if (!outcome.ok || isAsked || !isolation || isConfined(isolation.tier)) return outcome;
    return accept({ ...outcome.value, notes: [...outcome.value.notes, 'unconfined'] });
  }

  async #perform(cell: Cell, job: DecodeTask, options: DecodeOptions): Promise<Verdict> {
    return this.#isClosed || options.signal?.aborted
      ? { outcome: refuse(cancelled), innocent: false }
      : cell.perform(job, options);
  }

  async #obtain(): Promise<Outcome<Cell>> {
    for (;;) {
      const footing = await this.#ground.settle();
      if (this.#isClosed) return refuse(cancelled);
      if (!footing.ok) return refuse(noDecoder(footing.reasons));
      const idle = this.#takeIdle();
      if (idle) return accept(idle);
      const { candidate: found } = footing;
      const cell = this.#start(found);
      const problem = await cell.ready;
      if (this.#isClosed) return refuse(cancelled);
      if (problem !== undefined) {
        this.#ground.abandon(found);
        return refuse(noDecoder([`${found.isolation.tier}: ${problem.words}`]));
      }
      if (this.#ground.candidate === found) return accept(cell);
      // Another tier came into force meanwhile.
      cell.retire();
    }
  }

  #takeIdle(): Cell | undefined {
    for (let cell = this.#idle.pop(); cell; cell = this.#idle.pop()) {
      if (this.#isFit(cell)) return cell;
      cell.retire();
    }
    return undefined;
  }

  /** Able to work, and behind the walls that are said to stand. */
  #isFit(cell: Cell): boolean {
    return !cell.spent && this.#cells.get(cell) === this.#ground.candidate;
  }

  #putBack(cell: Cell): void {
    if (!this.#isFit(cell) || this.#isClosed) return cell.retire();
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

  #start(found: Candidate): Cell {
    const cell = new Cell(found.start, this.#limits);
    this.#cells.set(cell, found);
    void cell.gone.then(() => {
      this.#cells.delete(cell);
      const at = this.#idle.indexOf(cell);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return cell;
  }

  /** The first decoder of a tier that has just come into force. */
  #adopt(cell: Cell): void {
    for (const stale of this.#idle.splice(0)) stale.retire();
    this.#putBack(cell);
  }

  #candidate(tier: Tier): Candidate | string {
    const { childEntry, workerEntry, codeCache: given = codeCache().folder } = this.#options;
    return candidate(tier, {
      limits: this.#limits,
      maxSourceBytes: this.#limits.maxSourceBytes,
      codeCache: given,
      childEntry,
      workerEntry,
    });
  }
}
