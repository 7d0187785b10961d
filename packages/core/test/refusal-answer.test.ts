// What an end user reads of a refusal, and the status that a server answers with: for every kind, and never a name of ours.
import { describe, expect, test } from 'vitest';
import { PerceptError, refusalAnswer, refusalKinds, type Refusal } from '../src/index.ts';

const developers = { message: 'maxSourceBytes is 2, and at most 1 is allowed.', hint: 'Raise it.' };

function over(name: string, max: number, actual: number): string {
  const refusal: Refusal = { refused: 'too-large', ...developers, limit: { name, max, actual } };
  return refusalAnswer(refusal).words;
}

describe('words for end users', { tags: ['p-refusal-words'] }, () => {
  test.for(refusalKinds)('%s is told without a name of a setting or a part', (refused) => {
    const refusal = { refused, ...developers };
    const { status, words } = refusalAnswer(refusal);
    expect(words).toMatch(/^[A-Z].+\.$/);
    expect(words).not.toMatch(/max[A-Z]|door|darkroom|lens|decoder|renderer|refus|`|\bhost\b/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(new PerceptError(refusal)).toMatchObject({ status, words, refusal });
  });

  test.for([
    ['maxSourceBytes', 104_857_600, 209_715_200, '209.7 MB, and at most 104.9 MB is taken.'],
    [
      'maxBytesPerFile',
      104_857_600,
      104_857_610,
      'a little more than 104.9 MB, and at most 104.9 MB',
    ],
    ['maxSourceEdgePx', 16_384, 20_000, '20000 pixels wide or high, and at most 16384'],
    ['maxSourcePixels', 100_000_000, 400_000_000, '400.0 megapixels, and at most 100.0 megapixels'],
    ['maxAudioMs', 600_000, 700_000, '700 seconds, and at most 600 seconds'],
  ] as const)('%s is told in a unit that a person knows', ([name, max, actual, words]) => {
    expect(over(name, max, actual)).toContain(`It is too large: ${words}`);
  });

  test('a limit that is none of the file has no figures', () => {
    expect(over('maxWorkerMemoryBytes', 1, 2)).toBe('It is too large. Send a smaller one.');
  });
});
