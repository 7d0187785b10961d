// The memory at scale: the published suites over PostgreSQL, and what is special about a database server.
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blobsOf } from '@percept/core/internal';
import { parseSessionId, type BlobId, type RecordEntry } from '@percept/core';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type Postgres } from '../../../test/store/postgres.ts';
import { openMemory } from '../src/index.ts';
import {
  FileBackend,
  openScaledMemory,
  type ScaledMemory,
  type ScaledMemoryOptions,
} from '../src/postgres/index.ts';
import {
  blobStoreSuite,
  grantsSuite,
  leaseSuite,
  sessionRecordSuite,
} from '../src/testing/index.ts';
import { accepted, bytesOf, freshDirectory, message, picture, refusedAs } from './scene.ts';
import { noPostgres } from '../../../test/store/programs.ts';
import { unless } from '../../../test/needs.ts';

const why = noPostgres;

describe('at scale', unless(why), () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 240_000);
  afterAll(() => server.stop(), 60_000);

  const patient = { timeout: 240_000 };

  function newSchema(): string {
    return `t_${randomBytes(6).toString('hex')}`;
  }

  async function fresh(options: Partial<ScaledMemoryOptions> = {}): Promise<ScaledMemory> {
    const memory = await openScaledMemory({
      postgres: server.url,
      schema: newSchema(),
      blobs: options.blobs ?? new FileBackend(await freshDirectory()),
      ...options,
    });
    onTestFinished(() => memory.close());
    return memory;
  }

  describe(
    'the record on PostgreSQL',
    { tags: ['f-store-postgres', 'f-store-shared-suite', 'f-store-append-order'], ...patient },
    () => {
      sessionRecordSuite(test, async () => {
        const memory = await fresh();
        return { sessions: memory.sessions, blobs: memory, close: () => memory.close() };
      });
    },
  );

  describe(
    'blobs with a ledger on PostgreSQL',
    { tags: ['f-store-shared-suite'], ...patient },
    () => {
      blobStoreSuite(test, async () => {
        const store = await fresh();
        return { store, close: () => store.close() };
      });
    },
  );

  describe(
    'grants on PostgreSQL',
    { tags: ['f-fsck-3-grants-owned', 's001-retention-fork'], ...patient },
    () => {
      grantsSuite(test, () => fresh({ clock: () => 100 }));
    },
  );

  describe('leases and marks on PostgreSQL', { tags: ['f-store-leases'], ...patient }, () => {
    leaseSuite(test, (clock) => fresh({ clock }));
  });

  describe('grants on SQLite, by the same suite', patient, () => {
    grantsSuite(test, async () =>
      openMemory({ directory: await freshDirectory(), clock: () => 100 }),
    );
  });

  test(
    'the chain is the one of the embedded memory: equal entries at equal times have equal hashes',
    { tags: ['f-store-postgres'], ...patient },
    async () => {
      const id = accepted(parseSessionId('same'));
      const hashes: string[] = [];
      await using embedded = await openMemory({
        directory: await freshDirectory(),
        clock: () => 42,
      });
      for (const memory of [embedded, await fresh({ clock: () => 42 })]) {
        accepted(await memory.sessions.open({ id, title: 'Zwölf 🦊' }));
        hashes.push(accepted(await memory.sessions.append(id, message('gleich'))).hash);
      }
      expect(hashes[0]).toBe(hashes[1]);
    },
  );

  test('text of every kind comes back as it was written', patient, async () => {
    const memory = await fresh();
    const { id } = accepted(await memory.sessions.open({ title: `'; DROP TABLE entries; --` }));
    const texts = [
      '',
      'nul \u0000 nul',
      'lone \ud800 half',
      '𝄞 \u202e \ufeff',
      '\\x00 \\',
      `{}','{"a"}`,
      'NULL',
      '\r\n\t',
    ];
    for (const text of texts) accepted(await memory.sessions.append(id, message(text)));
    const entries = accepted(await memory.sessions.entries(id));
    expect(entries.slice(1).map(({ entry }) => entry)).toEqual(texts.map(message));
    expect(accepted(await memory.sessions.list())[0]?.title).toBe(`'; DROP TABLE entries; --`);
    accepted(await memory.sessions.verify(id));
  });

  test('an entry that is too long is refused, and a long one is kept', patient, async () => {
    const memory = await fresh({ maxEntryBytes: 10_000_000 });
    const { id } = accepted(await memory.sessions.open());
    const long = message('words '.repeat(1_500_000));
    const outcomes = await Promise.all(
      [long, long, message('too long '.repeat(1_200_000)), long].map((entry) =>
        memory.sessions.append(id, entry),
      ),
    );
    expect(outcomes.map(refusedAs)).toEqual(['accepted', 'accepted', 'too-large', 'accepted']);
    expect(accepted(await memory.sessions.verify(id)).seq).toBe(4);
  });

  test(
    'entries of many sessions at once each keep their order',
    { tags: ['f-store-append-order'], ...patient },
    async () => {
      const memory = await fresh();
      const sessions = await Promise.all(
        Array.from({ length: 12 }, async () => accepted(await memory.sessions.open()).id),
      );
      await Promise.all(
        sessions.flatMap((id) =>
          Array.from({ length: 30 }, (_, index) => memory.sessions.append(id, message(`${index}`))),
        ),
      );
      for (const id of sessions) {
        const entries = accepted(await memory.sessions.entries(id)).slice(1);
        expect(entries.map(({ entry }) => entry)).toEqual(
          Array.from({ length: 30 }, (_, index) => message(`${index}`)),
        );
      }
    },
  );

  test('one refused entry of a batch does not take the others with it', patient, async () => {
    const memory = await fresh();
    const { id } = accepted(await memory.sessions.open());
    const held = accepted(await memory.put(bytesOf('held')));
    const lost = accepted(await memory.put(bytesOf('lost')));
    await memory.remove(lost);
    const outcomes = await Promise.all(
      [message('a'), holding([held]), holding([held, lost]), message('b')].map((entry) =>
        memory.sessions.append(id, entry),
      ),
    );
    expect(outcomes.map(refusedAs)).toEqual(['accepted', 'accepted', 'absent', 'accepted']);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.seq : 0))).toEqual([2, 3, 0, 4]);
  });

  describe('a row that was changed behind our back', patient, () => {
    test.for<[string, string]>([
      ['a changed body', `UPDATE entries SET body = replace(body, 'two', 'lie') WHERE seq = 3`],
      ['a changed time', 'UPDATE entries SET at = at + 1 WHERE seq = 3'],
      ['a missing entry', 'DELETE FROM entries WHERE seq = 3'],
      ['a lost tail', 'DELETE FROM entries WHERE seq = 4'],
      [
        'a head that was set back',
        `UPDATE sessions SET head_seq = 3, head_hash = (SELECT hash FROM entries WHERE seq = 3)`,
      ],
      ['a body that is no JSON', `UPDATE entries SET body = '{' WHERE seq = 3`],
    ])('is noticed: %s', async ([, sql]) => {
      const schema = newSchema();
      const memory = await fresh({ schema });
      const { id } = accepted(await memory.sessions.open());
      for (const text of ['one', 'two', 'three'])
        accepted(await memory.sessions.append(id, message(text)));
      await server.query(`SET search_path = ${schema}; ${sql}`);
      expect(refusedAs(await memory.sessions.entries(id))).toBe('corrupt');
      expect(refusedAs(await memory.sessions.verify(id))).toBe('corrupt');
      const report = await memory.fsck();
      expect(report.sound).toBe(false);
      expect(report.findings.map(({ check }) => check)).toContain('chain-whole');
    });
  });

  describe('copies', patient, () => {
    async function stage() {
      const directory = await freshDirectory();
      const schema = newSchema();
      const memory = await fresh({ schema, blobs: new FileBackend(directory) });
      const files = async (): Promise<readonly string[]> => {
        const names = await readdir(join(directory, 'copies'), { recursive: true }).catch(() => []);
        return names
          .filter((name) => name.includes('/'))
          .map((name) => join(directory, 'copies', name));
      };
      const sql = (text: string) => server.query(`SET search_path = ${schema}; ${text}`);
      return { memory, files, sql };
    }

    test('that were changed or lost are never served, and the next put restores them', async () => {
      const { memory, files } = await stage();
      const { id: session } = accepted(await memory.sessions.open());
      const id = accepted(await memory.put(bytesOf('good')));
      accepted(await memory.sessions.append(session, holding([id])));
      const harms: readonly ((file: string) => Promise<void>)[] = [
        (file) => writeFile(file, 'evil'),
        (file) => appendFile(file, 'more'),
        (file) => writeFile(file, ''),
        (file) => rm(file),
      ];
      for (const [index, harm] of harms.entries()) {
        const [file = ''] = await files();
        await chmod(file, 0o600);
        await harm(file);
        expect(refusedAs(await memory.get(id))).toBe(index === 3 ? 'absent' : 'corrupt');
        expect((await memory.fsck()).findings).toMatchObject([
          { check: 'blobs-have-copies', subject: id, severity: 'error' },
        ]);
        expect(accepted(await memory.put(bytesOf('good')))).toBe(id);
        expect(new Uint8Array(accepted(await memory.get(id)))).toEqual(bytesOf('good'));
        accepted(await memory.collect());
        expect(await files()).toHaveLength(1);
        expect((await memory.fsck()).findings).toEqual([]);
      }
    });

    test('that nobody knows are found, given up and deleted', async () => {
      const { memory, files } = await stage();
      const id = accepted(await memory.put(bytesOf('known')));
      const [file = ''] = await files();
      const orphan = file.replace(/\.[0-9a-f]{16}$/, `.${'0'.repeat(16)}`);
      await writeFile(orphan, 'known');
      await writeFile(join(file, '..', 'foreign.txt'), 'not ours');
      expect((await memory.fsck()).findings).toMatchObject([
        { check: 'copies-known', severity: 'warning', repaired: false },
      ]);
      expect((await memory.fsck({ repair: true })).findings).toMatchObject([{ repaired: true }]);
      accepted(await memory.collect());
      expect((await files()).toSorted()).toEqual(
        [file, join(file, '..', 'foreign.txt')].toSorted(),
      );
      expect(refusedAs(await memory.get(id))).toBe('accepted');
    });

    test('of a writer that died are deleted after an hour, and not before', async () => {
      const { memory, files, sql } = await stage();
      const id = accepted(await memory.put(bytesOf('died')));
      await sql(`INSERT INTO uploads SELECT copy, id, ${Date.now()} FROM blobs; DELETE FROM blobs`);
      accepted(await memory.collect({ graceMs: 0 }));
      expect(await files()).toHaveLength(1);
      await sql('UPDATE uploads SET at = at - 3600001');
      accepted(await memory.collect({ graceMs: 0 }));
      expect(await files()).toHaveLength(0);
      expect(refusedAs(await memory.get(id))).toBe('absent');
    });

    test(
      'that are deleted late cannot hurt a later put of the same bytes',
      { tags: ['f-gc-race'] },
      async () => {
        const { memory, files } = await stage();
        const id = accepted(await memory.put(bytesOf('again')));
        const [first = ''] = await files();
        await memory.remove(id);
        expect(accepted(await memory.put(bytesOf('again')))).toBe(id);
        // A collector that was given up for dead deletes what it was told to delete.
        await rm(first, { force: true });
        expect(new Uint8Array(accepted(await memory.get(id)))).toEqual(bytesOf('again'));
      },
    );

    test('keep their bytes when the caller changes its own while they are put', async () => {
      const { memory } = await stage();
      const bytes = new Uint8Array(100_000).fill(1);
      const putting = memory.put(bytes);
      bytes.fill(2);
      const id = accepted(await putting);
      expect(accepted(await memory.get(id)).every((byte) => byte === 1)).toBe(true);
    });
  });

  describe('collection', patient, () => {
    const day = 24 * 60 * 60 * 1000;

    test(
      'leaves what is young or referred to, frees the rest, and twice is once',
      { tags: ['f-gc-grace', 'f-gc-derived-counts'] },
      async () => {
        let now = day;
        const memory = await fresh({ clock: () => now });
        const { id } = accepted(await memory.sessions.open());
        const used = accepted(await memory.put(bytesOf('used')));
        accepted(await memory.sessions.append(id, picture(used, 4, 'a.png')));
        const loose = accepted(await memory.put(bytesOf('loose')));
        now += day - 1;
        expect(accepted(await memory.collect())).toEqual({
          dryRun: false,
          condemned: { blobs: 0, bytes: 0 },
          freed: { blobs: 0, bytes: 0 },
          kept: { referenced: { blobs: 1, bytes: 4 }, young: { blobs: 1, bytes: 5 } },
        });
        now += 1;
        expect(accepted(await memory.collect({ dryRun: true }))).toMatchObject({
          dryRun: true,
          freed: { blobs: 1, bytes: 5 },
        });
        expect(refusedAs(await memory.get(loose))).toBe('accepted');
        expect(accepted(await memory.collect())).toMatchObject({
          condemned: { blobs: 1, bytes: 5 },
          freed: { blobs: 1, bytes: 5 },
        });
        expect(accepted(await memory.collect()).freed).toEqual({ blobs: 0, bytes: 0 });
        expect([refusedAs(await memory.get(loose)), refusedAs(await memory.get(used))]).toEqual([
          'absent',
          'accepted',
        ]);
        accepted(await memory.sessions.remove(id));
        expect(accepted(await memory.collect({ graceMs: 0 })).freed).toEqual({
          blobs: 1,
          bytes: 4,
        });
      },
    );

    test('frees more than one step takes', async () => {
      const memory = await fresh();
      await Promise.all(
        Array.from({ length: 300 }, (_, index) => memory.put(bytesOf(`many ${index}`))),
      );
      expect(accepted(await memory.collect({ graceMs: 0 })).freed.blobs).toBe(300);
      expect((await memory.fsck()).findings).toEqual([]);
    });

    test('takes a condemnation back when the blob is put or referred to again', async () => {
      const schema = newSchema();
      const memory = await fresh({ schema });
      const { id } = accepted(await memory.sessions.open());
      const [put, named] = [
        accepted(await memory.put(bytesOf('put'))),
        accepted(await memory.put(bytesOf('named'))),
      ];
      await server.query(`UPDATE ${schema}.blobs SET state = 'condemned', condemned_at = 1`);
      expect(refusedAs(await memory.get(named))).toBe('accepted');
      accepted(await memory.put(bytesOf('put')));
      accepted(await memory.sessions.append(id, holding([named])));
      accepted(await memory.collect());
      expect([refusedAs(await memory.get(put)), refusedAs(await memory.get(named))]).toEqual([
        'accepted',
        'accepted',
      ]);
    });

    test('says so when the copies cannot be deleted, and does it next time', async () => {
      const directory = await freshDirectory();
      const files = new FileBackend(directory);
      let isAway = true;
      const memory = await fresh({
        blobs: {
          write: (copy, bytes) => files.write(copy, bytes),
          read: (copy) => files.read(copy),
          size: (copy) => files.size(copy),
          list: () => files.list(),
          remove: async (copy) =>
            isAway
              ? { ok: false, refusal: { refused: 'unavailable', message: 'away', hint: '' } }
              : files.remove(copy),
        },
      });
      const id = accepted(await memory.put(bytesOf('stuck')));
      expect(refusedAs(await memory.collect({ graceMs: 0 }))).toBe('unavailable');
      expect(refusedAs(await memory.get(id))).toBe('absent');
      expect(await array(files.list())).toHaveLength(1);
      isAway = false;
      accepted(await memory.collect());
      expect(await array(files.list())).toEqual([]);
    });
  });

  test(
    'memos are kept, replaced, and forgotten without an error when they cannot be held',
    patient,
    async () => {
      let now = 0;
      const { memos, collect } = await fresh({ clock: () => now });
      await memos.put('key', 'one');
      await memos.put('key', 'two');
      await memos.put('nul', 'a\u0000b');
      expect([await memos.get('key'), await memos.get('nul'), await memos.get('none')]).toEqual([
        'two',
        undefined,
        undefined,
      ]);
      now = 31 * 24 * 60 * 60 * 1000;
      accepted(await collect());
      expect(await memos.get('key')).toBeUndefined();
    },
  );

  test('more work than connections waits for its turn and is not refused', patient, async () => {
    const schema = newSchema();
    const memory = await fresh({
      schema,
      limits: {
        maxConnections: 2,
        connectTimeoutMs: 1500,
        retryTimeoutMs: 1,
        lockTimeoutMs: 30_000,
      },
    });
    const sessions = await Promise.all(
      Array.from({ length: 2 }, async () => accepted(await memory.sessions.open()).id),
    );
    const other = new Pool({ connectionString: server.url, max: 1 });
    onTestFinished(() => other.end());
    const holder = await other.connect();
    await holder.query(`BEGIN; SELECT * FROM ${schema}.sessions FOR UPDATE`);
    const writing = sessions.map((id) => memory.sessions.append(id, message('held up')));
    const blocked = `SELECT count(*)::int AS writers FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    await expect.poll(() => server.query(blocked)).toEqual([{ writers: 2 }]);
    const reading = sessions.map((id) => memory.sessions.entries(id));
    // Longer than the pool would wait for a free connection.
    await sleep(2500);
    await holder.query('COMMIT');
    holder.release();
    expect((await Promise.all([...writing, ...reading])).map(refusedAs)).toEqual(
      Array(4).fill('accepted'),
    );
  });

  test('a pool of the caller is used, kept within its size, and left open', patient, async () => {
    const pool = new Pool({ connectionString: server.url, max: 2 });
    onTestFinished(() => pool.end());
    const memory = await fresh({ postgres: pool });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        accepted(await memory.put(bytesOf(`pool ${index}`))),
      ),
    );
    expect(new Set(ids).size).toBe(20);
    expect(pool.totalCount).toBeLessThanOrEqual(2);
    await memory.close();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test(
    'after closing everything is refused, and closing waits for what was asked for',
    patient,
    async () => {
      const memory = await fresh();
      const { id } = accepted(await memory.sessions.open());
      const writing = memory.sessions.append(id, message('last words'));
      await memory.close();
      expect(refusedAs(await writing)).toBe('accepted');
      const outcomes = [
        await memory.put(bytesOf('x')),
        await memory.sessions.append(id, message('x')),
        await memory.sessions.list(),
        await memory.collect(),
      ];
      expect(outcomes.map(refusedAs)).toEqual(Array(4).fill('unavailable'));
      await memory.close();
    },
  );

  function holding(blobs: readonly BlobId[]): RecordEntry {
    const entry: RecordEntry = { type: 'custom', name: 'held', data: null, blobs };
    expect(blobsOf(entry)).toEqual(blobs);
    return entry;
  }

  async function array<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
    const list: T[] = [];
    for await (const item of items) list.push(item);
    return list;
  }
});
