import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { runKills } from './serve-kills.ts';

const kills = amount(3, 6);

test(
  'no acknowledged upload or turn is lost when the server is killed at random moments',
  { timeout: 300_000 },
  async () => {
    const report = await runKills(kills, 7);
    expect(report.faults).toEqual([]);
    expect(report.uploads).toBeGreaterThan(kills);
  },
);
