// What a token costs relative to an uncached input token. Figures: the providers' published cache prices.

export interface Tariff {
  /** A token that enters the cache. */
  readonly write: number;
  /** A token that is read from it. */
  readonly read: number;
  /** How long an unused prefix lives. */
  readonly ttlMs: number;
  /** How many content blocks before its mark a cached prefix is looked for. */
  readonly lookbackBlocks: number;
}

/** Anthropic, five-minute cache: writes at 1.25, reads at 0.1. */
export const anthropicTariff: Tariff = {
  write: 1.25,
  read: 0.1,
  ttlMs: 5 * 60_000,
  lookbackBlocks: 20,
};
/** OpenAI: caching is automatic and free to write; cached input costs a tenth. */
export const openaiTariff: Tariff = {
  write: 1,
  read: 0.1,
  ttlMs: 10 * 60_000,
  lookbackBlocks: Infinity,
};

/**
 * After how many steps leaving `saved` tokens out has paid for writing the `after` tokens behind them once more.
 * Anthropic: 11.5 · after / saved.
 */
export function paybackSteps(tariff: Tariff, saved: number, after: number): number {
  if (saved <= 0) return Infinity;
  return ((tariff.write - tariff.read) * after) / (tariff.read * saved);
}
