import { expect, test } from 'vitest';
import { anthropicTariff } from '../../src/retention/tariff.ts';
import { frontierFor, type Picture } from '../../src/retention/retention.ts';

const picture: Picture = {
  ordinal: 0,
  turn: 1,
  tokens: 3_000,
  textBefore: 19_900,
  blocksBefore: 10,
  reviewable: true,
};

/** A long text before one large picture: leaving it out pays only where that text is still found in the cache. */
function frontierAfter(blocks: number) {
  const start = { resultsBefore: 0, assistantsBefore: 0, textTokens: 100, blocks: 1 };
  return frontierFor({
    mode: { mode: 'adaptive' },
    frontier: { results: 0, assistants: 0 },
    pictures: [picture, { ...picture, ordinal: 1, tokens: 100, blocksBefore: 12 }],
    turns: [
      { ...start, turn: 1 },
      { turn: 2, resultsBefore: 2, assistantsBefore: 3, textTokens: 20_000, blocks },
    ],
    tariff: anthropicTariff,
    cache: 'warm',
  });
}

test('a prefix is found again as far back as the provider looks, and not one block farther', () => {
  // Twenty blocks back, of which the step's call and the user's message take three.
  expect(frontierAfter(27)).toEqual({ results: 1, assistants: 3 });
  expect(frontierAfter(28)).toEqual({ results: 0, assistants: 0 });
});
