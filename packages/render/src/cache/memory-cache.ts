// The newest renders in memory, up to a number of bytes; the oldest look is forgotten first.
import { bound, checkOptions, maybe } from '@percept/core/internal/options';
import { BoundedMap } from '@percept/core/internal';
import type { Rendering } from '../rendering.ts';
import type { RenderCache } from './cache.ts';
import { maxCachedBytes } from '../limits.ts';

/**
 * Renderings in this process's memory, the least used given up first.
 *
 * @example createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache({ maxBytes: 64 << 20 }) });
 */
export function createMemoryCache(options: { readonly maxBytes?: number } = {}): RenderCache {
  checkOptions('createMemoryCache', options, { maxBytes: maybe(bound) });
  const { maxBytes = maxCachedBytes } = options;
  const kept = new BoundedMap<Rendering>(maxBytes, weight);
  return {
    get: async (key) => kept.get(key),
    put: async (key, rendering) => kept.set(key, rendering),
  };
}

function weight({ pages }: Rendering): number {
  return pages.reduce((sum, page) => sum + page.png.length, 0);
}
