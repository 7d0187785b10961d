import { defaultOptions } from '../src/options.ts';
import { layCode } from '../src/code/code-page.ts';
import { paperOf, sheetOf } from '../src/grid/paper.ts';
import type { CodeOrder, Laid } from '../src/text-renderer/order.ts';
import type { SceneNode } from '../src/takumi/scene.ts';
import { fits } from '@percept/core/internal';
import { fitTarget, profilesById, resolveProfile } from '@percept/core';
import { describe, expect, test } from 'vitest';

const paper = paperOf(defaultOptions.target, 'legible');

async function lay(text: string | Uint8Array, more: Partial<CodeOrder> = {}): Promise<Laid> {
  const outcome = await layCode({
    kind: 'code',
    form: 'code',
    name: 'a.ts',
    label: 'src/a.ts',
    language: undefined,
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
    paper,
    theme: 'light',
    pages: { first: 1, last: 1 },
    ...more,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

function* nodesOf(node: SceneNode): Generator<SceneNode> {
  yield node;
  if (node.type === 'container') for (const child of node.children ?? []) yield* nodesOf(child);
}

function textsOf({ pages }: Laid): readonly string[] {
  return pages.flatMap(({ text }) => text.split('\n'));
}

function colourOf(laid: Laid, text: string): unknown {
  const nodes = laid.pages.flatMap(({ node }) => [...nodesOf(node)]);
  const isOf = (node: SceneNode): boolean =>
    node.type === 'text' && node.text.split(/\s+/).includes(text);
  return nodes.find(isOf)?.style?.['color'];
}

describe('The page', () => {
  test(
    'is 33 by 47 whole patches with a cell of 9 by 18 pixels for a standard model',
    { tags: ['f-render-legible-cell', 'f-render-whole-patches'] },
    () => {
      expect(paper).toMatchObject({
        width: 924,
        height: 1316,
        cell: { width: 9, height: 18, fontPx: 15 },
      });
    },
  );

  test('is smaller than 9 by 16 only for the gist', { tags: ['f-render-legible-cell'] }, () => {
    expect(paperOf(defaultOptions.target, 'gist').cell.width).toBeLessThan(9);
    for (const [id, profile] of profilesById) {
      const { cell } = paperOf(fitTarget(profile), 'legible');
      expect([id, cell.width >= 9, cell.height >= 16]).toEqual([id, true, true]);
    }
  });

  test.each([
    ['anthropic', 'claude-opus-4-5'],
    ['openai', 'gpt-5.2'],
    ['google', 'gemini-3-pro'],
    ['somebody', 'some-model'],
  ])(
    'is whole patches that %s takes as they are',
    { tags: ['f-render-whole-patches'] },
    (provider, model) => {
      const target = fitTarget(resolveProfile({ provider, model }));
      if (!target) throw new Error(`${model} sees nothing`);
      const sheet = sheetOf(target);
      const patch = target.patches?.sizePx ?? 28;
      expect([sheet.width % patch, sheet.height % patch]).toEqual([0, 0]);
      expect(fits(sheet, target)).toBe(true);
    },
  );

  test('of a small target is smaller and still fits', () => {
    const target = { ...defaultOptions.target, maxEdgePx: 600, maxPixels: 250_000 };
    expect(fits(sheetOf(target), target)).toBe(true);
  });

  test('ends with its text, in whole patches', { tags: ['f-render-whole-patches'] }, async () => {
    const { pages } = await lay('one\ntwo\nthree\n');
    expect(pages[0]?.height).toBe(112);
  });
});

describe('A page of code', () => {
  const long = Array.from({ length: 200 }, (_, index) => `const line${index + 1} = ${index};`).join(
    '\n',
  );

  test(
    'names path, lines and page, and numbers its lines',
    { tags: ['f-render-header-lines'] },
    async () => {
      const texts = textsOf(await lay(long, { pages: { first: 2, last: 2 } }));
      expect(texts[0]).toBe('src/a.ts');
      expect(texts[1]).toBe('lines 72-142 of 200 · page 2/3');
      expect(texts).toContain('72');
      expect(texts).toContain('142');
      expect(texts).not.toContain('143');
    },
  );

  test('marks the rows of a line that goes on', async () => {
    const texts = textsOf(await lay(`${'x'.repeat(250)}\nend`));
    expect(texts.filter((text) => text === '»')).toHaveLength(2);
    expect(texts).toContain('2');
  });

  test('has its ligatures off', { tags: ['f-render-no-ligatures'] }, async () => {
    const { pages } = await lay('a => b !== c');
    expect(pages[0]?.node.style?.['fontFeatureSettings']).toContain('"calt" 0, "liga" 0');
  });

  test('is coloured by its language, and by what came before the page', async () => {
    const open = await lay(`/*\n${'inside\n'.repeat(100)}*/\nconst x = 1;`, {
      pages: { first: 2, last: 2 },
    });
    expect(colourOf(open, 'inside')).toBe('#66707B');
    expect(colourOf(open, 'const')).toBe('#A0111F');
  });

  test('finds its language by name, extension and first line', async () => {
    for (const [name, text, word] of [
      ['Dockerfile', 'FROM node', 'FROM'],
      ['a.rs', 'fn main() {}', 'fn'],
      ['run', '#!/usr/bin/env python3\nimport os', 'import'],
    ] as const) {
      const laid = await lay(text, { name });
      expect([name, colourOf(laid, word)]).toEqual([name, '#A0111F']);
    }
  });

  test('shows every character that would hide', async () => {
    const text = textsOf(await lay('a\u202eb\u200bc\u00ad\u0007\u{e0041}')).join('');
    for (const name of ['<U+202E>', '<U+200B>', '<U+00AD>', '^G', '<U+E0041>'])
      expect(text).toContain(name);
  });

  test('shows bytes that are no UTF-8 as what they are', async () => {
    const text = textsOf(await lay(Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x0a))).join(
      '',
    );
    for (const name of ['<0xFF>', '<0xC3>', '<0xE2>', '<0x82>']) expect(text).toContain(name);
  });

  test('keeps letters from right to left in a piece of their own', async () => {
    const { pages } = await lay('x = "שלום"; y');
    const [page] = pages;
    const texts = page
      ? [...nodesOf(page.node)].flatMap((node) => (node.type === 'text' ? [node.text] : []))
      : [];
    expect(texts).toContain('שלום');
  });

  test('puts wide characters and pictures on the grid', async () => {
    const { pages } = await lay('漢字x👍🏽y🇩🇪z', { language: 'plaintext' });
    const [page] = pages;
    const lefts = page
      ? [...nodesOf(page.node)].flatMap((node) =>
          node.type === 'container' &&
          node.style?.['display'] === 'block' &&
          node.children?.length === 1
            ? [Number(node.style['left'])]
            : [],
        )
      : [];
    const start = lefts[0] ?? 0;
    expect(lefts.map((left) => (left - start) / 9)).toEqual([0, 2, 4, 5, 7, 8, 10]);
  });

  test('is the whole of an empty file', async () => {
    expect((await lay('')).pageCount).toBe(1);
  });
});

describe('A diff', () => {
  test('has grounds for what was added, removed and where', async () => {
    const laid = await lay('--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n', {
      form: 'diff',
      language: 'diff',
    });
    const grounds = laid.pages
      .flatMap(({ node }) => [...nodesOf(node)])
      .map(({ style }) => style?.['backgroundColor']);
    expect(grounds.filter((ground) => ground === '#ffe2e0')).toHaveLength(1);
    expect(grounds.filter((ground) => ground === '#d2fedb')).toHaveLength(1);
    expect(grounds.filter((ground) => ground === '#dff0ff')).toHaveLength(1);
  });
});

describe('JSON', () => {
  const json = (text: string): Promise<Laid> => lay(text, { form: 'json', language: 'json' });

  test('of one line is laid out and says so', { tags: ['f-render-markdown-table'] }, async () => {
    const laid = await json(`{"a":[1,2.50,{}],"s":"x\\"},{","n":null,"long":"${'y'.repeat(200)}"}`);
    const text = laid.pages[0]?.text.replaceAll('\n', '') ?? '';
    expect(laid.warnings.map(({ kind }) => kind)).toEqual(['reformatted']);
    expect(text).toContain('2.50');
    expect(text).toContain(String.raw`"x`);
    expect(text).toContain('lines 1-');
  });

  test('that a person laid out keeps its lines', async () => {
    expect((await json('{\n  "a": 1\n}\n')).warnings).toEqual([]);
  });

  test('of any depth is bounded', async () => {
    expect((await json('['.repeat(300_000))).pageCount).toBeGreaterThan(1);
  });
});
