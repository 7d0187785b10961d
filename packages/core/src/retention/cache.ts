// Whether the provider still holds our prefix. Seen in usage, where a lost cache shows as tokens that were not read, and
// on the clock, where an idle session outlives the cache. Pure: the clock is an argument.
import type { Tariff } from './tariff.ts';

export interface CacheUsage {
  /** All input tokens of the request. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
}

export interface CacheMemory {
  /** Input tokens of the last request: what the next one could find in the cache. */
  readonly lastInputTokens: number;
  readonly lastAtMs: number | undefined;
  /** The last request found (nearly) nothing of the prefix that the one before it had left. */
  readonly lost: boolean;
}

export const noCacheYet: CacheMemory = { lastInputTokens: 0, lastAtMs: undefined, lost: false };

/** Below this no provider caches, so nothing can be lost. */
const leastCachedTokens = 1024;

/** A loss stays on the books until a request reads the prefix again. */
export function observeUsage(memory: CacheMemory, usage: CacheUsage, nowMs?: number): CacheMemory {
  const expected = Math.min(memory.lastInputTokens, usage.inputTokens);
  const could = expected >= leastCachedTokens;
  const lost = could ? usage.cacheReadTokens < expected / 2 : memory.lost;
  return { lastInputTokens: usage.inputTokens, lastAtMs: nowMs ?? memory.lastAtMs, lost };
}

/** After we changed the prefix ourselves, nothing of it is expected to be found. */
export function prefixChanged(memory: CacheMemory): CacheMemory {
  return { ...memory, lastInputTokens: 0, lost: false };
}

/** `cold`: the prefix will be written anew whatever we do, so changing it is free. */
export function outlook(memory: CacheMemory, tariff: Tariff, nowMs?: number): 'warm' | 'cold' {
  if (memory.lastInputTokens === 0) return 'warm';
  if (memory.lost) return 'cold';
  const idle = nowMs !== undefined && memory.lastAtMs !== undefined ? nowMs - memory.lastAtMs : 0;
  return idle > tariff.ttlMs ? 'cold' : 'warm';
}
