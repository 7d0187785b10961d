import { describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { excuseOf, isPage, limitsIn, limitsOf, others, strayLimits } from './limits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = limitsOf(root);

const stray = strayLimits(all);

describe('limits', { tags: ['d-limits-one-place'] }, () => {
  test('stand on pages of limits, and nowhere else', () => {
    expect(stray.filter((one) => excuseOf(one) === undefined)).toEqual([]);
  });

  test('that are none are still there', () => {
    const used = new Set(stray.map((one) => excuseOf(one)));
    expect(Object.keys(others).filter((start) => !used.has(start))).toEqual([]);
  });

  test('have a name of their own, whichever package they are in', () => {
    const constants = all.filter(({ file, isConstant }) => isPage(file) && isConstant);
    const names = constants.map(({ name }) => name);
    expect(constants.length).toBeGreaterThan(150);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('say what they count in', () => {
    const unitless =
      /(?:Size|Length|Time|Timeout|Duration|Age|Memory|Heap|Width|Height|Edge|Side|Weight)$/;
    const names = all.filter(({ file }) => isPage(file)).map(({ name }) => name);
    expect(names.filter((name) => unitless.test(name))).toEqual([]);
  });

  test.each([
    ['a constant', 'const maxRows = 5;'],
    ['a product', 'export const maxFileBytes = 64 * 1024;'],
    ['a field', 'const limits = { readTimeoutMs: 3_000 };'],
    ['a field of a class', 'class A { readonly maxOpen = 3; }'],
    ['a default', 'function cut(text: string, maxChars = 120) {}'],
    ['a default of an option', 'function cut({ maxChars = 120 }) {}'],
  ])('are found: %s', (_, source) => {
    expect(limitsIn('a.ts', source)).toHaveLength(1);
  });
});
