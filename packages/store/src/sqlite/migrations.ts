// The database of any version becomes today's by running the steps that it has not seen, all or nothing; a database from
// the future is refused. The first three steps are from before both databases had one schema.
import type { DatabaseSync } from 'node:sqlite';
import { readNumber } from '../sql/rows.ts';
import { refuseNewer, sharedMigrations, type Migration } from '../sql/tables.ts';
import { byName, runNow, spellForSqlite } from './sqlite-database.ts';
import { isInTransaction } from './connection-state.ts';

const history: readonly Migration[] = [
  {
    title: 'sessions, entries, blobs and the references between them',
    statements: [
      `
      -- The head makes a lost tail visible: entries alone could end early and still be a chain.
      CREATE TABLE sessions (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        head_seq INTEGER NOT NULL CHECK (head_seq >= 0),
        head_hash BLOB NOT NULL CHECK (length(head_hash) = 32)
      ) STRICT;

      CREATE TABLE entries (
        session INTEGER NOT NULL REFERENCES sessions (key),
        seq INTEGER NOT NULL CHECK (seq >= 1),
        at INTEGER NOT NULL,
        body TEXT NOT NULL,
        prev BLOB NOT NULL CHECK (length(prev) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (session, seq)
      ) STRICT;

      CREATE TABLE blobs (
        id BLOB PRIMARY KEY CHECK (length(id) = 32),
        bytes INTEGER NOT NULL CHECK (bytes >= 0),
        state TEXT NOT NULL CHECK (state IN ('live', 'condemned')),
        created_at INTEGER NOT NULL,
        put_at INTEGER NOT NULL,
        condemned_at INTEGER,
        CHECK ((state = 'condemned') = (condemned_at IS NOT NULL))
      ) STRICT, WITHOUT ROWID;

      -- Counts are derived from these rows and stored nowhere.
      CREATE TABLE refs (
        session INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        blob BLOB NOT NULL REFERENCES blobs (id),
        PRIMARY KEY (session, seq, blob),
        FOREIGN KEY (session, seq) REFERENCES entries (session, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX refs_by_blob ON refs (blob);
    `,
    ],
  },
  {
    title: 'memos',
    statements: [
      `
      CREATE TABLE memos (
        key TEXT PRIMARY KEY,
        body TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
    ],
  },
  {
    title: 'tenants, and grants of assets to whoever holds their URL',
    statements: [
      `
      ALTER TABLE sessions ADD COLUMN tenant TEXT NOT NULL DEFAULT 'local';
      CREATE INDEX sessions_by_tenant ON sessions (tenant);

      -- No expiry: the grant ends with the last log that holds it.
      CREATE TABLE grants (
        id BLOB PRIMARY KEY CHECK (length(id) = 16),
        tenant TEXT NOT NULL,
        blob BLOB NOT NULL REFERENCES blobs (id),
        mime TEXT NOT NULL,
        name TEXT,
        disposition TEXT NOT NULL CHECK (disposition IN ('inline', 'attachment')),
        signing_key TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX grants_by_blob ON grants (blob);
      CREATE INDEX grants_by_tenant ON grants (tenant);

      -- The logs that a grant's URL stands in: the one it was made for, and the forks of it.
      CREATE TABLE grant_holders (
        session INTEGER NOT NULL REFERENCES sessions (key),
        grant_id BLOB NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
        PRIMARY KEY (session, grant_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX grant_holders_by_grant ON grant_holders (grant_id);
    `,
    ],
  },
];

/** The number of a step is its place in the list, from 1. */
export const migrations: readonly Migration[] = [...history, ...sharedMigrations];

export function schemaVersion(database: DatabaseSync): number {
  return readNumber(database.prepare('PRAGMA user_version').get(), 'user_version');
}

/** Brings the database up to the last step, all or nothing; safe when several processes start at once. */
export function migrate(
  database: DatabaseSync,
  steps: readonly Migration[] = migrations,
): { readonly from: number; readonly to: number } {
  if (schemaVersion(database) === steps.length) return { from: steps.length, to: steps.length };
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = schemaVersion(database);
    refuseNewer('This store', from, steps.length);
    for (const { statements, fill } of steps.slice(from)) {
      for (const sql of statements) database.exec(spellForSqlite(sql));
      if (fill)
        runNow(fill(), ({ sql, values }) =>
          database.prepare(spellForSqlite(sql)).all(byName(values)),
        );
    }
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec('COMMIT');
    return { from, to: steps.length };
  } catch (error) {
    if (isInTransaction(database)) database.exec('ROLLBACK');
    throw error;
  }
}
