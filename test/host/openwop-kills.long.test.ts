// A bounded run here; the long one by hand: `node test/host/run-kills.ts 200`.
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { runKills } from './run-kills.ts';

test(
  'runs survive kill -9: no acknowledged event is lost, and every run comes to its end',
  { timeout: 240_000 },
  async () => {
    const report = await runKills({
      kills: amount(3, 6),
      least: { runs: 6, events: 21 },
      budgetMs: 200_000,
      seed: 55,
    });
    expect(report.faults).toEqual([]);
    expect(report.kills).toBeGreaterThan(1);
    expect(report.runs).toBeGreaterThan(5);
    expect(report.events).toBeGreaterThan(20);
  },
);
