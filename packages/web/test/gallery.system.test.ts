// The gallery, in every theme and size, under the strict policy: nothing runs, nothing leaves, nothing is hidden, and
// everything can be read with assistive technology.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, folder, type Site, startBrowser, startSite, watchedPage } from './strict-site.ts';

let browser: Browser;
let site: Site;
let gallery: Awaited<ReturnType<typeof built>>;

beforeAll(async () => {
  gallery = await built('gallery');
  site = await startSite(folder(gallery.folder));
  browser = await startBrowser();
}, 240_000);

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await gallery[Symbol.asyncDispose]();
});

async function open(page: Page): Promise<void> {
  await page.goto(site.origin);
  const isReady = (): boolean => document.documentElement.dataset['ready'] === 'true';
  // No judgement of speed: machines are busy.
  await page.waitForFunction(isReady, undefined, { timeout: 100_000 });
  // Pictures far below load when somebody scrolls there.
  await page.evaluate(() => {
    for (const shown of document.querySelectorAll('media-envelope'))
      for (const picture of shown.shadowRoot?.querySelectorAll('img') ?? [])
        picture.loading = 'eager';
  });
  await page.waitForLoadState('networkidle');
}

const themes: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
  'less motion': { reducedMotion: 'reduce', colorScheme: 'dark' },
};

/** `PERCEPT_SCREENSHOTS=FOLDER` keeps what was seen. */
async function keep(page: Page, name: string): Promise<void> {
  const into = process.env['PERCEPT_SCREENSHOTS'];
  if (into === undefined) return;
  const path = join(into, `element-${name.replace(' ', '-')}.png`);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width: 1000, height: 2220 } });
}

async function violationsOn(page: Page): Promise<readonly unknown[]> {
  const results = await page.evaluate(async () => {
    const checker: unknown = Reflect.get(globalThis, 'axe');
    const run: unknown = Reflect.get(Object(checker), 'run');
    if (typeof run !== 'function') throw new Error('axe is missing');
    return (await Reflect.apply(run, checker, [
      document,
      { resultTypes: ['violations'] },
    ])) as AxeResults;
  });
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => [JSON.stringify(target), failureSummary]),
  }));
}

