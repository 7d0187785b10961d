// A part of `asset-kills.ts`, which kills two hundred.
import { expect, test } from 'vitest';
import { killUploaders } from './asset-kills.ts';

test(
  'no acknowledged asset is lost and no orphan is served, however often uploads and collections are killed',
  { tags: ['s001-retention', 'f-fsck-4-retention-order'], timeout: 300_000 },
  async () => {
    const report = await killUploaders(8);
    console.log(report);
    expect(report.violations).toEqual([]);
    expect(report.kills).toBe(16);
    expect(report.served).toBeGreaterThan(0);
  },
);
