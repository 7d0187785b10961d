// Renders kept in the blob store: each page is a blob, and one small text names them. The second look costs a file read,
// in this process or the next. A page that the store lost or that no longer matches is simply drawn again.
import { checkOptions, has } from '@percept/core/internal/options';
import { isBlobId, isRecord, parseJson, readPositive, readWord } from '@percept/core/internal';
import type { BlobStore } from '@percept/core';
import {
  warningKinds,
  type Rect,
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
  checkOptions(
    'createStoreCache',
    { store, index },
    { store: has('put', 'get'), index: has('get', 'put') },
  );
  return {
    async get(key) {
      const text = await index.get(key);
      return text === undefined ? undefined : restore(store, parseJson(text));
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

async function restore(store: BlobStore, value: unknown): Promise<Rendering | undefined> {
  if (!isRecord(value) || !Array.isArray(value['pages'])) return undefined;
  const pageCount = readPositive(value['pageCount']);
  const { rendererKey, reproducible } = value;
  if (!pageCount || typeof rendererKey !== 'string' || typeof reproducible !== 'boolean')
    return undefined;
  const warnings = readWarnings(value['warnings']);
  const named: readonly unknown[] = value['pages'];
  const pages: RenderedPage[] = [];
  for (const item of named) {
    const page = await restorePage(store, item);
    if (!page) return undefined;
    pages.push(page);
  }
  return warnings && { pages, pageCount, warnings, reproducible, rendererKey };
}

async function restorePage(store: BlobStore, value: unknown): Promise<RenderedPage | undefined> {
  if (!isRecord(value) || !isBlobId(value['blob'])) return undefined;
  const page = readPositive(value['page']);
  const width = readPositive(value['width']);
  const height = readPositive(value['height']);
  const original = readRect(value['original'], { left: 0, top: 0 });
  const shown = readRect(value['shown']);
  if (!page || !width || !height || !original || !shown) return undefined;
  const png = await store.get(value['blob']);
  if (!png.ok) return undefined;
  const { width: fullWidth, height: fullHeight } = original;
  return {
    png: png.value,
    page,
    width,
    height,
    original: { width: fullWidth, height: fullHeight },
    shown,
  };
}

function readRect(value: unknown, place?: { left: number; top: number }): Rect | undefined {
  if (!isRecord(value)) return undefined;
  const { width, height } = value;
  const left = place?.left ?? value['left'];
  const top = place?.top ?? value['top'];
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  if (typeof left !== 'number' || typeof top !== 'number') return undefined;
  return { left, top, width, height };
}

function readWarnings(value: unknown): readonly Warning[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  return items.flatMap((item) => {
    const kind = isRecord(item) ? readWord(warningKinds, item['kind']) : undefined;
    const message = isRecord(item) ? item['message'] : undefined;
    return kind !== undefined && typeof message === 'string' ? [{ kind, message }] : [];
  });
}
