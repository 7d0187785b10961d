import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { maxPublicValues, publicFace } from '../../scripts/exports.ts';

const made: string[] = [];
afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

test(
  'the public face of this repository is small, and every value of it has a sentence and an example',
  { tags: ['d-small-face'] },
  () => {
    const { values, objections } = publicFace(fileURLToPath(new URL('../..', import.meta.url)));
    expect(objections).toEqual([]);
    expect(values).toContain('percept openPercept');
    expect(values.length).toBeLessThanOrEqual(maxPublicValues);
  },
);

test('types do not count, and what only has a sentence, an example or nothing is named', () => {
  const root = repository({
    'core/src/index.ts':
      "export { a, type A } from './a.ts'; export { b } from './b.ts'; export { c, d } from './c.ts';",
    'core/src/a.ts': '/** Adds.\n * @example a() */\nexport function a() {}\nexport type A = 1;',
    'core/src/b.ts': '/** Only a sentence. */\nexport const b = 1;',
    'core/src/c.ts': '/** @example new c() */\nexport class c {}\n\nexport const d = 1;',
  });
  const { values, objections } = publicFace(root);
  expect(values.map((value) => value.split(' ')[1])).toEqual(['a', 'b', 'c', 'd']);
  expect(objections).toEqual([
    '@percept/core b: has no example in packages/core/src/b.ts',
    '@percept/core c: has no sentence in packages/core/src/c.ts',
    '@percept/core d: has no comment in packages/core/src/c.ts',
  ]);
});

test('what is shared with sisters is not public, and is used by one of them', () => {
  const root = repository({
    'core/src/internal.ts': "export { used, lazily, idle } from './parts.ts';",
    'core/src/parts.ts': 'export const used = 1; export const lazily = 2; export const idle = 3;',
    'ingest/src/index.ts': `import { used } from '@percept/core/internal';
      export type X = typeof used;
      const load = async () => { const { lazily } = await import('@percept/core/internal'); };`,
  });
  expect(publicFace(root)).toEqual({
    values: [],
    objections: ['@percept/core/internal idle: no sister package uses it'],
  });
});

test('more values than a small face has are refused', () => {
  const many = Array.from({ length: maxPublicValues + 1 }, (_, at) => `v${at}`);
  const root = repository({
    'core/src/index.ts': `export { ${many.join(', ')} } from './many.ts';`,
    'core/src/many.ts': many
      .map((name) => `/** One. @example ${name} */\nexport const ${name} = 1;`)
      .join('\n'),
  });
  expect(publicFace(root).objections).toEqual([
    `${maxPublicValues + 1} public values; at most ${maxPublicValues} are a small face`,
  ]);
});

/** A repository in a temporary folder, with what each package exports read from its files. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'exports-'));
  made.push(root);
  for (const [path, content] of Object.entries(files)) write(join(root, 'packages', path), content);
  for (const folder of new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))) {
    const entries = { '.': 'index.ts', './internal': 'internal.ts' };
    const exports = Object.fromEntries(
      Object.entries(entries)
        .filter(([, file]) => `${folder}/src/${file}` in files)
        .map(([subpath, file]) => [subpath, `./src/${file}`]),
    );
    const manifest = JSON.stringify({ name: `@percept/${folder}`, exports });
    write(join(root, 'packages', folder, 'package.json'), manifest);
  }
  return root;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
