import { describe, expect, test } from 'vitest';
import { candidates, namesOf, sample } from '../../scripts/mutants/candidates.ts';
import { pageWith } from '../../scripts/mutants/page.ts';
import { reporting } from '../../scripts/mutants/reach.ts';

function changes(source: string): readonly string[] {
  return candidates('a.ts', source).map(({ from, to }) => `${from} → ${to}`);
}

describe('a mutant', () => {
  test.each([
    ['const a = b < c;', ['< → <=']],
    ['const a = (b) && c;', ['&& → ||']],
    ['if (a) b = 1;', ['a → !(a)', '1 → (1 + 1)']],
    ['const a = b ? c : true;', ['b → !(b)', 'true → false']],
    ['a.close();', ['a.close(); → ;']],
    ['await a.close();', ['await a.close(); → ;']],
    ['for (const a of b) continue;', ['continue; → ;']],
  ])('of %s is one small change', (source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  test.each([
    "const a = 'b' + c;",
    'type A = 1 | true;',
    'const a: string = b;',
    "import { a } from './a.ts';",
    'function a(b: 0 | 1, c: readonly [true]) {}',
    'const a = b[c] ?? 0;',
  ])('of %s would change nothing that runs, or only words', (source) => {
    expect(changes(source)).toEqual([]);
  });

  test('knows its place', () => {
    const source = 'const a = 1;\nconst b = a > 2;\n';
    const [, second] = candidates('a.ts', source);
    expect(second).toMatchObject({ line: 2, from: '>', to: '>=' });
    expect(source.slice(second?.start, second?.end)).toBe('>');
  });
});

test('has one name wherever its line has moved to, and not that of the same change elsewhere in its line', () => {
  const line = 'const a = b < c || c < b;';
  const named = (source: string) => namesOf(candidates('a.ts', source), source);
  expect(named(`\n\n  ${line}`)).toEqual(named(line));
  expect(new Set(named(`${line}\n${line}`)).size).toBe(6);
});

test('a sample is fixed by its seed and holds nothing twice', () => {
  const all = Array.from({ length: 50 }, (_, index) => index);
  const drawn = (count: number, seed: number, from = all) => sample(from, count, seed, String);
  expect(drawn(10, 7)).toEqual(drawn(10, 7));
  expect(drawn(10, 7)).not.toEqual(drawn(10, 8));
  expect(new Set(drawn(60, 7)).size).toBe(50);
  // What goes or comes elsewhere changes nothing of what else is drawn.
  const [gone, ...others] = drawn(10, 7);
  const without = all.filter((one) => one !== gone);
  expect(drawn(9, 7, without)).toEqual(others);
});

test('a block reports itself before anything in it runs, and lines stay where they are', () => {
  const source = 'const a = 1;\nif (a) {\n  go();\n}\n';
  const told = reporting('a.ts', source);
  expect(told.split('\n').length).toBe(source.split('\n').length);
  expect(told).toContain("if (a) {globalThis.perceptReached?.add('a.ts#20');\n  go();");
  expect(told.startsWith("globalThis.perceptReached?.add('a.ts#0');const a")).toBe(true);
});

test('the page says what survived, and keeps what it said of other areas', () => {
  const mutant = { file: 'a.ts', line: 3, start: 0, end: 1, from: '<', to: '<=' };
  const result = {
    name: 'store',
    area: { source: 'packages/store', tests: ['packages/store/test/'] },
    day: '2026-01-02',
    seed: 1,
    possible: 90,
    tried: 20,
    survivors: [mutant],
  };
  const order = ['core', 'store'];
  const first = pageWith(result, order, '');
  expect(first).toContain('**19 of 20 killed (95 %)**, 2026-01-02, seed 1.');
  expect(first).toContain('- `a.ts:3  <  →  <=`');
  const both = pageWith({ ...result, name: 'core', survivors: [] }, order, first);
  expect(both.indexOf('## core')).toBeLessThan(both.indexOf('## store'));
  expect(both).toContain('**20 of 20 killed (100 %)**');
  expect(both).toContain('None survived.');
  expect(pageWith(result, order, both)).toBe(both);
});
