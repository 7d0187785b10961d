import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemory, storeLimits } from '../src/index.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'percept-memos-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('a memo outlives the process, is replaced by a newer one, and is forgotten when it is old', async () => {
  let now = 1_000;
  {
    await using memory = await openMemory({ directory, clock: () => now });
    expect(await memory.memos.get('a')).toBeUndefined();
    await memory.memos.put('a', 'first');
    await memory.memos.put('a', 'second');
  }
  await using memory = await openMemory({ directory, clock: () => now });
  expect(await memory.memos.get('a')).toBe('second');
  now += storeLimits.memoLifetimeMs;
  await memory.collect();
  expect(await memory.memos.get('a')).toBe('second');
  now += 1;
  await memory.collect();
  expect(await memory.memos.get('a')).toBeUndefined();
});
