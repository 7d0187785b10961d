import { expect, test } from 'vitest';
import { parseCall, readDuration } from '../src/cli/flags.ts';

function read(text: string): number | undefined {
  return readDuration(parseCall(['--grace', text], { grace: { type: 'string' } }).flags, 'grace');
}

test.each([
  ['0s', 0],
  ['90s', 90_000],
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
])('%s is %d milliseconds', (text, ms) => {
  expect(read(text)).toBe(ms);
});

test.each(['soon', '15', '1.5h', '5 m', '5M', ''])('%j is no duration', (text) => {
  expect(() => read(text)).toThrow(/takes a duration such as 90s/);
});
