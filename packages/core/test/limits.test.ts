// Limits of a caller: a number of zero or more, or a mistake that stops the start.
import { describe, expect, test } from 'vitest';
import { doorLimits } from '../src/index.ts';
import { withLimits } from '../src/limits.ts';

describe('a limit', () => {
  test(
    'that is set replaces its default, and only that one',
    { tags: ['d-limits-numbers'] },
    () => {
      expect(withLimits(doorLimits, { maxSourceBytes: 10, maxFrames: undefined })).toEqual({
        ...doorLimits,
        maxSourceBytes: 10,
      });
      expect(withLimits(doorLimits, undefined)).toEqual(doorLimits);
    },
  );

  const wrong: readonly unknown[] = ['1kb', '1000', Number.NaN, -1, null, true, {}, [], 10n];
  for (const value of wrong)
    test(
      `that is ${String(value)} (${typeof value}) refuses to start`,
      { tags: ['d-limits-numbers'] },
      () => {
        const own: object = { maxSourceBytes: value };
        expect(() => withLimits(doorLimits, own)).toThrow(
          new TypeError('limits.maxSourceBytes is a number of zero or more.'),
        );
      },
    );
});
