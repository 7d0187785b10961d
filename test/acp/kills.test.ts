// The record survives `kill -9`: a bounded run here, the long one by hand (`node test/acp/kills.ts 200 20`).
import { expect, test } from 'vitest';
import { runKills } from './kills.ts';

test(
  'sessions that are killed at random moments keep every acknowledged turn and go on',
  { tags: ['p-record-is-truth'], timeout: 90_000 },
  async () => {
    const report = await runKills({ sessions: 6, turns: 40, budgetMs: 25_000, seed: 7 });
    expect(report.faults).toEqual([]);
    expect(report.kills).toBeGreaterThan(1);
    expect(report.acknowledged).toBeGreaterThan(6);
    expect(report.resumed).toBeGreaterThan(0);
  },
);
