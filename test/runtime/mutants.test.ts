import { describe, expect, test } from 'vitest';
import { candidates, sample } from '../../scripts/mutants/candidates.ts';

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

test('a sample is fixed by its seed and holds nothing twice', () => {
  const all = Array.from({ length: 50 }, (_, index) => index);
  expect(sample(all, 10, 7)).toEqual(sample(all, 10, 7));
  expect(sample(all, 10, 7)).not.toEqual(sample(all, 10, 8));
  expect(new Set(sample(all, 60, 7)).size).toBe(50);
});
