// What a database server can do to a memory: be away, be slow, be another one than was meant, or say no.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { accept, parseSessionId, refuse } from '@percept/core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type Postgres } from '../../../test/store/postgres.ts';
import { isStoreError } from '../src/index.ts';
import { AppendQueue } from '../src/sql/append-queue.ts';
import { PostgresDatabase } from '../src/postgres/database.ts';
import {
  FileBackend,
  openScaledMemory,
  type ScaledMemory,
  type ScaledMemoryOptions,
} from '../src/postgres/index.ts';
import { migrate, migrations } from '../src/postgres/migrations.ts';
import { accepted, bytesOf, freshDirectory, message, refusedAs } from './scene.ts';
import { startPgbouncer } from '../../../test/store/pgbouncer.ts';
import { noPgbouncer, noPostgres } from '../../../test/store/programs.ts';
import { unless } from '../../../test/needs.ts';

const why = noPostgres;

describe('a database server', unless(why), () => {
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
    const blobs = new FileBackend(await freshDirectory());
    const memory = await openScaledMemory({
      postgres: server.url,
      schema: newSchema(),
      blobs,
      ...options,
    });
    onTestFinished(() => memory.close());
    return memory;
  }

  async function failureOf(options: Partial<ScaledMemoryOptions>): Promise<unknown> {
    return fresh({ limits: { retryTimeoutMs: 300, connectTimeoutMs: 500 }, ...options }).catch(
      (error: unknown) => error,
    );
  }

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  describe('migrations', patient, () => {
    test('run once however many processes start at the same moment', async () => {
      const schema = newSchema();
      await Promise.all(Array.from({ length: 8 }, () => fresh({ schema })));
      const rows = await server.query(`SELECT step FROM ${schema}.migrations ORDER BY step`);
      expect(rows).toEqual(migrations.map((_, index) => ({ step: index + 1 })));
    });

    test('go forward from any step, and keep what is there', async () => {
      const schema = newSchema();
      const memory = await fresh({ schema });
      const { id } = accepted(await memory.sessions.open({ title: 'kept' }));
      const database = new PostgresDatabase({ postgres: server.url, schema });
      onTestFinished(() => database.close());
      const more = [
        ...migrations,
        {
          title: 'more',
          statements: ['CREATE TABLE more (a int)', 'CREATE INDEX more_a ON more (a)'],
        },
      ];
      expect(await migrate(database, 'migrate', more)).toEqual({
        from: migrations.length,
        to: more.length,
      });
      expect(await migrate(database, 'migrate', more)).toEqual({
        from: more.length,
        to: more.length,
      });
      expect(accepted(await memory.sessions.entries(id))).toHaveLength(1);
      expect(await server.query(`SELECT * FROM ${schema}.more`)).toEqual([]);
    });

    test('that fail leave nothing behind', async () => {
      const schema = newSchema();
      const database = new PostgresDatabase({ postgres: server.url, schema });
      onTestFinished(() => database.close());
      const broken = [
        ...migrations,
        { title: 'broken', statements: Array(2).fill('CREATE TABLE half (a int)') },
      ];
      await expect(migrate(database, 'migrate', broken)).rejects.toThrow('already exists');
      expect(await server.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`)).toEqual(
        [],
      );
    });

    test('refuse a database from the future and change nothing', async () => {
      const schema = newSchema();
      await (await fresh({ schema })).close();
      await server.query(`INSERT INTO ${schema}.migrations (step, title) VALUES (99, 'future')`);
      expect(await failureOf({ schema })).toMatchObject({ code: 'schema-newer' });
    });

    test('are not run by whoever only expects them', async () => {
      const schema = newSchema();
      expect(await failureOf({ schema, migrations: 'expect' })).toMatchObject({
        code: 'schema-older',
      });
      expect(await server.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`)).toEqual(
        [],
      );
    });

    test('need rights that daily work does not need', async () => {
      const schema = newSchema();
      await (await fresh({ schema })).close();
      const role = `r_${randomBytes(4).toString('hex')}`;
      await server.query(`CREATE ROLE ${role} LOGIN PASSWORD 'weak'; GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
      const postgres = server.url.replace(/\/\/percept:[^@]+@/, `//${role}:weak@`);
      const memory = await fresh({ postgres, schema });
      const { id } = accepted(await memory.sessions.open());
      const blob = accepted(await memory.put(bytesOf('by a lesser role')));
      accepted(
        await memory.sessions.append(id, {
          type: 'custom',
          name: 'n',
          data: null,
          blobs: [blob],
        }),
      );
      accepted(await memory.collect({ graceMs: 0 }));
      expect(await failureOf({ postgres, schema: newSchema() })).toMatchObject({
        code: 'server-unreachable',
      });
      await server.query(`REVOKE INSERT ON ${schema}.entries FROM ${role}`);
      expect(refusedAs(await memory.sessions.append(id, message('x')))).toBe('forbidden');
    });

    test('refuse a database whose encoding cannot hold every text', async () => {
      await server.query(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0`);
      const postgres = server.url.replace(/\/postgres$/, '/ascii');
      expect(await failureOf({ postgres })).toMatchObject({ code: 'database-malformed' });
    });
  });

  describe('a server that cannot be used is a typed error without a secret', patient, () => {
    const secret = 's3cr3t-w0rd';
    test.for<[string, () => string]>([
      ['nobody listens', () => `postgres://percept:${secret}@127.0.0.1:1/postgres`],
      ['the password is wrong', () => server.url.replace(/:[^:@]+@/, `:${secret}@`)],
      ['the database does not exist', () => server.url.replace(/\/postgres$/, `/${secret}`)],
      [
        'the host has no address',
        () => `postgres://percept:${secret}@no-such-host.invalid/postgres`,
      ],
      ['the connection string is none', () => `postgres://percept:${secret}@[::bad/postgres`],
      ['the port is none', () => `postgres://percept:${secret}@127.0.0.1:99999999/postgres`],
    ])('%s', async ([, url]) => {
      const failure = await failureOf({ postgres: url() });
      expect(isStoreError(failure) && failure.code).toBe('server-unreachable');
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(secret);
    });

    test('a server that accepts and says nothing', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      onTestFinished(() => void silent.close());
      const address = silent.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const failure = await failureOf({
        postgres: `postgres://percept:${secret}@127.0.0.1:${port}/postgres`,
      });
      expect(failure).toMatchObject({ code: 'server-unreachable' });
    });

    // An empty one is a mistake of the program: test/library/options.test.ts.
    test.for(['x"; DROP SCHEMA public; --', 'UPPER', ' ', 'a'.repeat(64), 'dé'])(
      'a schema that is called %j',
      async (schema) => {
        expect(await failureOf({ schema })).toMatchObject({ code: 'database-malformed' });
      },
    );
  });

  describe('a server that goes away', patient, () => {
    test('is a refusal when the patience is over, and work goes on when it is back', async () => {
      const memory = await fresh({ limits: { retryTimeoutMs: 300 } });
      const { id } = accepted(await memory.sessions.open());
      const blob = accepted(await memory.put(bytesOf('before')));
      await server.crash();
      const outcomes = await Promise.all([
        memory.put(bytesOf('during')),
        memory.get(blob),
        memory.size(blob),
        memory.sessions.append(id, message('during')),
        memory.sessions.entries(id),
        memory.sessions.list(),
        memory.sessions.remove(id),
        memory.collect(),
      ]);
      expect(outcomes.map(refusedAs)).toEqual(Array(8).fill('unavailable'));
      await expect(memory.remove(blob)).rejects.toMatchObject({ code: 'server-unreachable' });
      expect(await memory.memos.get('none')).toBeUndefined();
      await memory.memos.put('key', 'lost');
      const report = await memory.fsck();
      expect([report.sound, report.complete]).toEqual([false, false]);
      await server.start();
      accepted(await memory.sessions.append(id, message('after')));
      expect(refusedAs(await memory.get(blob))).toBe('accepted');
      expect((await memory.fsck()).findings).toEqual([]);
    });

    test('is told to everyone who waited beside the batch that was refused, without trying each', async () => {
      let tries = 0;
      let isAway = true;
      const queue = new AppendQueue(
        async (_, batch) => {
          tries += 1;
          return isAway
            ? refuse({ refused: 'unavailable', message: 'away', hint: '' })
            : accept(batch.map((__, index) => accept({ seq: index + 1, hash: '' })));
        },
        { maxEntriesPerCommit: 4, maxBytesPerCommit: 1000 },
      );
      const id = accepted(parseSessionId('queue'));
      const append = () => queue.append(id, { body: 'x', blobs: [] });
      const outcomes = await Promise.all(Array.from({ length: 400 }, append));
      expect(outcomes.map(refusedAs)).toEqual(Array(400).fill('unavailable'));
      expect(tries).toBe(1);
      isAway = false;
      const later = await Promise.all(Array.from({ length: 10 }, append));
      expect(later.map((outcome) => accepted(outcome).seq)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2]);
      expect(tries).toBe(4);
    });

    test('is waited for within the patience', async () => {
      const memory = await fresh({ limits: { retryTimeoutMs: 60_000 } });
      const { id } = accepted(await memory.sessions.open());
      await server.crash();
      const writing = Promise.all([
        memory.sessions.append(id, message('patient')),
        memory.put(bytesOf('patient')),
      ]);
      await server.start();
      expect((await writing).map(refusedAs)).toEqual(['accepted', 'accepted']);
    });

    test('from under a single connection is noticed and not fatal', async () => {
      const memory = await fresh();
      const { id } = accepted(await memory.sessions.open());
      for (let round = 0; round < 5; round += 1) {
        const writing = Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            memory.sessions.append(id, message(`${round} ${index}`)),
          ),
        );
        await server.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'percept'`,
        );
        expect((await writing).map(refusedAs)).toEqual(Array(10).fill('accepted'));
      }
      expect(accepted(await memory.sessions.verify(id)).seq).toBe(51);
    });
  });

  describe('rows that somebody else holds', patient, () => {
    test('are waited for, and then refused', async () => {
      const schema = newSchema();
      const memory = await fresh({ schema, limits: { lockTimeoutMs: 200 } });
      const { id } = accepted(await memory.sessions.open());
      const other = await connected();
      await other.query(`BEGIN; SELECT * FROM ${schema}.sessions FOR UPDATE`);
      expect(refusedAs(await memory.sessions.append(id, message('x')))).toBe('unavailable');
      // Reading waits for nobody.
      expect(accepted(await memory.sessions.entries(id))).toHaveLength(1);
      await other.query('COMMIT');
      accepted(await memory.sessions.append(id, message('x')));
    });

    test('for longer than a statement may take are a timeout', async () => {
      const schema = newSchema();
      const memory = await fresh({
        schema,
        limits: { lockTimeoutMs: 10_000, statementTimeoutMs: 200 },
      });
      const { id } = accepted(await memory.sessions.open());
      const other = await connected();
      await other.query(`BEGIN; SELECT * FROM ${schema}.sessions FOR UPDATE`);
      expect(refusedAs(await memory.sessions.append(id, message('x')))).toBe('timed-out');
      await other.query('COMMIT');
    });
  });

  test('fsck says when the server does not sync what it acknowledges', patient, async () => {
    const memory = await fresh();
    await server.query('ALTER SYSTEM SET fsync = off');
    await server.query('SELECT pg_reload_conf()');
    onTestFinished(async () => {
      await server.query('ALTER SYSTEM RESET fsync');
      await server.query('SELECT pg_reload_conf()');
    });
    await expect
      .poll(async () => (await memory.fsck()).findings)
      .toMatchObject([{ check: 'server-durable', subject: 'fsync', severity: 'error' }]);
  });

  test('fsck repairs what can be repaired without losing bytes', patient, async () => {
    const schema = newSchema();
    const memory = await fresh({ schema });
    const { id } = accepted(await memory.sessions.open());
    const blob = accepted(await memory.put(bytesOf('used')));
    accepted(
      await memory.sessions.append(id, { type: 'custom', name: 'n', data: null, blobs: [blob] }),
    );
    await server.query(`UPDATE ${schema}.blobs SET state = 'condemned', condemned_at = 1`);
    expect((await memory.fsck()).findings).toMatchObject([
      { check: 'condemned-unreferenced', repaired: false },
    ]);
    expect((await memory.fsck({ repair: true })).sound).toBe(true);
    expect((await memory.fsck()).findings).toEqual([]);
    await server.query(`DELETE FROM ${schema}.refs`);
    expect((await memory.fsck()).findings).toMatchObject([
      { check: 'refs-match-entries', subject: `${id} entry 2` },
    ]);
  });

  test(
    'a pooler that gives every transaction another connection may stand between',
    { ...patient, ...unless(noPgbouncer) },
    async () => {
      await using bouncer = await startPgbouncer(server.url);
      const memory = await fresh({ postgres: bouncer.url });
      const { id } = accepted(await memory.sessions.open());
      const writing = Array.from({ length: 40 }, async (_, index) => {
        const blob = accepted(await memory.put(bytesOf(`pooled ${index % 8}`)));
        return memory.sessions.append(id, {
          type: 'custom',
          name: 'n',
          data: index,
          blobs: [blob],
        });
      });
      expect((await Promise.all(writing)).map(refusedAs)).toEqual(Array(40).fill('accepted'));
      expect(accepted(await memory.sessions.verify(id)).seq).toBe(41);
      accepted(await memory.collect({ graceMs: 0 }));
      expect((await memory.fsck()).findings).toEqual([]);
    },
  );
});
