// The documents hold together, and what is generated for the site says what the code says.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageLimits } from '@percept/core/internal';
import { catalogue } from '../../packages/percept/src/cli/catalogue.ts';
import { publicFace } from '../../scripts/exports.ts';
import { compilePackages } from '../../scripts/pack/stage.ts';
import { agentsSummary } from '../../scripts/site/agents-summary.ts';
import { anchorOf, apiPages } from '../../scripts/site/api-pages.ts';
import { commandPage } from '../../scripts/site/command-page.ts';
import { configurationPage } from '../../scripts/site/configuration-page.ts';
import { limitsPage } from '../../scripts/site/limits-page.ts';
import { brokenLinks } from '../../scripts/site/links.ts';
import { retentionPictures } from '../../scripts/site/retention-pictures.ts';
import { sidebar } from '../../scripts/site/sidebar.ts';
import { anchorsOf, documents, linksOf, root } from './markdown-files.ts';

describe('links in documents', { tags: ['d-docs-links'] }, () => {
  const all = documents();
  const byPath = new Map(all.map((document) => [document.path, document]));

  test.for(all)('of $path lead to a file and a heading', (document) => {
    const broken = linksOf(document).filter((link) => {
      if (/^(?:[a-z]+:|\/)/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document.path : join(dirname(document.path), path);
      if (target.startsWith('docs/reference/')) return false;
      if (!existsSync(join(root, target))) return true;
      const page = byPath.get(target);
      return anchor !== undefined && page !== undefined && !anchorsOf(page).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('links of a built site', { tags: ['d-docs-site'] }, () => {
  let site: string;
  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), 'percept-links-'));
    const good =
      '<a href="/b.html#here">b</a><img src="/a.png"><a href="https://example.org/x">x</a>';
    writeFileSync(
      join(site, 'index.html'),
      `${good}<a href="/c.html">c</a><a href="b.html#gone">b</a>`,
    );
    writeFileSync(join(site, 'b.html'), '<h2 id="here">b</h2><a href="/">a</a>');
    writeFileSync(join(site, 'a.png'), '');
  });
  afterAll(() => rmSync(site, { recursive: true }));

  test('that lead nowhere are named, and no others', () => {
    expect(brokenLinks(site)).toEqual([
      'index.html: /c.html is not there',
      'index.html: b.html#gone: b.html has no such anchor',
    ]);
  });
});

describe('what is generated', { tags: ['d-docs-reference'], timeout: 600_000 }, () => {
  test('has the help of every command', async () => {
    const page = await commandPage();
    for (const { name, load } of catalogue) {
      expect(page).toContain(`## percept ${name}\n`);
      expect(page).toContain((await load()).help.trimEnd());
    }
  });

  test('has every key of the configuration and every provider', () => {
    const page = configurationPage(root);
    for (const key of ['main', 'strictRouting', 'maxImagesPerTurn', 'usdPerImage', 'ollama'])
      expect(page).toContain(`| \`${key}\` |`);
  });

  test('has the limits and the kinds of refusals', () => {
    const page = limitsPage(root);
    expect(page).toContain(`| \`maxEdgePx\` | ${messageLimits.maxEdgePx.toLocaleString('en')} |`);
    expect(page).toContain('| `store-full` | The store has no room, or cannot write. |');
  });

  test('has every public name with its declaration', () => {
    const declarations = mkdtempSync(join(tmpdir(), 'percept-api-'));
    try {
      compilePackages(declarations);
      const pages = apiPages(root, declarations);
      const text = [...pages.values()].join('\n');
      for (const value of publicFace(root).values) expect(text).toContain(`{#${anchorOf(value)}}`);
      expect(pages.get('percept')).toContain('function openPercept(');
    } finally {
      rmSync(declarations, { recursive: true });
    }
  });

  test('counts what arrived from the table of agents', () => {
    const page = [
      '| agent | way | good | wide |',
      '| --- | --- | --- | --- |',
      '| One (1.0) | bare | sees 1×1 | refused (too-wide) |',
      '|  | gateway | sees 1×1 | document |',
    ].join('\n');
    expect(agentsSummary(page)).toContain('| One (1.0) | 1/2 | 2/2 |  |');
  });

  test('draws the pictures of retention as they are kept', async () => {
    for (const [name, svg] of await retentionPictures())
      expect(readFileSync(join(root, 'docs/pictures', name), 'utf8')).toBe(svg);
  });
});

describe('the pages', { tags: ['d-docs-links'] }, () => {
  test('are all in the list at the side', () => {
    const listed = JSON.stringify(sidebar);
    const missing = documents()
      .map(({ path }) => relative('docs', path))
      .filter((path) => !path.startsWith('..') && path !== 'index.md')
      .filter((path) => !listed.includes(`"/${path.replace(/\.md$/, '')}"`));
    expect(missing).toEqual([]);
  });

  test('name every variable that the packages read', () => {
    const told = documents()
      .map(({ text }) => text)
      .join('\n');
    const read = globSync('packages/*/src/**/*.ts', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\['(PERCEPT_[A-Z_]*[A-Z])'\]/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(read.length).toBeGreaterThan(15);
    expect([...new Set(read)].filter((name) => !told.includes(name))).toEqual([]);
  });

  test('name every route of the page’s API, and no other', () => {
    const sources = ['web-api/routes.ts', 'sign-in-routes.ts', 'health.ts'].map((name) =>
      readFileSync(join(root, 'packages/host/src', name), 'utf8'),
    );
    // `posted` is the word of the API's own routes for whatever comes with a body.
    const route =
      /\b(?:routes\.)?(?:(get|post|delete)|(posted)|on)\(\s*(?:'(GET|POST|DELETE)',\s*)?'(\/(?:api|healthz|readyz)[^'*]*)'/g;
    const routes = sources.flatMap((source) =>
      [...source.matchAll(route)].map(
        ([, method = '', posted, named, path = '']) =>
          `${posted ? 'POST' : (named ?? method.toUpperCase())} ${path}`,
      ),
    );
    const page = readFileSync(join(root, 'docs/http.md'), 'utf8');
    const told = [...page.matchAll(/^\| (GET|POST|DELETE) \| `([^`]+)` \|/gm)].map(
      ([, method = '', path = '']) => `${method} ${path}`,
    );
    expect(told.toSorted()).toEqual(routes.toSorted());
  });
});
