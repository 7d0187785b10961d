// Two hosts on one memory at scale: what one of them mints, the other one serves, and what one revokes is over for both.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTenantId, type Outcome } from '@percept/core';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assetServer } from '../../packages/host/test/assets-memory.ts';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';
import { startCeph, type Ceph } from './ceph.ts';
import { openPlace, type Place } from './place.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { noCeph, noPostgres } from './programs.ts';
import { unless } from '../needs.ts';

const why = noPostgres ?? noCeph;

describe('assets at scale', unless(why), () => {
  let server: Postgres;
  let ceph: Ceph;
  beforeAll(async () => {
    [server, ceph] = await Promise.all([startPostgres(), startCeph()]);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([server.stop(), ceph.stop()]);
  }, 240_000);

  test(
    'are minted by one host, served by another, and end for both with their log',
    { timeout: 240_000 },
    async () => {
      const { endpoint, region, credentials } = ceph;
      const s3 = { endpoint, region, credentials, bucket: await ceph.makeBucket() };
      const place: Place = { postgres: server.url, schema: 'percept', blobs: { s3 } };
      await using one = await openPlace(place);
      await using other = await openPlace(place);
      const directory = await mkdtemp(join(tmpdir(), 'percept-keys-'));
      onTestFinished(() => rm(directory, { recursive: true, force: true }));
      const keys = openKeyRing({ directory });
      const origin = 'https://media.example';
      const minting = new Assets({ memory: one, keys, origin });
      const serving = assetServer(new Assets({ memory: other, keys, origin }));
      onTestFinished(() => serving.close());
      const ask = (init?: RequestInit) => serving.fetch(new Request(url, init));

      const tenant = accepted(parseTenantId('acme'));
      const bytes = Buffer.from('plain words, '.repeat(100_000));
      const blob = accepted(await one.put(bytes));
      const run = accepted(await one.sessions.open({ tenant }));
      const entry = { type: 'custom', name: 'asset', data: null, blobs: [blob] } as const;
      accepted(await one.sessions.append(run.id, entry));
      const { url } = accepted(await minting.mint({ tenant, run: run.id, blob }));

      const whole = await ask();
      expect(whole.status).toBe(200);
      expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), bytes)).toBe(0);
      const part = await ask({ headers: { range: 'bytes=13-17' } });
      expect([part.status, await part.text()]).toEqual([206, 'plain']);

      const fork = accepted(await one.fork(run.id));
      accepted(await one.sessions.remove(run.id));
      accepted(await other.collect({ graceMs: 0 }));
      expect((await ask()).status).toBe(200);
      accepted(await one.grants.revoke({ run: fork.id }));
      expect((await ask()).status).toBe(410);
      accepted(await one.sessions.remove(fork.id));
      accepted(await one.collect({ graceMs: 0 }));
      expect((await ask()).status).toBe(404);
      expect((await other.fsck()).findings).toEqual([]);
    },
  );
});

function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`Refused as ${outcome.refusal.refused}: ${outcome.refusal.message}`);
}
