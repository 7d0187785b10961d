// A session's lens: the state that outlives a request (frontier, quarantine, what usage said about the cache) and the
// memo that makes the next request cheap. One object per conversation; nothing is shared between two.
import { checkFields, group, has } from '../options.ts';
import type { BlobId } from '../ids.ts';
import {
  noCacheYet,
  observeUsage,
  outlook,
  prefixChanged,
  type CacheMemory,
  type CacheUsage,
} from '../retention/cache.ts';
import type { Tariff } from '../retention/tariff.ts';
import { Memo } from './memo.ts';
import { freshState, type Frontier, type LensState } from './state.ts';
import { Supplies } from './supply.ts';

/** What may be shared between conversations: it is held by the objects and names that it was worked out from. */
export interface Workings {
  readonly memo: Memo;
  readonly supplies: Supplies;
}

export function freshWorkings(): Workings {
  return { memo: new Memo(), supplies: new Supplies() };
}

/**
 * What the lens keeps between the requests of one conversation: what was fitted, what was left out, what a provider
 * refused.
 *
 * @example const session = new LensSession(); const { body } = await lowerRequest({ wire, body: request, profile, session });
 */
export class LensSession {
  readonly memo: Memo;
  readonly supplies: Supplies;
  #frontier: Frontier;
  readonly #quarantine: Set<BlobId>;
  #cache: CacheMemory = noCacheYet;

  /** @example new LensSession(stateOf(entries)) */
  constructor(state: LensState = freshState, workings: Workings = freshWorkings()) {
    checkFields('LensSession', state, { frontier: group, quarantine: has('has', 'values') });
    this.memo = workings.memo;
    this.supplies = workings.supplies;
    this.#frontier = state.frontier;
    this.#quarantine = new Set(state.quarantine);
  }

  get state(): LensState {
    return { frontier: this.#frontier, quarantine: this.#quarantine };
  }

  /** A frontier never moves back: what was left out stays out, or the prefix would change again. */
  moveFrontier(to: Frontier): void {
    if (to.results <= this.#frontier.results) return;
    this.#frontier = to;
    // The prefix that the cache holds is not the one that is sent now: the next miss is our own.
    this.#cache = prefixChanged(this.#cache);
  }

  /** Whoever puts media into words is asked again, because there may be more to say. */
  forgetWords(): void {
    this.supplies.told.clear();
  }

  quarantine(blob: BlobId): void {
    this.#quarantine.add(blob);
  }

  /** For a suspect that turned out not to be the cause. */
  release(blob: BlobId): void {
    this.#quarantine.delete(blob);
  }

  /** Feeds back what the provider billed. */
  observe(usage: CacheUsage, nowMs?: number): void {
    this.#cache = observeUsage(this.#cache, usage, nowMs);
  }

  cacheOutlook(tariff: Tariff, nowMs?: number): 'warm' | 'cold' {
    return outlook(this.#cache, tariff, nowMs);
  }
}
