import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { importsOf } from '../../scripts/imports.ts';
import { violations } from '../../scripts/layers.ts';

const made: string[] = [];
afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

test(
  'this repository keeps its own layer rule',
  {
    tags: [
      'd-layers',
      'd-core-pure',
      'd-exports-only',
      'd-declared-dependencies',
      'd-decoder-only-in-ingest',
      's002-one-door',
      's002-router-without-decoder',
    ],
  },
  () => {
    expect(violations(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
  },
);

describe('the layer rule accepts', () => {
  test(
    'imports that point up, through the exports map, as declared',
    { tags: ['d-layers'] },
    () => {
      const root = runtime({
        'core/src/index.ts': "export { a } from './deep/a.ts';",
        'core/src/deep/a.ts': "import type { B } from '../b.ts'; export const a: B = 1;",
        'core/src/ai-sdk.ts': "import type { LanguageModelV4 } from '@ai-sdk/provider';",
        'ingest/src/index.ts': `
        import { readFile } from 'node:fs/promises';
        import sharp from 'sharp';
        import { a } from '@percept/core';
        import { lens } from '@percept/core/lens/chat';
        const worker = new Worker(new URL('worker.ts', import.meta.url));
        const version = new URL('../package.json', import.meta.url);
        const later = () => import('./later.ts');`,
      });
      expect(violations(root)).toEqual([]);
    },
  );
});

describe('the layer rule refuses', () => {
  test.each([
    ["import { s } from '@percept/store';", 'imports @percept/store, which is not above ingest'],
    [
      "import type { S } from '@percept/store';",
      'imports @percept/store, which is not above ingest',
    ],
    ["export { s } from '@percept/store';", 'imports @percept/store, which is not above ingest'],
    ["export * from '@percept/store';", 'imports @percept/store, which is not above ingest'],
    [
      "const s = await import('@percept/store');",
      'imports @percept/store, which is not above ingest',
    ],
    [
      'const s = await import(`@percept/store`);',
      'imports @percept/store, which is not above ingest',
    ],
    ["type S = import('@percept/store').S;", 'imports @percept/store, which is not above ingest'],
    ["import.meta.resolve('@percept/store');", 'imports @percept/store, which is not above ingest'],
  ])('an import that points down: %s', { tags: ['d-layers'] }, (source, objection) => {
    const root = runtime({ 'ingest/src/index.ts': source, 'store/src/index.ts': '' });
    expect(violations(root)).toEqual([`packages/ingest/src/index.ts:1: ${objection}`]);
  });

  test('a declared dependency that points down', { tags: ['d-layers'] }, () => {
    const root = runtime({ 'ingest/src/index.ts': '', 'store/src/index.ts': '' });
    manifest(root, 'ingest', { dependencies: { '@percept/store': '*' } });
    expect(violations(root)).toEqual([
      'packages/ingest/package.json: depends on @percept/store, which is not above it',
    ]);
  });

  test('a workspace package that is not declared', { tags: ['d-declared-dependencies'] }, () => {
    const root = runtime({ 'store/src/index.ts': "import { a } from '@percept/core';" });
    manifest(root, 'store', {});
    expect(violations(root)).toEqual([
      'packages/store/src/index.ts:1: imports @percept/core, which package.json does not declare',
    ]);
  });

  test('a third-party package that is not declared', { tags: ['d-declared-dependencies'] }, () => {
    const root = runtime({ 'store/src/index.ts': "import { pack } from 'tar';" });
    expect(violations(root)).toEqual([
      'packages/store/src/index.ts:1: imports tar, which package.json does not declare',
    ]);
  });

  test.each(['@percept/core/src/index.ts', '@percept/core/lens', '@percept/core/lens/'])(
    'an import around the exports map: %s',
    { tags: ['d-exports-only'] },
    (specifier) => {
      const root = runtime({ 'ingest/src/index.ts': `import { a } from '${specifier}';` });
      expect(violations(root)).toEqual([
        `packages/ingest/src/index.ts:1: ${specifier} is not in the exports map of @percept/core`,
      ]);
    },
  );

  test.each(['../../core/src/index.ts', '../../../conformance/gate.ts', '/etc/passwd'])(
    'a path that leaves the package: %s',
    { tags: ['d-exports-only'] },
    (specifier) => {
      const root = runtime({ 'ingest/src/index.ts': `\nimport '${specifier}';` });
      expect(violations(root)).toEqual([
        `packages/ingest/src/index.ts:2: ${specifier} leaves the package`,
      ]);
    },
  );

  test('a URL beside the module that leaves the package', { tags: ['d-exports-only'] }, () => {
    const root = runtime({
      'ingest/src/index.ts': "fork(new URL('../../store/src/child.ts', import.meta.url));",
    });
    expect(violations(root)).toEqual([
      'packages/ingest/src/index.ts:1: ../../store/src/child.ts leaves the package',
    ]);
  });

  test.each([
    ["import 'node:fs';", 'node:fs'],
    ["import { join } from 'path';", 'path'],
    ["import type { Stats } from 'node:fs';", 'node:fs'],
    ["import { z } from 'zod';", 'zod'],
    ["import type { LanguageModelV4 } from '@ai-sdk/provider';", '@ai-sdk/provider'],
    ["import { a } from '@percept/core';", '@percept/core'],
  ])('an impure core: %s', { tags: ['d-core-pure'] }, (source, specifier) => {
    const root = runtime({ 'core/src/deep/index.ts': source });
    expect(violations(root)).toEqual([
      `packages/core/src/deep/index.ts:1: core is pure and may not import ${specifier}`,
    ]);
  });

  test('values of the AI SDK in core, also where its types are welcome', () => {
    const root = runtime({
      'core/src/ai-sdk.ts': "import { APICallError } from '@ai-sdk/provider';",
    });
    expect(violations(root)).toHaveLength(1);
  });

  test('a decoder outside ingest', { tags: ['d-decoder-only-in-ingest', 's002-one-door'] }, () => {
    const root = runtime({ 'store/src/index.ts': "import sharp from 'sharp';" });
    expect(violations(root)).toEqual([
      'packages/store/src/index.ts:1: only ingest may import sharp',
    ]);
  });

  test('a computed import, because it cannot be checked', () => {
    const root = runtime({ 'store/src/index.ts': 'await import(name);' });
    expect(violations(root)).toEqual([
      'packages/store/src/index.ts:1: imports a computed name, which nobody can check',
    ]);
  });

  test('a package that has no place in the order', { tags: ['d-layers'] }, () => {
    const root = runtime({ 'attic/src/index.ts': '' });
    expect(violations(root)).toEqual(['packages/attic: has no place in the order of layers']);
  });
});

describe('reading imports', () => {
  test('sees no import in comments and strings', () => {
    const source = "// import 'a';\nconst text = \"import 'b'\"; /* import('c') */";
    expect(importsOf('a.ts', source)).toEqual([]);
  });

  test('tells type-only imports apart', () => {
    const source =
      "import type { A } from 'a';\nimport { type B } from 'b';\nimport { type C, d } from 'c';";
    expect(
      importsOf('a.ts', source).map(({ specifier, typeOnly }) => [specifier, typeOnly]),
    ).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
  });

  test('refuses to guess at a file that does not parse', () => {
    expect(() => importsOf('a.ts', 'import {')).toThrow('a.ts does not parse');
  });
});

/** A repository in a temporary folder; each package gets a manifest that declares what is above it. */
function runtime(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  made.push(root);
  const folders = new Set(['core', ...Object.keys(files).map((path) => path.split('/')[0] ?? '')]);
  for (const folder of folders) {
    const above = folder === 'core' ? {} : { '@percept/core': '*' };
    const own = folder === 'ingest' ? { sharp: '*' } : {};
    manifest(root, folder, { dependencies: { ...above, ...own } });
  }
  for (const [path, content] of Object.entries(files)) write(join(root, 'packages', path), content);
  return root;
}

function manifest(root: string, folder: string, fields: Readonly<Record<string, unknown>>): void {
  const exports = { '.': './src/index.ts', './lens/*': { source: './src/lens/*/index.ts' } };
  write(
    join(root, 'packages', folder, 'package.json'),
    JSON.stringify({ name: `@percept/${folder}`, exports, ...fields }),
  );
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
