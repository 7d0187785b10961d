// The record survives `kill -9`: a bounded run here, the long one by hand (`node test/acp/kills.ts 200 20`).
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { runKills } from './kills.ts';

test(
  'sessions that are killed at random moments keep every acknowledged turn and go on',
  { tags: ['p-record-is-truth'], timeout: 300_000 },
  async () => {
    const report = await runKills({
      sessions: amount(3, 6),
      turns: amount(8, 12),
      // All turns are asked, however long that takes here.
      budgetMs: Infinity,
      seed: 7,
    });
    expect(report.faults).toEqual([]);
    expect(report.kills).toBeGreaterThan(1);
    expect(report.acknowledged).toBeGreaterThan(6);
    expect(report.resumed).toBeGreaterThan(0);
  },
);
