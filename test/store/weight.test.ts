// Nobody who opens the embedded memory loads a database driver, and each subpath loads what it is for.
import { expect, test } from 'vitest';
import { ended, launch } from './children.ts';

test.for<[string, readonly string[]]>([
  ['@percept/store', []],
  ['@percept/store/internal/sqlite', []],
  ['@percept/store/s3', ['aws4fetch']],
  ['@percept/store/postgres', ['pg']],
])('%s loads only what it needs', { timeout: 240_000 }, async ([entry, wanted]) => {
  const child = launch('imports', [entry]);
  expect(await ended(child)).toBe(0);
  const loaded: readonly string[] = JSON.parse(child.output());
  const heavy = new Set(['aws4fetch', 'pg']);
  expect(loaded.filter((name) => heavy.has(name))).toEqual(wanted);
  expect(loaded).toContain('@percept/core');
});
