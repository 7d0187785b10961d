// On which tier the decoders stand. A tier counts once a decoder has answered from inside it. It fails closed: only a system
// that cannot have a tier leads to a weaker one. A decoder that is killed, stopped or slow is tried once more and then means a
// refusal, and where decoders have once been confined they never run unconfined. Nothing is held against a host for ever:
// after a failure the next job tries again, and a stronger tier is tried again from time to time, beside the work.
import type { Tier } from './decoder.ts';
import type { Cell } from './cell.ts';
import { isConfined, type Candidate } from './tier.ts';

export type Footing =
  | { readonly ok: true; readonly candidate: Candidate }
  | { readonly ok: false; readonly reasons: readonly string[] };

type Step =
  | { readonly kind: 'stands'; readonly candidate: Candidate; readonly cell: Cell }
  /** This system does not let it run, at least for now. */
  | { readonly kind: 'denied'; readonly reason: string }
  /** It was killed, stopped, slow or out of resources. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'missing'; readonly reason: string };

export interface GroundParts {
  /** From the strongest to the most portable. */
  readonly tiers: readonly Tier[];
  /** The way into a tier, or what the system lacks for it. */
  readonly candidate: (tier: Tier) => Candidate | string;
  /** A decoder on its way, or why there will be none. */
  readonly start: (candidate: Candidate) => Cell | string;
  /** The decoder from which a tier answered, once that tier is in force. */
  readonly adopt: (cell: Cell) => void;
  /** After a failure, jobs get the same answer for this long. */
  readonly restartDelayMs: number;
  readonly strongerRetryMs: number;
}

export class Ground {
  readonly #parts: GroundParts;
  #candidate: Candidate | undefined;
  #wasConfined = false;
  #search: Promise<Footing> | undefined;
  #failure: { readonly footing: Footing; readonly until: number } | undefined;
  /** The tiers above the one in force, where one of them did not start. */
  #stronger: { readonly tiers: readonly Tier[]; readonly at: number } | undefined;

  constructor(parts: GroundParts) {
    this.#parts = parts;
  }

  /** What is in force; undefined before the first decoder has answered. */
  get candidate(): Candidate | undefined {
    return this.#candidate;
  }

  async settle(): Promise<Footing> {
    if (this.#candidate) {
      void this.#improve();
      return { ok: true, candidate: this.#candidate };
    }
    if (this.#failure && performance.now() < this.#failure.until) return this.#failure.footing;
    this.#search ??= this.#find();
    return this.#search;
  }

  /** No decoder comes from there any more; the next job looks again. */
  abandon(candidate: Candidate): void {
    if (this.#candidate === candidate) this.#candidate = undefined;
  }

  async #find(): Promise<Footing> {
    const { tiers, restartDelayMs } = this.#parts;
    try {
      const footing = await this.#climb(tiers, () => {});
      const until = performance.now() + restartDelayMs;
      this.#failure = footing.ok ? undefined : { footing, until };
      return footing;
    } finally {
      this.#search = undefined;
    }
  }

  async #improve(): Promise<void> {
    const stronger = this.#stronger;
    if (!stronger || performance.now() < stronger.at) return;
    this.#stronger = undefined;
    // Nobody waits for this, and no program stays alive for it.
    const footing = await this.#climb(stronger.tiers, (cell) => cell.unref());
    if (!footing.ok) this.#tryLater(stronger.tiers);
  }

  /** The first of these tiers from which a decoder answers is in force from then on. */
  async #climb(tiers: readonly Tier[], onStart: (cell: Cell) => void): Promise<Footing> {
    const reasons: string[] = [];
    let failures = 0;
    for (const [index, tier] of tiers.entries()) {
      if (this.#wasConfined && !isConfined(tier)) continue;
      let step = await this.#tryOut(tier, onStart);
      if (step.kind === 'lost') step = await this.#tryOut(tier, onStart);
      if (step.kind === 'stands') {
        this.#candidate = step.candidate;
        this.#wasConfined ||= isConfined(tier);
        if (failures > 0) this.#tryLater(tiers.slice(0, index));
        this.#parts.adopt(step.cell);
        return { ok: true, candidate: step.candidate };
      }
      reasons.push(`${tier}: ${step.reason}`);
      if (step.kind === 'lost') return { ok: false, reasons };
      if (step.kind === 'denied') failures += 1;
    }
    return { ok: false, reasons };
  }

  async #tryOut(tier: Tier, onStart: (cell: Cell) => void): Promise<Step> {
    try {
      const candidate = this.#parts.candidate(tier);
      if (typeof candidate === 'string') return { kind: 'missing', reason: candidate };
      const cell = this.#parts.start(candidate);
      if (typeof cell === 'string') return { kind: 'missing', reason: cell };
      onStart(cell);
      const problem = await cell.ready;
      if (!problem) return { kind: 'stands', candidate, cell };
      return { kind: problem.isDenial ? 'denied' : 'lost', reason: problem.words };
    } catch (error) {
      // Its files may be gone while a package manager replaces them.
      const why = error instanceof Error ? error.message.slice(0, 160) : 'no reason given';
      return { kind: 'lost', reason: `it could not be prepared: ${why}` };
    }
  }

  #tryLater(tiers: readonly Tier[]): void {
    this.#stronger = { tiers, at: performance.now() + this.#parts.strongerRetryMs };
  }
}
