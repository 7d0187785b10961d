import { expect, test } from 'vitest';
import { runKills } from './serve-kills.ts';

test(
  'no acknowledged upload or turn is lost when the server is killed at random moments',
  { timeout: 300_000 },
  async () => {
    const report = await runKills(6, 7);
    expect(report.faults).toEqual([]);
    expect(report.uploads).toBeGreaterThan(6);
  },
);
