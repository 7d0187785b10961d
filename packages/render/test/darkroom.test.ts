// The frame: render is a capability that the host injects, bytes decide, deadlines hold, renders are remembered, and
// whatever a renderer does the caller gets a value.
import { accept, type BlobId, type BlobStore, isBlobId, refuse } from '@percept/core';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  cacheKey,
  classify,
  createDarkroom,
  createMemoryCache,
  createStoreCache,
  defaultOptions,
  parsePageRange,
  renderLimits,
  type RenderedSource,
  type Renderer,
} from '../src/index.ts';
import { encodePng } from '../src/image/png.ts';
import { bytesOf, openDarkroom, refusalOf, rendered } from './support/darkroom.ts';
import { paragraph } from './support/pdf-kinds.ts';
import { readPng } from './support/read-png.ts';
import { pagesPdf } from './support/write-pdf.ts';

const drawing = bytesOf(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#080"/></svg>',
);
const raster = encodePng({ width: 2, height: 2, rgba: new Uint8Array(16).fill(255) });

function renderer(render: Renderer['render'], more: Partial<Renderer> = {}): Renderer {
  return { id: 'test', version: '1', fonts: '', accepts: () => true, render, ...more };
}

function square(edge: number): RenderedSource {
  const size = { width: edge, height: edge };
  const png = encodePng({ ...size, rgba: new Uint8Array(edge * edge * 4).fill(255) });
  const page = { png, ...size, page: 1, original: size, shown: { left: 0, top: 0, ...size } };
  return { pages: [page], pageCount: 1, warnings: [], reproducible: true };
}

describe('the render capability', () => {
  const withheld = createDarkroom({ renderers: [] });

  it.each([
    ['a drawing', drawing, 'a.svg'],
    ['a PDF', pagesPdf([{ content: '' }]), 'a.pdf'],
    ['a text', bytesOf('hello'), 'a.txt'],
  ])(
    'withheld means that %s is refused as renderer-missing, with a way out',
    { tags: ['s003-renderer-injected', 's003-check-render-gated'] },
    async (_, bytes, name) => {
      const refusal = refusalOf(await withheld.develop({ bytes, name }));
      expect(refusal.refused).toBe('renderer-missing');
      expect(refusal.hint).not.toBe('');
      expect(withheld.canDevelop({ bytes, name })).toBe(false);
      expect(withheld.renderers).toEqual([]);
    },
  );

  it(
    'is not needed for a picture, which is sent to the door',
    { tags: ['s003-check-render-gated'] },
    async () => {
      const classified = classify({ bytes: raster, name: 'a.png' }, renderLimits);
      expect(classified).toEqual(accept({ kind: 'raster', mime: 'image/png' }));
      expect(refusalOf(await openDarkroom().develop({ bytes: raster })).refused).toBe(
        'unsupported-type',
      );
    },
  );

  it(
    'says renderer-missing with the install hint for office files',
    { tags: ['f-render-office'] },
    async () => {
      const office = Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.alloc(26),
        Buffer.from('[Content_Types].xml'),
        Buffer.alloc(99),
      ]);
      office.writeUInt16LE(19, 26);
      const refusal = refusalOf(await openDarkroom().develop({ bytes: office, name: 'a.docx' }));
      expect(refusal.refused).toBe('renderer-missing');
      expect(refusal.hint).toMatch(/LibreOffice/);
    },
  );

  it.each([
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)])],
    ['psd', Buffer.concat([Buffer.from('8BPS'), Buffer.alloc(200)])],
  ])(
    'leaves %s files unperceivable, with what to do instead',
    { tags: ['s003-binary-refused', 's003-refusal-unperceivable'] },
    async (name, bytes) => {
      const refusal = refusalOf(await openDarkroom().develop({ bytes, name: `a.${name}` }));
      expect(refusal.refused).toBe('unperceivable');
      expect(refusal.hint.length).toBeGreaterThan(10);
    },
  );
});

describe('a file that lies', () => {
  const darkroom = openDarkroom();

  it.each(['photo.png', 'plan.pdf', 'notes.txt', 'noname'])(
    'named %s is drawn as the drawing that it is',
    { tags: ['f-render-lying-file'] },
    async (name) => {
      const rendering = rendered(await darkroom.develop({ bytes: drawing, name }));
      expect(rendering.rendererKey).toMatch(/^svg@/);
    },
  );

  it(
    'named as a drawing is drawn as the PDF that it is',
    { tags: ['f-render-lying-file'] },
    async () => {
      const rendering = rendered(
        await darkroom.develop({ bytes: pagesPdf([{ content: paragraph }]), name: 'a.svg' }),
      );
      expect(rendering.rendererKey).toMatch(/^pdf@/);
    },
  );
});

