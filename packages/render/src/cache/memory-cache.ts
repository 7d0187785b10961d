// The newest renders in memory, up to a number of bytes; the oldest look is forgotten first.
import type { Rendering } from '../rendering.ts';
import type { RenderCache } from './cache.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Renderings in this process's memory, the least used given up first.
 *
 * @example createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache({ maxBytes: 64 << 20 }) });
 */
export function createMemoryCache(
  { maxBytes }: { readonly maxBytes: number } = { maxBytes: defaultMaxBytes },
): RenderCache {
  const kept = new Map<string, Rendering>();
  let held = 0;
  const forget = (key: string): void => {
    const old = kept.get(key);
    if (!old) return;
    kept.delete(key);
    held -= weight(old);
  };
  return {
    async get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    async put(key, rendering) {
      forget(key);
      if (weight(rendering) > maxBytes) return;
      kept.set(key, rendering);
      held += weight(rendering);
      for (const oldest of kept.keys()) {
        if (held <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}

function weight({ pages }: Rendering): number {
  return pages.reduce((sum, page) => sum + page.png.length, 0);
}
