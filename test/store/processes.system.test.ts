// Several processes share one memory at scale; some of them are killed, and so is the server under them.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blobsOf } from '@percept/core/internal';
import { parseSessionId, type Outcome, type SessionId } from '@percept/core';
import type { ScaledMemory } from '@percept/store/postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCeph, type Ceph } from './ceph.ts';
import { ended, kill, launch, says, type Child } from './children.ts';
import { openPlace, type Place } from './place.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { noPostgres, noCeph } from './programs.ts';
import { unless } from '../needs.ts';

const why = noPostgres ?? noCeph;

describe('many processes', unless(why), () => {
  let server: Postgres;
  let ceph: Ceph;
  beforeAll(async () => {
    // The memory asks for the sync by itself: a server that does not do it unasked changes nothing.
    const settings = ['synchronous_commit = off'];
    [server, ceph] = await Promise.all([startPostgres(settings), startCeph()]);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([server.stop(), ceph.stop()]);
  }, 240_000);

  async function onFiles(): Promise<Place> {
    const directory = await mkdtemp(join(tmpdir(), 'percept-scale-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    return { postgres: server.url, schema: schema(), blobs: { directory }, retryTimeoutMs: 60_000 };
  }

  async function onS3(): Promise<Place> {
    const { endpoint, region, credentials } = ceph;
    const s3 = { endpoint, region, credentials, bucket: await ceph.makeBucket() };
    return { postgres: server.url, schema: schema(), blobs: { s3 }, retryTimeoutMs: 60_000 };
  }

  function schema(): string {
    return `t_${randomBytes(6).toString('hex')}`;
  }

  const shared: SessionId = accepted(parseSessionId('shared'));

  test(
    'processes that write to one session leave no gap and lose nothing, one of them killed again and again',
    { tags: ['f-store-postgres', 'f-store-append-order'], timeout: 240_000 },
    async () => {
      const place = await onFiles();
      const given = JSON.stringify(place);
      const steady = ['one', 'two'].map((name) => launch('writer', [given, name, '150', '4']));
      const killed: Child[] = [];
      for (let round = 0; round < 5; round += 1) {
        const victim = launch('writer', [given, `victim-${round}`, '100000', '4']);
        killed.push(victim);
        await says(victim, (output) => output.split('\n').length > 5 + round * 7);
        await kill(victim);
      }
      expect(await Promise.all(steady.map(ended))).toEqual([0, 0]);
      expect(steady.map(({ errors }) => errors())).toEqual(['', '']);
      const acked = acknowledged([...steady, ...killed]);
      await using memory = await openPlace(place);
      await expectKept(memory, acked);
      expect(acked.size).toBeGreaterThan(320);
    },
  );

  test(
    'a server that is shut down at once under load loses nothing that was acknowledged, and nobody sees an error',
    { tags: ['f-store-postgres'], timeout: 240_000 },
    async () => {
      const place = await onFiles();
      const given = JSON.stringify(place);
      const writers = ['one', 'two', 'three'].map((name) =>
        launch('writer', [given, name, '400', '6']),
      );
      for (let crash = 1; crash <= 3; crash += 1) {
        await says(writers[0] ?? failed(), (output) => output.split('\n').length > crash * 60);
        await server.crash();
        await sleep(200);
        await server.start();
      }
      expect(await Promise.all(writers.map(ended))).toEqual([0, 0, 0]);
      expect(writers.map(({ errors }) => errors())).toEqual(['', '', '']);
      const acked = acknowledged(writers);
      expect(acked.size).toBe(1200);
      await using memory = await openPlace(place);
      const entries = await expectKept(memory, acked);
      // A commit whose answer was lost is found again and not written twice.
      expect(entries).toBe(1201);
    },
  );

  test.for(['files', 'a bucket'] as const)(
    'over %s, a collector without grace never takes a blob that an entry refers to, even when processes are killed',
    { tags: ['f-gc-race', 'f-gc-orphans'], timeout: 240_000 },
    async (where) => {
      const place = where === 'files' ? await onFiles() : await onS3();
      const given = JSON.stringify(place);
      await (await openPlace(place)).close();
      const roles = ['writer', 'writer', 'collector'];
      const all: Child[] = [];
      const begin = (role: string): Child => {
        const child = launch('racer', [given, role]);
        all.push(child);
        return child;
      };
      const running = roles.map(begin);
      const kills = 12;
      for (let round = 0; round < kills; round += 1) {
        const index = round % roles.length;
        const victim = running[index] ?? failed();
        // A process that is killed before it began proves nothing.
        await says(victim, (output) => output.length >= 3);
        await sleep(20 * (round % 5));
        await kill(victim);
        running[index] = begin(roles[index] ?? 'writer');
      }
      for (const child of running) {
        await says(child, (output) => output.length >= 3);
        await kill(child);
      }
      expect(all.map(({ errors }) => errors()).join('')).toBe('');
      await using memory = await openPlace(place);
      const rounds = all.reduce((sum, { output }) => sum + output().length, 0);
      expect(await danglingIn(memory)).toEqual([]);
      console.log(`race over ${where}: ${rounds} rounds, ${kills} kills, 0 dangling references`);
      const { findings } = await memory.fsck({ repair: true });
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      accepted(await memory.collect({ graceMs: 0 }));
      expect((await memory.fsck()).findings).toEqual([]);
    },
  );

  test(
    'a server that crashes under writers and a collector leaves no dangling reference',
    { tags: ['f-gc-race'], timeout: 240_000 },
    async () => {
      const place = await onFiles();
      const given = JSON.stringify(place);
      await (await openPlace(place)).close();
      const children = ['writer', 'writer', 'collector'].map((role) =>
        launch('racer', [given, role]),
      );
      for (let crash = 1; crash <= 3; crash += 1) {
        for (const child of children) await says(child, (output) => output.length > crash * 4);
        await server.crash();
        await server.start();
      }
      for (const child of children) await says(child, (output) => output.length > 16);
      for (const child of children) await kill(child);
      expect(children.map(({ errors }) => errors()).join('')).toBe('');
      await using memory = await openPlace(place);
      expect(await danglingIn(memory)).toEqual([]);
      await memory.fsck({ repair: true });
      accepted(await memory.collect({ graceMs: 0 }));
      expect((await memory.fsck()).findings).toEqual([]);
    },
  );

  /** Every acknowledged entry stands where it was acknowledged, the chain is whole, and fsck is content. */
  async function expectKept(memory: ScaledMemory, acked: ReadonlySet<string>): Promise<number> {
    const entries = accepted(await memory.sessions.entries(shared));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const kept = new Set(
      entries.map(({ seq, hash, entry }) =>
        entry.type === 'custom' ? `${seq} ${hash} ${entry.name} ${JSON.stringify(entry.data)}` : '',
      ),
    );
    expect([...acked].filter((line) => !kept.has(line))).toEqual([]);
    accepted(await memory.sessions.verify(shared));
    expect((await memory.fsck()).findings).toEqual([]);
    return entries.length;
  }

  function acknowledged(children: readonly Child[]): ReadonlySet<string> {
    // The last line of a killed process may be cut.
    return new Set(children.flatMap(({ output }) => output().split('\n').slice(0, -1)));
  }

  async function danglingIn(memory: ScaledMemory): Promise<readonly string[]> {
    const dangling: string[] = [];
    for (const { id } of accepted(await memory.sessions.list())) {
      for (const { seq, entry } of accepted(await memory.sessions.entries(id))) {
        for (const blob of blobsOf(entry))
          if (!(await memory.get(blob)).ok) dangling.push(`${id} ${seq} ${blob}`);
      }
    }
    return dangling;
  }

  function accepted<T>(outcome: Outcome<T>): T {
    if (outcome.ok) return outcome.value;
    throw new Error(`Refused as ${outcome.refusal.refused}: ${outcome.refusal.message}`);
  }

  function failed(): never {
    throw new Error('There is no such child.');
  }
});