describe('whatever a renderer does', () => {
  it(
    'a throw becomes a refusal',
    { tags: ['s003-refusal-typed', 's003-check-typed-refusal'] },
    async () => {
      const darkroom = createDarkroom({
        renderers: [renderer(() => Promise.reject(new Error('a bug')))],
      });
      expect(refusalOf(await darkroom.develop({ bytes: drawing }))).toMatchObject({
        refused: 'worker-failed',
      });
    },
  );

  it('a promise that never settles ends at the deadline', async () => {
    const stuck = renderer(() => new Promise(() => {}));
    const darkroom = createDarkroom({ renderers: [stuck], limits: { renderTimeoutMs: 50 } });
    const hold = setTimeout(() => {}, 5_000);
    expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('timed-out');
    clearTimeout(hold);
  });

  it(
    'a page that a provider would resample is not handed out',
    { tags: ['f-render-whole-patches'] },
    async () => {
      const darkroom = createDarkroom({ renderers: [renderer(async () => accept(square(1600)))] });
      expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('worker-failed');
    },
  );

  it('its own refusal passes unchanged', async () => {
    const refusal = { refused: 'encrypted', message: 'Locked.', hint: 'Unlock it.' } as const;
    const darkroom = createDarkroom({ renderers: [renderer(async () => refuse(refusal))] });
    expect(refusalOf(await darkroom.develop({ bytes: drawing }))).toEqual(refusal);
  });

  it('a caller can take the request back', async () => {
    const controller = new AbortController();
    const darkroom = openDarkroom();
    const asked = darkroom.develop({ bytes: drawing }, {}, controller.signal);
    controller.abort();
    expect(refusalOf(await asked).refused).toBe('cancelled');
  });

  it('nothing is drawn after closing', async () => {
    const darkroom = openDarkroom();
    await darkroom.close();
    expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('unavailable');
  });
});

describe('requests that make no sense', () => {
  const darkroom = openDarkroom({ maxSourceBytes: 1000 });

  it.each([
    [{ pages: { first: 0, last: 1 } }, 'invalid-input'],
    [{ pages: { first: 2, last: 1 } }, 'invalid-input'],
    [{ pages: { first: 1, last: 1.5 } }, 'invalid-input'],
    [{ pages: { first: 1, last: 500 } }, 'too-many'],
    [
      { region: { unit: 'source', left: Number.NaN, top: 0, width: 1, height: 1 } },
      'invalid-input',
    ],
    [{ region: { unit: 'permille', left: 0, top: 0, width: 0, height: 1 } }, 'invalid-input'],
  ] as const)('are refused: %j', async (options, kind) => {
    expect(refusalOf(await darkroom.develop({ bytes: drawing }, options)).refused).toBe(kind);
  });

  it(
    'are refused when the source is over the bound',
    { tags: ['s003-refusal-too-large', 's003-check-byte-bound'] },
    async () => {
      const refusal = refusalOf(await darkroom.develop({ bytes: new Uint8Array(1001).fill(65) }));
      expect(refusal).toMatchObject({
        refused: 'too-large',
        limit: { name: 'maxSourceBytes', max: 1000, actual: 1001 },
      });
    },
  );

  it('are refused when the source is empty', async () => {
    expect(refusalOf(await darkroom.develop({ bytes: new Uint8Array() })).refused).toBe('empty');
  });

  it.each([
    ['3', 3, 3],
    ['2-4', 2, 4],
    [' 2 – 4 ', 2, 4],
  ])('are told from ranges that do: %s', (text, first, last) => {
    expect(parsePageRange(text)).toEqual(accept({ first, last }));
  });

  it.each(['', '0', '4-2', 'a', '1-', '-1', '1,2', '99999999'])(
    'are told by their text: "%s"',
    (text) => {
      expect(refusalOf(parsePageRange(text)).refused).toBe('invalid-input');
    },
  );
});

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

describe('the encoder', () => {
  it.each([2, 4, 16, 256, 5000])(
    'gives back the pixels of a picture with %i colours',
    (colours) => {
      const rgba = new Uint8Array(97 * 61 * 4);
      for (let at = 0; at < rgba.length; at += 4) {
        const value = (at * 7919) % colours;
        rgba.set([value & 255, (value >> 8) * 9, value % 7, 255], at);
      }
      expect(readPng(encodePng({ width: 97, height: 61, rgba })).rgba).toEqual(rgba);
    },
  );

  it('keeps grey grey', () => {
    const rgba = new Uint8Array(300 * 2 * 4);
    for (let at = 0; at < rgba.length; at += 4)
      rgba.fill((at / 4) % 256, at, at + 3).fill(255, at + 3, at + 4);
    const png = encodePng({ width: 300, height: 2, rgba });
    expect(readPng(png).rgba).toEqual(rgba);
  });
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
