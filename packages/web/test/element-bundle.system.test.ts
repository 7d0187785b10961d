// What is published: one small file that a page loads as it is, also without a bundler, and also inside React.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, folder, startBrowser, startSite, watchedPage } from './strict-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const maxElementBytes = 30 * 1024;

let browser: Browser;
let element: Awaited<ReturnType<typeof built>>;

beforeAll(async () => {
  element = await built('element');
  browser = await startBrowser();
}, 240_000);

afterAll(async () => {
  await browser.close();
  await element[Symbol.asyncDispose]();
});

describe('The element as a file', { timeout: 240_000 }, () => {
  test(
    'is one module below 30 KiB gzipped, with everything in it',
    { tags: ['f-web-bundle'] },
    async () => {
      expect(await readdir(element.folder)).toEqual(['media-envelope.js']);
      const source = await readFile(join(element.folder, 'media-envelope.js'));
      const bytes = gzipSync(source, { level: 9 }).length;
      console.log(`media-envelope.js: ${bytes} bytes gzipped, ${source.length} bytes`);
      expect(bytes).toBeLessThan(maxElementBytes);
      expect(source.toString()).not.toMatch(/\bimport\s*[{*"'(]|\bfrom\s*["']|\brequire\(/);
      expect(source.toString()).not.toContain('dev-mode');
    },
  );

  test('works in plain HTML, as the example in the documentation', async () => {
    const documents = folder(root);
    const bundle = folder(element.folder);
    await using site = await startSite((path) =>
      path.startsWith('/packages/web/dist/element/')
        ? bundle(path.slice('/packages/web/dist/element'.length))
        : documents(path),
    );
    const context = await browser.newContext();
    const { page, foreign, errors } = await watchedPage(context, site);
    await page.goto(`${site.origin}/docs/examples/media-envelope.html`);
    await page.getByRole('heading', { name: 'It works without a bundler' }).waitFor();
    await page.getByRole('img', { name: 'A red square' }).waitFor();
    await page.getByText('This envelope is not valid').waitFor();
    await page.getByText('Something was not shown: /envelopeId is missing.').waitFor();
    expect({ foreign, errors, reports: site.reports }).toEqual({
      foreign: [],
      errors: [],
      reports: [],
    });
    await context.close();
  });

  test('takes an object from React 19, and follows it', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'percept-react-'));
    await build({
      configFile: false,
      logLevel: 'warn',
      root: fileURLToPath(new URL('.', import.meta.url)),
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { conditions: ['module', 'browser', 'production'] },
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2024',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: fileURLToPath(new URL('fixtures/react-page.ts', import.meta.url)),
          output: { entryFileNames: 'page.js' },
        },
      },
    });
    const files = folder(outDir);
    const html =
      '<!doctype html><html lang="en"><head><title>React</title></head><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';
    await using site = await startSite(async (path) =>
      path === '/index.html' ? html : files(path),
    );
    const context = await browser.newContext();
    const { page, errors } = await watchedPage(context, site);
    await page.goto(site.origin);
    await page.getByRole('heading', { name: 'Answer 0' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Answer 1' }).waitFor();
    expect({ errors, reports: site.reports }).toEqual({ errors: [], reports: [] });
    await context.close();
    await rm(outDir, { recursive: true, force: true });
  });
});
