// A part of `asset-kills.ts`, which kills two hundred.
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { killUploaders } from './asset-kills.ts';

const rounds = amount(3, 8);

test(
  'no acknowledged asset is lost and no orphan is served, however often uploads and collections are killed',
  { tags: ['s001-retention', 'f-fsck-4-retention-order'], timeout: 300_000 },
  async () => {
    const report = await killUploaders(rounds);
    console.log(report);
    expect(report.violations).toEqual([]);
    expect(report.kills).toBe(rounds * 2);
    expect(report.served).toBeGreaterThan(0);
  },
);
