// Keys that the processes of one memory share, and the handles that are signed with them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@percept/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSharedKeyRing } from '../../packages/host/src/assets/index.ts';
import { openSharedSecret } from '../../packages/host/src/server-secret.ts';
import { openPlace, type Place } from './place.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { noPostgres } from './programs.ts';
import { unless } from '../needs.ts';

const why = noPostgres;

describe('shared keys', unless(why), () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 240_000);
  afterAll(() => server.stop(), 60_000);

  const slow = { timeout: 240_000 };
  let schemas = 0;

  async function place(): Promise<Place> {
    const directory = await mkdtemp(join(tmpdir(), 'percept-keys-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    schemas += 1;
    return { postgres: server.url, schema: `keys_${schemas}`, blobs: { directory } };
  }

  test(
    'are one secret for servers that start at once, and one for each purpose',
    slow,
    async () => {
      const where = await place();
      const memories = await Promise.all(Array.from({ length: 4 }, () => openPlace(where)));
      const secrets = await Promise.all(
        memories.map(async ({ keys }) => accepted(await openSharedSecret(keys, Date.now))),
      );
      const derived = secrets.map((secret) =>
        Buffer.from(secret.derive('cookies')).toString('hex'),
      );
      expect(new Set(derived).size).toBe(1);
      const rings = await Promise.all(memories.map(({ keys }) => openSharedKeyRing({ keys })));
      expect(new Set(rings.map((ring) => ring.active().id)).size).toBe(1);
      const [{ keys } = raise()] = memories;
      const [own] = accepted(await keys.list('server'));
      const [other] = accepted(await keys.list('assets'));
      expect(Buffer.from(own?.secret ?? []).equals(Buffer.from(other?.secret ?? []))).toBe(false);
      // What is there is never changed.
      accepted(await keys.add('server', { id: 'first', secret: new Uint8Array(32), createdAt: 1 }));
      expect(accepted(await keys.list('server'))).toEqual([own]);
      for (const memory of memories) await memory.close();
    },
  );

  test(
    'are found by others when they are new, sign once everybody had time, and go when they are over',
    slow,
    async () => {
      await using memory = await openPlace(await place());
      let now = 1_700_000_000_000;
      const clock = () => now;
      const { keys } = memory;
      const one = await openSharedKeyRing({ keys, clock });
      const other = await openSharedKeyRing({ keys, clock });
      const first = one.active().id;
      now += 10 * 60_000;
      const { id } = await one.rotate();
      expect(other.find(id)).toBeUndefined();
      // At most once a second is the server asked, however many handles are forged.
      expect(await other.refresh?.()).toBe(true);
      expect(await other.refresh?.()).toBe(false);
      expect(other.find(id)?.id).toBe(id);
      expect([one.active().id, other.active().id]).toEqual([first, first]);
      now += 60_000;
      expect([one.active().id, other.active().id]).toEqual([id, id]);
      expect(await one.retire([])).toEqual([]);
      now += 60 * 60_000;
      expect(await one.retire([first])).toEqual([]);
      expect(await one.retire([])).toEqual([first]);
      now += 2_000;
      await other.refresh?.();
      expect(other.find(first)).toBeUndefined();
    },
  );

  test('that were loaded go on to work while the server is away', slow, async () => {
    await using memory = await openPlace({ ...(await place()), retryTimeoutMs: 100 });
    let now = 1_700_000_000_000;
    const ring = await openSharedKeyRing({ keys: memory.keys, clock: () => now });
    const { id } = ring.active();
    await server.crash();
    now += 60_000;
    expect(await ring.refresh?.()).toBe(false);
    expect([ring.active().id, ring.find(id)?.id]).toEqual([id, id]);
    await server.start();
  });
});

function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`Refused as ${outcome.refusal.refused}: ${outcome.refusal.message}`);
}

function raise(): never {
  throw new Error('There is none.');
}
