// A page with the element on it, in a real browser, under the strict policy. Importing it opens a fresh page for each test,
// and fails the test when the policy reported, a dialog opened or a script threw.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  built,
  folder,
  type Site,
  startBrowser,
  startSite,
  type Watched,
  watchedPage,
} from './strict-site.ts';

export const here = fileURLToPath(new URL('..', import.meta.url));
export const chart = await readFile(join(here, 'gallery/assets/chart.png'));
export const chime = await readFile(join(here, 'gallery/assets/chime.wav'));
export const hostileSvg = await readFile(join(here, 'gallery/assets/hostile.svg'));
export const inline = (bytes: Buffer) => ({
  base64: bytes.toString('base64'),
  bytes: bytes.length,
});

const stage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stage</title><script type="module" src="/media-envelope.js"></script></head><body><main><h1>Stage</h1></main></body></html>';

let browser: Browser;
export let site: Site;
export let context: BrowserContext;
export let watched: Watched;
export let page: Page;
let element: Awaited<ReturnType<typeof built>>;

beforeAll(async () => {
  element = await built('element');
  const bundle = folder(element.folder);
  site = await startSite(async (path) => {
    if (path === '/index.html') return stage;
    if (path.startsWith('/slow/')) await new Promise((done) => setTimeout(done, 400));
    if (path.endsWith('chart.png')) return chart;
    if (path.endsWith('chime.wav')) return chime;
    if (path.endsWith('hostile.svg')) return hostileSvg;
    return bundle(path);
  }, 'https://cdn.example');
  browser = await startBrowser();
}, 240_000);

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await element[Symbol.asyncDispose]();
});

beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 900, height: 900 },
    acceptDownloads: true,
  });
  watched = await watchedPage(context, site);
  page = watched.page;
  await page.goto(site.origin);
  await page.evaluate(async () => {
    await customElements.whenDefined('media-envelope');
  });
}, 240_000);

afterEach(async () => {
  expect(site.reports).toEqual([]);
  expect(watched.errors).toEqual([]);
  expect(watched.dialogs).toEqual([]);
  await context.close();
});

interface Options {
  readonly origins?: string | readonly string[];
  readonly lineNumbers?: boolean;
  readonly width?: number;
  readonly height?: number;
}

/** Puts one envelope on the stage; answers what of it a reader can see. */
export async function show(envelope: unknown, options: Options = {}): Promise<void> {
  await page.evaluate(
    async ([value, settings]) => {
      const made = document.createElement('media-envelope');
      Object.assign(made, settings, { envelope: value });
      document.querySelector('main')?.append(made);
      await made.updateComplete;
    },
    [envelope, options] as const,
  );
}

/** Everything that a reader can read, through every shadow root. */
export const seen = () =>
  page.evaluate(() => {
    const read = (root: ParentNode): string =>
      [...root.children]
        .map((it) => {
          const own = it instanceof HTMLElement ? it.innerText : '';
          const nested = [it, ...it.querySelectorAll('*')];
          return [
            own,
            ...nested.map((inner) => (inner.shadowRoot ? read(inner.shadowRoot) : '')),
          ].join('\n');
        })
        .join('\n');
    return read(document.body);
  });
export const url = (path: string) => `${site.origin}${path}`;
