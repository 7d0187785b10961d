import { expect, test } from 'vitest';
import { storeLimits } from '../src/index.ts';

test('the memory has the limits that are written down', () => {
  expect(storeLimits).toEqual({
    maxEntryBytes: 16_777_216,
    maxBlobBytes: 268_435_456,
    maxImportEntries: 1_000_000,
    maxImportLogBytes: 536_870_912,
    maxNameChars: 255,
    lockTimeoutMs: 10_000,
    graceMs: 86_400_000,
    memoLifetimeMs: 2_592_000_000,
    staleTempMs: 3_600_000,
    minFreeBytes: 67_108_864,
  });
});
