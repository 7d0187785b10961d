// Renders are remembered under everything that can change a pixel, and forgotten without harm.
import { accept, type BlobId, type BlobStore, refuse } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cacheKey } from '../src/cache/cache.ts';
import {
  createDarkroom,
  createMemoryCache,
  createStoreCache,
  type Renderer,
} from '../src/index.ts';
import { defaultOptions } from '../src/options.ts';
import { bytesOf, openDarkroom, refusalOf, rendered } from './support/darkroom.ts';
import { renderer, square } from './support/square-renderer.ts';

const drawing = bytesOf(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#080"/></svg>',
);

describe('the cache', () => {
  const source = { bytes: drawing, mime: 'image/svg+xml', name: 'a.svg' };

  it('keys by source, renderer and every option', { tags: ['f-render-cached'] }, () => {
    const base = cacheKey(source, 'svg@1', defaultOptions);
    const others = [
      cacheKey({ ...source, bytes: bytesOf('x') }, 'svg@1', defaultOptions),
      cacheKey({ ...source, name: 'b.svg' }, 'svg@1', defaultOptions),
      cacheKey(source, 'svg@2', defaultOptions),
      cacheKey(source, 'svg@1', { ...defaultOptions, theme: 'dark' }),
      cacheKey(source, 'svg@1', { ...defaultOptions, density: 'gist' }),
      cacheKey(source, 'svg@1', { ...defaultOptions, pages: { first: 2, last: 2 } }),
      cacheKey(source, 'svg@1', {
        ...defaultOptions,
        region: { unit: 'source', left: 0, top: 0, width: 1, height: 1 },
      }),
      cacheKey(source, 'svg@1', {
        ...defaultOptions,
        target: { ...defaultOptions.target, maxEdgePx: 1 },
      }),
    ];
    expect(new Set([base, ...others]).size).toBe(9);
    expect(cacheKey({ ...source }, 'svg@1', { ...defaultOptions })).toBe(base);
  });

  it('answers the second look without a renderer', { tags: ['f-render-cached'] }, async () => {
    let looks = 0;
    const counting = renderer(async () => {
      looks++;
      return accept(square(28));
    });
    const darkroom = createDarkroom({ renderers: [counting], cache: createMemoryCache() });
    const first = rendered(await darkroom.develop({ bytes: drawing }));
    expect(rendered(await darkroom.develop({ bytes: drawing }))).toEqual(first);
    expect(looks).toBe(1);
    await darkroom.develop({ bytes: drawing }, { theme: 'dark' });
    expect(looks).toBe(2);
  });

  it(
    'keeps apart what another version or other fonts have drawn',
    { tags: ['f-render-cached'] },
    async () => {
      let looks = 0;
      const cache = createMemoryCache();
      const drawnBy = async (more: Partial<Renderer>): Promise<number> => {
        const render = async () => {
          looks++;
          return accept(square(28));
        };
        const darkroom = createDarkroom({ renderers: [renderer(render, more)], cache });
        rendered(await darkroom.develop({ bytes: drawing }));
        return looks;
      };
      expect(await drawnBy({ fonts: 'arimo' })).toBe(1);
      expect(await drawnBy({ fonts: 'arimo' })).toBe(1);
      expect(await drawnBy({ fonts: 'tinos' })).toBe(2);
      expect(await drawnBy({ fonts: 'arimo', version: '2' })).toBe(3);
    },
  );

  it('that fails is a cache that has forgotten', async () => {
    const broken = {
      get: () => Promise.reject(new Error('no disk')),
      put: () => Promise.reject(new Error('no disk')),
    };
    const darkroom = createDarkroom({
      renderers: [renderer(async () => accept(square(28)))],
      cache: broken,
    });
    expect(rendered(await darkroom.develop({ bytes: drawing })).pages).toHaveLength(1);
  });

  it('forgets the oldest look first', async () => {
    const rendering = { ...square(28), rendererKey: 'k' };
    const weight = rendering.pages[0]?.png.length ?? 0;
    const cache = createMemoryCache({ maxBytes: weight * 2 });
    await cache.put('a', rendering);
    await cache.put('b', rendering);
    await cache.get('a');
    await cache.put('c', rendering);
    expect(
      [await cache.get('a'), await cache.get('b'), await cache.get('c')].map(
        (found) => found !== undefined,
      ),
    ).toEqual([true, false, true]);
  });

  it(
    'in the store gives the same rendering to the next process, and draws again when a page is lost',
    { tags: ['f-render-cached'] },
    async () => {
      const blobs = new Map<BlobId, Uint8Array>();
      const texts = new Map<string, string>();
      const store = mapStore(blobs);
      const index = {
        get: async (key: string) => texts.get(key),
        put: async (key: string, text: string) => void texts.set(key, text),
      };
      const darkroom = openDarkroom({}, { cache: createStoreCache(store, index) });
      const first = rendered(await darkroom.develop({ bytes: drawing }));
      const closedShop = createDarkroom({
        renderers: [
          {
            ...renderer(() => Promise.reject(new Error('drawn again'))),
            ...keyOf(first.rendererKey),
          },
        ],
        cache: createStoreCache(store, index),
      });
      expect(rendered(await closedShop.develop({ bytes: drawing }))).toEqual(first);
      blobs.clear();
      expect(refusalOf(await closedShop.develop({ bytes: drawing })).refused).toBe('worker-failed');
    },
  );
});

function keyOf(rendererKey: string): Pick<Renderer, 'id' | 'version' | 'fonts'> {
  const [id = '', rest = ''] = rendererKey.split('@');
  const [version = '', fonts = ''] = rest.split('#');
  return { id, version, fonts };
}

function mapStore(blobs: Map<BlobId, Uint8Array>): BlobStore {
  const absent = refuse({ refused: 'absent', message: 'Not here.', hint: 'Look elsewhere.' });
  return {
    async put(bytes) {
      const id = createHash('sha256').update(bytes).digest('hex');
      if (!isBlobId(id)) throw new Error(id);
      blobs.set(id, bytes);
      return accept(id);
    },
    async get(id) {
      const found = blobs.get(id);
      return found ? accept(found) : absent;
    },
    async size(id) {
      const found = blobs.get(id);
      return found ? accept(found.length) : absent;
    },
    async remove(id) {
      blobs.delete(id);
    },
    async *list() {
      yield* blobs.keys();
    },
  };
}
