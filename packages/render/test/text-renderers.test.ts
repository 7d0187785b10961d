import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { knownLanguages, prepare } from '../src/code/highlight.ts';
import { languageOf } from '../src/code/language.ts';
import { shikiVersion } from '../src/code/code-renderer.ts';
import { createDarkroom, createMemoryCache, standardRenderers } from '../src/index.ts';
import { openBench } from './support/develop.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

/** One text for each row of the matrix that is text. */
const samples: readonly (readonly [name: string, text: string, renderer: string])[] = [
  ['a.ts', 'const a = 1;', 'code'],
  ['notes.txt', 'plain words', 'code'],
  ['README', 'no extension', 'code'],
  ['a.log', '\u001b[31mred\u001b[0m', 'code'],
  ['a.diff', '-a\n+b\n', 'code'],
  ['a.json', '{"a":1}', 'code'],
  ['a.jsonl', '{"a":1}\n{"a":2}', 'code'],
  ['a.md', '# Title', 'markdown'],
  ['a.csv', 'a,b\n1,2', 'table'],
  ['a.tsv', 'a\tb\n1\t2', 'table'],
  ['a.html', '<p>hi</p>', 'html'],
  ['a.ipynb', '{"cells":[]}', 'notebook'],
];

describe('A text', () => {
  test.each(samples)(
    'called %s is drawn, twice to the same bytes',
    { tags: ['s003-text-code-document', 'f-render-deterministic'] },
    async (name, text, renderer) => {
      const [one, two] = [await bench.show(name, text), await bench.show(name, text)];
      expect(one.rendererKey.split('@')[0]).toBe(renderer);
      expect(one.reproducible).toBe(true);
      expect(one.pages[0]!.width % 28).toBe(0);
      expect(one.pages[0]!.height % 28).toBe(0);
      const digest = (png: Uint8Array): string => createHash('sha256').update(png).digest('hex');
      expect(digest(two.pages[0]!.png)).toBe(digest(one.pages[0]!.png));
    },
  );

  test('is drawn on dark paper where that is asked for', async () => {
    const light = await bench.show('a.ts', 'const a = 1;');
    const dark = await bench.show('a.ts', 'const a = 1;', { theme: 'dark' });
    expect(Buffer.compare(light.pages[0]!.png, dark.pages[0]!.png)).not.toBe(0);
  });

  test('has more on a page for the gist', async () => {
    const text = 'line\n'.repeat(300);
    const legible = await bench.show('a.txt', text);
    const gist = await bench.show('a.txt', text, { density: 'gist' });
    expect(gist.pageCount).toBeLessThan(legible.pageCount);
  });

  test(
    'is looked at once: the second look is from the cache',
    { tags: ['f-render-cached'] },
    async () => {
      const darkroom = createDarkroom({
        renderers: standardRenderers(),
        cache: createMemoryCache(),
      });
      const source = { bytes: Buffer.from('const a = 1;'), name: 'a.ts' };
      const first = await darkroom.develop(source);
      const second = await darkroom.develop(source);
      expect(second).toEqual(first);
      await darkroom.close();
    },
  );

  test(
    'is refused where the host registers no renderer',
    { tags: ['s003-renderer-injected', 's003-check-render-gated'] },
    async () => {
      const darkroom = createDarkroom({ renderers: [] });
      for (const [name, text] of samples) {
        const outcome = await darkroom.develop({ bytes: Buffer.from(text), name });
        expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'renderer-missing' } });
      }
    },
  );
});

describe('Languages', () => {
  test('are all that shiki has, by name and alias', () => {
    expect(knownLanguages.size).toBeGreaterThan(300);
    for (const language of ['typescript', 'py', 'rs', 'c++', 'cobol', 'zig', 'wgsl']) {
      expect(knownLanguages.has(language)).toBe(true);
    }
  });

  test.each(['typescript', 'cobol', 'wgsl', 'apl', 'viml', 'nix', 'vyper'])(
    '%s has a grammar that loads',
    async (name) => {
      expect(await prepare(name, 'light')).toBe(true);
    },
  );

  test.each([
    ['src/main.rs', '', 'rs'],
    ['Makefile', '', 'make'],
    ['a.H', '', 'c'],
    ['x.constructor', '', 'plaintext'],
    ['__proto__', '', 'plaintext'],
    ['script', '#!/usr/bin/env -S node --x', 'javascript'],
    ['script', '#!/bin/sh', 'shellscript'],
  ])('%s with "%s" is %s', (name, head, language) => {
    expect(languageOf(name, head, knownLanguages)).toBe(language);
  });
});

test('the version in the cache key is the one that the package pins', async () => {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
  const keys = standardRenderers()
    .map(({ id, version }) => `${id} ${version}`)
    .join('\n');
  expect(manifest.dependencies.shiki).toBe(shikiVersion);
  expect(keys).toContain(`marked${manifest.dependencies.marked}`);
  expect(keys).toContain(`htmlparser${manifest.dependencies.htmlparser2}`);
  expect(keys).toContain(`mammoth${manifest.peerDependencies.mammoth}`);
  expect(keys).toContain(`xlsx${manifest.peerDependencies['@e965/xlsx']}`);
});
