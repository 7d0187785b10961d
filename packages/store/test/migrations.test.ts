// A database of any released version becomes today's, all or nothing; one from the future is refused.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseSessionId } from '@percept/core';
import { expect, test } from 'vitest';
import { genesis, seal } from '../src/chain.ts';
import { fsck, isStoreError, localTenant, openMemory } from '../src/index.ts';
import { databaseName, openDatabase } from '../src/sqlite/connection.ts';
import { migrations, schemaVersion } from '../src/sqlite/migrations.ts';
import { type Migration } from '../src/sqlite/index.ts';
import { accepted, bytesOf, freshDirectory, message, picture } from './scene.ts';

const next: Migration = {
  title: 'a table of a later release',
  statements: [
    'CREATE TABLE later (id text PRIMARY KEY)',
    'ALTER TABLE sessions ADD COLUMN colour TEXT',
  ],
};

test(
  'a new database carries the version of its schema',
  { tags: ['f-store-migrations'] },
  async () => {
    const file = join(await freshDirectory(), databaseName);
    const database = await openDatabase({ file });
    expect(schemaVersion(database)).toBe(migrations.length);
    database.close();
  },
);

test(
  'an older database is brought forward with its records',
  { tags: ['f-store-migrations'] },
  async () => {
    const directory = await freshDirectory();
    const memory = await openMemory({ directory });
    const { id } = accepted(await memory.sessions.open());
    accepted(await memory.sessions.append(id, message('from before')));
    await memory.close();

    const file = join(directory, databaseName);
    const newer = await openDatabase({ file, migrations: [...migrations, next] });
    expect(schemaVersion(newer)).toBe(migrations.length + 1);
    expect(newer.prepare('SELECT count(*) AS n FROM entries').get()).toEqual({ n: 2 });
    expect(newer.prepare('SELECT colour FROM sessions').get()).toEqual({ colour: null });
    newer.close();
  },
);

test(
  'an empty database from before the first release is brought forward',
  { tags: ['f-store-migrations'] },
  async () => {
    const directory = await freshDirectory();
    new DatabaseSync(join(directory, databaseName)).close();
    const memory = await openMemory({ directory });
    expect(accepted(await memory.sessions.open()).entries).toBe(1);
    await memory.close();
  },
);

test(
  'sessions from before tenants belong to the local one, and can hold grants',
  { tags: ['f-store-migrations'] },
  async () => {
    const directory = await freshDirectory();
    const file = join(directory, databaseName);
    const older = await openDatabase({ file, migrations: migrations.slice(0, 2) });
    const session = 'from-before';
    const opening = { seq: 1, at: 7, prev: genesis, body: '{"type":"session-opened"}' };
    const hash = seal(accepted(parseSessionId(session)), opening);
    older
      .prepare('INSERT INTO sessions VALUES (1, ?, 1, ?)')
      .run(session, Buffer.from(hash, 'hex'));
    older
      .prepare('INSERT INTO entries VALUES (1, 1, 7, ?, ?, ?)')
      .run(opening.body, Buffer.from(genesis, 'hex'), Buffer.from(hash, 'hex'));
    expect(schemaVersion(older)).toBe(2);
    older.close();

    await using memory = await openMemory({ directory });
    const [kept] = accepted(await memory.sessions.list({ tenant: localTenant }));
    expect(kept).toMatchObject({ id: session, tenant: 'local', entries: 1, condition: 'sound' });
    if (!kept) return;
    const blob = accepted(await memory.put(bytesOf('new')));
    accepted(await memory.sessions.append(kept.id, picture(blob, 3, 'a.png')));
    const request = { tenant: localTenant, run: kept.id, blob, mime: 'image/png' } as const;
    accepted(await memory.grants.mint({ ...request, disposition: 'inline', signingKey: 'k1' }));
    expect((await memory.fsck()).findings).toEqual([]);
  },
);

test(
  'logs from before there were kinds get theirs, a journal gets its session, and everything is sealed',
  { tags: ['f-store-migrations'] },
  async () => {
    const directory = await freshDirectory();
    const file = join(directory, databaseName);
    const older = await openDatabase({ file, migrations: migrations.slice(0, 3) });
    const owner = 'a'.repeat(24);
    const number = 'b'.repeat(32);
    const expected = new Map([
      [`w-${owner}-${number}`, 'conversation'],
      [`j-${owner}-${number}`, 'journal'],
      [`u-${owner}-${number}`, 'upload'],
      [`upload_${owner}_x`, 'media'],
      ['run_1', 'run'],
      ['workflows_1', 'workflows'],
      ['seam_1', 'acceptance'],
      ['d9428888-122b-11e1-b85c-61cd3cbb3210', 'session'],
    ]);
    for (const session of expected.keys()) {
      const opening = { seq: 1, at: 7, prev: genesis, body: '{"type":"session-opened"}' };
      const hash = Buffer.from(seal(accepted(parseSessionId(session)), opening), 'hex');
      const { lastInsertRowid } = older
        .prepare(`INSERT INTO sessions (id, tenant, head_seq, head_hash) VALUES (?, 'acme', 1, ?)`)
        .run(session, hash);
      older
        .prepare('INSERT INTO entries VALUES (?, 1, 7, ?, ?, ?)')
        .run(lastInsertRowid, opening.body, Buffer.from(genesis, 'hex'), hash);
    }
    older.close();

    await using memory = await openMemory({ directory });
    for (const [text, kind] of expected) {
      const id = accepted(parseSessionId(text));
      expect(accepted(await memory.sessions.find(id))).toMatchObject({ kind, updatedAt: 7 });
    }
    expect((await memory.fsck()).findings).toEqual([]);
    accepted(await memory.sessions.remove(accepted(parseSessionId(`w-${owner}-${number}`))));
    const journal = await memory.sessions.find(accepted(parseSessionId(`j-${owner}-${number}`)));
    expect(journal.ok).toBe(false);
  },
);

test('a step that fails leaves the database as it was', async () => {
  const file = join(await freshDirectory(), databaseName);
  (await openDatabase({ file })).close();
  const broken = {
    title: 'breaks half way',
    statements: ['CREATE TABLE half (a text)', 'CREATE TABLE half (a text)'],
  };
  await expect(openDatabase({ file, migrations: [...migrations, broken] })).rejects.toThrow(/half/);
  const database = await openDatabase({ file });
  expect(schemaVersion(database)).toBe(migrations.length);
  expect(database.prepare(`SELECT name FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([]);
  database.close();
});

test(
  'a database of a newer schema is refused in words and left alone',
  { tags: ['f-store-newer-schema-refused'] },
  async () => {
    const directory = await freshDirectory();
    const file = join(directory, databaseName);
    (await openDatabase({ file, migrations: [...migrations, next] })).close();
    const refused = await openMemory({ directory }).catch((error: unknown) => error);
    expect(isStoreError(refused) && refused.code).toBe('schema-newer');
    expect(String(refused)).toContain(
      `schema ${migrations.length + 1}, and this version of Percept knows up to ${migrations.length}. Update Percept`,
    );
    const report = await fsck(directory, { repair: true });
    expect(report.findings).toMatchObject([{ check: 'database-opens', severity: 'error' }]);
    const database = new DatabaseSync(file);
    expect(schemaVersion(database)).toBe(migrations.length + 1);
    database.close();
  },
);
