// A render is remembered under everything that can change a pixel: the source's hash, the renderer with its version and
// fonts, and every option. What is not in the key must not reach the picture.
import { BoundedMap } from '@percept/core/internal';
import { bound, checkOptions, maybe } from '@percept/core/internal/options';
import { createHash } from 'node:crypto';
import { maxCachedBytes } from '../limits.ts';
import type { RenderOptions } from '../options.ts';
import type { RenderSource } from '../renderer.ts';
import type { Rendering } from '../rendering.ts';

/** The port through which renders are kept. It may forget; it may not change what it was given. */
export interface RenderCache {
  get(key: string): Promise<Rendering | undefined>;
  put(key: string, rendering: Rendering): Promise<void>;
}

/** The name is part of the key where it is part of the picture: headers show it, languages follow from it. */
export function cacheKey(
  source: RenderSource,
  rendererKey: string,
  options: RenderOptions,
): string {
  const content = createHash('sha256').update(source.bytes).digest('hex');
  const { pages, target, region, theme, density } = options;
  const { imageTypes, maxBytes, maxEdgePx, maxShortEdgePx, maxPixels, patches } = target;
  const facts = [
    content,
    source.mime,
    source.name ?? null,
    rendererKey,
    [pages.first, pages.last],
    [
      imageTypes,
      maxBytes,
      maxEdgePx,
      maxShortEdgePx ?? null,
      maxPixels,
      patches ? [patches.sizePx, patches.max] : null,
    ],
    region ? [region.unit, region.left, region.top, region.width, region.height] : null,
    theme,
    density,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

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
