// What a turn cost. Figures are the provider's own; where a provider says nothing they are estimates, and say so.
// Seed 002: "We bill from what providers report. Locally we also compute a labelled estimate."

import type { Price } from '../config/index.ts';
import { tokensOfText } from './report.ts';

export { type Price } from '../config/index.ts';

export interface TurnUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** How many requests the turn took. */
  readonly requests: number;
  readonly source: 'provider' | 'estimate';
  /** Absent where no price is known. */
  readonly costUsd?: number;
}

export const noUsage: TurnUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  requests: 0,
  source: 'provider',
};

/** One request, as far as the provider told. */
export interface Billed {
  readonly inputTokens: number | undefined;
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** `estimatedInput` counts where the provider tells nothing. */
export function addRequest(
  usage: TurnUsage,
  billed: Billed,
  estimatedInput: number,
  writtenChars: number,
  price: Price | undefined,
): TurnUsage {
  const told = billed.inputTokens !== undefined && billed.outputTokens !== undefined;
  const input = billed.inputTokens ?? estimatedInput;
  const cached = Math.min(input, billed.cachedInputTokens ?? 0);
  const output = billed.outputTokens ?? tokensOfText(writtenChars);
  const cost = price && costOf(price, input, cached, output);
  return {
    inputTokens: usage.inputTokens + input,
    cachedInputTokens: usage.cachedInputTokens + cached,
    outputTokens: usage.outputTokens + output,
    requests: usage.requests + 1,
    source: told && usage.source === 'provider' ? 'provider' : 'estimate',
    ...(cost !== undefined && { costUsd: (usage.costUsd ?? 0) + cost }),
  };
}

function costOf(price: Price, input: number, cached: number, output: number): number {
  const fresh = (input - cached) * price.usdPerMillionInput;
  const reused = cached * (price.usdPerMillionCachedInput ?? price.usdPerMillionInput);
  return (fresh + reused + output * price.usdPerMillionOutput) / 1_000_000;
}
