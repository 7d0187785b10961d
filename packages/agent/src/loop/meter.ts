// What a session has used: the turn's bill, and how full the model's context is.
import type { Charge } from '../models/index.ts';
import type { LoopEvent } from './event.ts';
import type { LoopModel } from './model.ts';
import { addCharge, noUsage, type TurnUsage } from './usage.ts';

/** The share of a model's context at which older turns are summarised. */
const compactAt = 0.75;

export class Meter {
  #usage = noUsage;
  #contextTokens = 0;

  /** Since somebody last took it: of the turn that runs. */
  get usage(): TurnUsage {
    return this.#usage;
  }

  /** What came after the last bill, and belongs on the next one, stays. */
  takeBill(): TurnUsage {
    const usage = this.#usage;
    this.#usage = noUsage;
    return usage;
  }

  isFull({ maxContextTokens }: LoopModel): boolean {
    return maxContextTokens !== undefined && this.#contextTokens >= maxContextTokens * compactAt;
  }

  /** After a compaction nobody knows before the next request. */
  forgetContext(): void {
    this.#contextTokens = 0;
  }

  readonly charge = (charge: Charge): void => {
    this.#usage = addCharge(this.#usage, charge);
    const { purpose, inputTokens, outputTokens } = charge;
    if (purpose === 'answer' && inputTokens > 0) this.#contextTokens = inputTokens + outputTokens;
  };

  /** `spentUsd`: by the turns before this one. */
  *measure({ maxContextTokens }: LoopModel, spentUsd: number): Iterable<LoopEvent> {
    const { requests, costUsd } = this.#usage;
    if (maxContextTokens === undefined || requests === 0) return;
    yield {
      type: 'context-measured',
      usedTokens: this.#contextTokens,
      maxTokens: maxContextTokens,
      ...(costUsd !== undefined && { costUsd: spentUsd + costUsd }),
    };
  }
}