describe('The gallery', { timeout: 240_000 }, () => {
  test.each(Object.entries(themes))(
    'runs nothing, reports nothing and asks no other host: %s',
    { tags: ['f-web-hostile-envelopes', 'f-web-no-foreign-load', 'f-web-csp-trusted-types'] },
    async (name, theme) => {
      const context = await browser.newContext({
        ...theme,
        viewport: { width: 1000, height: 900 },
      });
      const { page, foreign, dialogs, errors } = await watchedPage(context, site);
      await open(page);
      const executions = await page.evaluate(
        () => Reflect.get(globalThis, 'executions') as unknown,
      );
      await keep(page, name);
      expect({ executions, foreign, dialogs, errors, reports: site.reports }).toEqual({
        executions: [],
        foreign: [],
        dialogs: [],
        errors: [],
        reports: [],
      });
      await context.close();
    },
  );

  test('would notice what runs', async () => {
    const context = await browser.newContext();
    const { page } = await watchedPage(context, site);
    await open(page);
    await page.evaluate(() => {
      const call: unknown = Reflect.get(globalThis, 'executed');
      if (typeof call === 'function') Reflect.apply(call, undefined, ['test']);
    });
    expect(await page.evaluate(() => Reflect.get(globalThis, 'executions') as unknown)).toEqual([
      'test',
    ]);
    await context.close();
  });

  test(
    'holds no element, handler or address that could run, and pollutes no prototype',
    { tags: ['f-web-hostile-envelopes'] },
    async () => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
      const { page } = await watchedPage(context, site);
      await open(page);
      const found = await page.evaluate(() => {
        const all = (root: ParentNode): readonly Element[] =>
          [...root.querySelectorAll('*')].flatMap((it) => [
            it,
            ...(it.shadowRoot ? all(it.shadowRoot) : []),
          ]);
        const elements = [...document.querySelectorAll('media-envelope')].flatMap((it) =>
          all(it.shadowRoot ?? it),
        );
        return {
          count: elements.length,
          tags: [...new Set(elements.map((it) => it.localName))],
          handlers: elements
            .flatMap((it) => it.getAttributeNames())
            .filter((name) => name.startsWith('on') || name === 'style'),
          schemes: [
            ...new Set(
              elements.flatMap((it) =>
                ['href', 'src', 'action', 'srcdoc', 'srcset'].flatMap((name) => {
                  const value = it.getAttribute(name);
                  return value === null ? [] : [new URL(value, document.baseURI).protocol];
                }),
              ),
            ),
          ],
          polluted: Reflect.has({}, 'polluted'),
        };
      });
      expect(found.count).toBeGreaterThan(500);
      for (const tag of [
        'script',
        'iframe',
        'object',
        'embed',
        'form',
        'style',
        'link',
        'base',
        'meta',
      ])
        expect(found.tags).not.toContain(tag);
      expect(found.handlers.filter((name) => name !== 'style')).toEqual([]);
      expect(found.schemes.toSorted()).toEqual(['blob:', 'http:', 'https:']);
      expect(found.polluted).toBe(false);
      await context.close();
    },
  );

  test(
    'hides nothing: every envelope is there, with words',
    { tags: ['f-web-hostile-envelopes', 'f-web-no-silent-hole'] },
    async () => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
      const { page } = await watchedPage(context, site);
      await open(page);
      const shown = await page.evaluate(() => {
        const read = (root: ParentNode): string =>
          [...root.querySelectorAll('*')]
            .map(
              (it) => (it.shadowRoot ? read(it.shadowRoot) : '') + (it.getAttribute('alt') ?? ''),
            )
            .join(' ') +
          [...root.children].map((it) => (it instanceof HTMLElement ? it.innerText : '')).join(' ');
        return [...document.querySelectorAll('article')].map((article) => {
          const element = article.querySelector('media-envelope');
          return {
            name: article.querySelector('h3')?.textContent ?? '',
            height: element?.getBoundingClientRect().height ?? 0,
            text: element?.shadowRoot ? read(element.shadowRoot) : '',
          };
        });
      });
      expect(shown.length).toBeGreaterThan(100);
      const empty = shown.filter(({ height, text }) => height <= 20 || text.trim().length <= 3);
      expect(empty.map(({ name }) => name)).toEqual([]);
      const text = (name: string) => shown.find((it) => it.name === name)?.text ?? '';
      for (const name of [
        'Script in every field',
        'Script in every field of a picture',
        'Script in a card',
        'Script in Markdown',
        'Script in code',
      ])
        expect(text(name)).toContain("<script>executed('script')</script>");
      expect(text('Script in Markdown')).toContain("javascript:executed('reference')");
      expect(text('Script in Markdown')).toContain('https://bank.example (foreign.example)');
      expect(text('SVG with handlers, inline')).toContain('An SVG can hold scripts');
      expect(text('Ten megabytes of base64')).toContain('The bytes are no picture');
      expect(text('Ten megabytes of code')).toContain('Show more');
      expect(text('A hundred thousand quotes')).toContain('too long or too deep to format');
      expect(text('Ten thousand levels of JSON')).toContain('⟨deeper than 40 levels⟩');
      expect(text('Keys that reach for the prototype')).toContain('__proto__');
      expect(text('Getters, proxies and cycles')).toContain('⟨unreadable: boom⟩');
      expect(text('Getters, proxies and cycles')).toContain('⟨circular⟩');
      expect(text('Text that turns around')).toContain('⟨U+202E⟩elpmaxe.evil');
      expect(text('A title of a megabyte')).toMatch(/Title … \(1,0\d\d,\d{3} more characters\)/);
      expect(text('Sizes that are no sizes')).toContain('/payload/bytes is not a whole number.');
      await context.close();
    },
  );

  test('stays usable while it is full of harm', { tags: ['f-web-hostile-envelopes'] }, async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
    const { page, errors } = await watchedPage(context, site);
    await open(page);
    const large = page.locator('article', {
      has: page.getByRole('heading', { name: 'Ten megabytes of JSON' }),
    });
    await large.getByRole('button', { name: 'Show more' }).click();
    await large.getByText('The first 32,000 characters.').waitFor();
    await large.getByRole('button', { name: 'Show more' }).click();
    await large.getByText('The first 256,000 characters.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      large.getByRole('button', { name: 'Download all' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const whole = JSON.parse(text) as { payload: { text: string } };
    expect(whole.payload.text.length).toBe(10 * 1024 * 1024);
    expect(errors).toEqual([]);
    await context.close();
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  const cases = ['light', 'dark', 'forced colours'].flatMap((theme) =>
    [320, 768, 1440].map((width) => [theme, width] as const),
  );
  test.each(cases)(
    'has no accessibility violation: %s at %i pixels',
    { tags: ['f-web-axe'] },
    async (theme, width) => {
      // The checker itself needs a page without a policy; the pages under test have theirs above.
      const context = await browser.newContext({
        ...themes[theme],
        bypassCSP: true,
        viewport: { width, height: 900 },
      });
      await context.addInitScript({ path: axe });
      const { page } = await watchedPage(context, site);
      await open(page);
      const violations = await violationsOn(page);
      expect(violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    },
  );

  test('has a checker that looks inside the elements', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    await context.addInitScript({ path: axe });
    const { page } = await watchedPage(context, site);
    await open(page);
    await page.evaluate(() => {
      const shown = document.querySelector('media-envelope')?.shadowRoot;
      const nameless = document.createElement('button');
      shown?.append(nameless);
    });
    expect(await violationsOn(page)).toMatchObject([{ id: 'button-name' }]);
    await context.close();
  });
});
