// Renders kept in the blob store: each page is a blob, and one small text names them. The second look costs a file read,
// in this process or the next. A page that the store lost or that no longer matches is simply drawn again.
import {
  checkOptions,
  flag,
  has,
  isShape,
  listOf,
  oneOf,
  positive,
  shape,
  text,
} from '@percept/core/internal/options';
import { isBlobId, parseJson } from '@percept/core/internal';
import type { BlobId, BlobStore } from '@percept/core';
import {
  pageRules,
  warningKinds,
  type RenderedPage,
  type Rendering,
  type Warning,
} from '../rendering.ts';
import type { RenderCache } from './cache.ts';

/** Where the small texts are kept: a table, a file, a map. */
export interface KeyIndex {
  get(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
}

/**
 * Renderings in a memory, for this process and the next.
 *
 * @example createDarkroom({ renderers: standardRenderers(), cache: createStoreCache(memory, memory.memos) });
 */
export function createStoreCache(store: BlobStore, index: KeyIndex): RenderCache {
  const rules = { store: has('put', 'get'), index: has('get', 'put') };
  checkOptions('createStoreCache', { store, index }, rules);
  return {
    async get(key) {
      const kept = await index.get(key);
      return kept === undefined ? undefined : restore(store, parseJson(kept));
    },
    async put(key, rendering) {
      const pages: object[] = [];
      for (const { png, ...facts } of rendering.pages) {
        const id = await store.put(png);
        if (!id.ok) return;
        pages.push({ ...facts, blob: id.value });
      }
      await index.put(key, JSON.stringify({ ...rendering, pages }));
    },
  };
}

const isKept = isShape<Kept>({
  pages: listOf(
    shape<KeptPage>({
      blob: (value, path) => (isBlobId(value) ? undefined : `${path} is a blob id`),
      page: positive,
      ...pageRules,
    }),
  ),
  pageCount: positive,
  warnings: listOf(shape<Warning>({ kind: oneOf(warningKinds), message: text })),
  reproducible: flag,
  rendererKey: text,
});

type KeptPage = Omit<RenderedPage, 'png'> & { readonly blob: BlobId };
type Kept = Omit<Rendering, 'pages'> & { readonly pages: readonly KeptPage[] };

async function restore(store: BlobStore, value: unknown): Promise<Rendering | undefined> {
  if (!isKept(value)) return undefined;
  const pages: RenderedPage[] = [];
  for (const { blob, ...facts } of value.pages) {
    const png = await store.get(blob);
    if (!png.ok) return undefined;
    pages.push({ ...facts, png: png.value });
  }
  return { ...value, pages };
}
