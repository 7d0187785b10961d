// Keys of asset URLs are replaced by themselves, once for all servers, and old URLs go on to work.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@percept/store';
import { expect, onTestFinished, test } from 'vitest';
import { Assets, openKeyRing } from '../src/assets/index.ts';
import { rotateWhenDue } from '../src/key-rotation.ts';

const day = 24 * 60 * 60 * 1000;

test('asset keys are rotated every thirty days, by one server of those that share a memory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'percept-rotation-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  let now = 1_700_000_000_000;
  const clock = (): number => now;
  await using memory = await openMemory({ directory, clock });
  const keys = openKeyRing({ directory, clock });
  const assets = new Assets({ memory, keys, origin: 'http://127.0.0.1:4600', clock });
  const parts = { leases: memory.leases, assets };
  const active = (): string => keys.active().id;
  const before = active();
  expect(await Promise.all([rotateWhenDue(parts), rotateWhenDue(parts)])).toEqual([true, false]);
  const after = active();
  expect(after).not.toBe(before);
  now += 29 * day;
  expect(await rotateWhenDue(parts)).toBe(false);
  expect(active()).toBe(after);
  now += 2 * day;
  expect(await rotateWhenDue(parts)).toBe(true);
  expect(active()).not.toBe(after);
});
