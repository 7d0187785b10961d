// An engine that is not installed: a copy of the packages beside a node_modules that really lacks it, in a process of its
// own, so that the module loader itself fails.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '@percept/core/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { line, pagesPdf } from './support/write-pdf.ts';
import { paragraph, writeDocx, writeXlsx } from './support/write-zip.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'missing-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Engine {
  readonly name: string;
  readonly source: string | Uint8Array;
  /** What is taken away. */
  readonly absent: string;
  /** What the hint tells to install. */
  readonly install: string;
}

const chart = {
  mark: 'bar',
  data: { values: [{ a: 1 }] },
  encoding: { x: { field: 'a', type: 'nominal' } },
};
const engines: readonly Engine[] = [
  {
    name: 'a.pdf',
    source: pagesPdf([{ content: line('x', 50, 700, 20) }]),
    absent: '@embedpdf/pdfium',
    install: '@embedpdf/pdfium',
  },
  {
    name: 'a.dot',
    source: 'digraph { a -> b }',
    absent: '@hpcc-js/wasm-graphviz',
    install: '@hpcc-js/wasm-graphviz',
  },
  {
    name: 'a.mmd',
    source: 'flowchart LR\n a --> b',
    absent: '@dagrejs/dagre',
    install: '@dagrejs/dagre',
  },
  {
    name: 'a.vl.json',
    source: JSON.stringify(chart),
    absent: 'vega',
    install: 'vega vega-lite vega-interpreter',
  },
  { name: 'a.tex', source: '$x^2$', absent: '@mathjax/src', install: '@mathjax/src' },
  { name: 'a.docx', source: writeDocx(paragraph('words')), absent: 'mammoth', install: 'mammoth' },
  { name: 'a.xlsx', source: writeXlsx([['a', 1]]), absent: '@e965/xlsx', install: '@e965/xlsx' },
  { name: 'a.ts', source: 'const a = 1;', absent: 'shiki', install: 'shiki' },
  { name: 'a.md', source: '# a', absent: 'marked', install: 'marked' },
];
/** Drawn by a browser, which is not set up here either: its refusal names both. */
const pie = { name: 'pie.mmd', source: 'pie\n "a": 1', absent: 'mermaid', install: 'mermaid' };

/** The packages as they are, and every module of the workspace but these. */
function treeWithout(name: string, absent: readonly string[]): string {
  const tree = join(folder, name);
  const modules = join(tree, 'node_modules');
  for (const own of ['core', 'ingest', 'render']) {
    for (const part of ['src', 'package.json']) {
      cpSync(join(root, 'packages', own, part), join(tree, 'packages', own, part), {
        recursive: true,
      });
    }
    mkdirSync(join(modules, '@percept'), { recursive: true });
    symlinkSync(join(tree, 'packages', own), join(modules, '@percept', own));
  }
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry === '@percept' || entry === 'percept' || entry.startsWith('.')) continue;
    const isScope = entry.startsWith('@');
    const inside = isScope ? readdirSync(join(root, 'node_modules', entry)) : [''];
    if (isScope) mkdirSync(join(modules, entry));
    for (const one of inside) {
      const path = one === '' ? entry : `${entry}/${one}`;
      if (!absent.includes(path))
        symlinkSync(join(root, 'node_modules', path), join(modules, path));
    }
  }
  return tree;
}

const script = `
import { readFileSync } from 'node:fs';
import { createDarkroom, standardRenderers } from './packages/render/src/index.ts';
const darkroom = createDarkroom({ renderers: standardRenderers() });
const answers = {};
for (const name of process.argv.slice(2)) {
  const outcome = await darkroom.develop({ bytes: readFileSync(name), name });
  answers[name] = outcome.ok ? 'drawn' : outcome.refusal;
}
await darkroom.close();
console.log(JSON.stringify(answers));
`;

async function developIn(
  tree: string,
  some: readonly Engine[],
): Promise<Readonly<Record<string, unknown>>> {
  writeFileSync(join(tree, 'develop.ts'), script);
  for (const { name, source } of some) writeFileSync(join(tree, name), source);
  const names = some.map(({ name }) => name);
  const { stdout } = await run(process.execPath, ['develop.ts', ...names], { cwd: tree });
  const answers: unknown = JSON.parse(stdout);
  if (!isRecord(answers)) throw new Error(stdout);
  return answers;
}

describe('An engine that is not installed', { timeout: 240_000 }, () => {
  test('is a refusal that says how to install it', async () => {
    const all = [...engines, pie];
    const tree = treeWithout(
      'without',
      all.map(({ absent }) => absent),
    );
    const answers = await developIn(tree, all);
    for (const { name, install } of all) {
      const hint: unknown = expect.stringContaining(`npm install ${install}\``);
      expect({ name, answer: answers[name] }).toEqual({
        name,
        answer: { refused: 'renderer-missing', message: expect.any(String), hint },
      });
    }
  });

  test('keeps no other engine from drawing', async () => {
    const tree = treeWithout('half', ['@embedpdf/pdfium', 'vega', '@mathjax/src']);
    const answers = await developIn(tree, engines);
    const drawn = engines.filter(({ name }) => answers[name] === 'drawn');
    expect(drawn.map(({ name }) => name)).toEqual([
      'a.dot',
      'a.mmd',
      'a.docx',
      'a.xlsx',
      'a.ts',
      'a.md',
    ]);
  });
});
