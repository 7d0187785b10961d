// What a session has used: the turn's bill, and how full the model's context is. Providers' figures where they tell any.
import type { LoopEvent } from './event.ts';
import type { LoopModel } from './model.ts';
import type { Estimate } from './report.ts';
import type { StepOutcome } from './step.ts';
import { addRequest, noUsage, type TurnUsage } from './usage.ts';

/** The share of a model's context at which older turns are summarised. */
const compactAt = 0.75;

export class Meter {
  #usage = noUsage;
  #contextTokens = 0;

  /** Of the turn that runs, or ran last. */
  get usage(): TurnUsage {
    return this.#usage;
  }

  beginTurn(): void {
    this.#usage = noUsage;
  }

  isFull({ maxContextTokens }: LoopModel): boolean {
    return maxContextTokens !== undefined && this.#contextTokens >= maxContextTokens * compactAt;
  }

  /** After a compaction nobody knows before the next request. */
  forgetContext(): void {
    this.#contextTokens = 0;
  }

  count({ billed, writtenChars }: StepOutcome, model: LoopModel, sizes: Estimate): void {
    if (billed.inputTokens === undefined && writtenChars === 0) return;
    const before = this.#usage;
    const sent = sizes.textTokens + sizes.mediaTokens;
    this.#usage = addRequest(before, billed, sent, writtenChars, model.price);
    const { inputTokens, outputTokens } = this.#usage;
    this.#contextTokens = inputTokens - before.inputTokens + outputTokens - before.outputTokens;
  }

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
