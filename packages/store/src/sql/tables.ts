// The schema of both databases, as the steps that lead to it. What was written for one database alone before they had one
// schema stays where it is (`history.ts` of each); every later step is written once, in PostgreSQL's spelling. A step that
// was released is never edited.
import { StoreError } from '../error.ts';
import { readGrantRow, sealGrant } from './grant-rows.ts';
import { readHex, readNumber, readString, toBytes } from './rows.ts';
import { sealSession } from './session-rows.ts';
import { query, type Work } from './work.ts';

export interface Migration {
  readonly title: string;
  readonly statements: readonly string[];
  /** What a statement cannot say. */
  readonly fill?: () => Work<void>;
}

export const sharedMigrations: readonly Migration[] = [
  {
    title: 'kinds of logs, lists by index, seals of rows, leases and marks',
    statements: [
      `ALTER TABLE sessions ADD COLUMN kind text NOT NULL DEFAULT 'session'`,
      // A log that belongs to another one goes with it.
      'ALTER TABLE sessions ADD COLUMN parent bigint REFERENCES sessions (key)',
      'ALTER TABLE sessions ADD COLUMN updated_at bigint NOT NULL DEFAULT 0',
      'ALTER TABLE sessions ADD COLUMN settled bigint NOT NULL DEFAULT 0',
      'ALTER TABLE sessions ADD COLUMN seal bytea',
      `UPDATE sessions SET updated_at =
         coalesce((SELECT at FROM entries WHERE session = sessions.key AND seq = head_seq), 0)`,
      `UPDATE sessions SET kind = CASE
         WHEN substr(id, 1, 2) = 'w-' AND length(id) = 59 THEN 'conversation'
         WHEN substr(id, 1, 2) = 'j-' AND length(id) = 59 THEN 'journal'
         WHEN substr(id, 1, 2) = 'u-' AND length(id) = 59 THEN 'upload'
         WHEN substr(id, 1, 7) = 'upload_' THEN 'media'
         WHEN substr(id, 1, 4) = 'run_' THEN 'run'
         WHEN substr(id, 1, 10) = 'workflows_' THEN 'workflows'
         WHEN substr(id, 1, 5) = 'seam_' THEN 'acceptance'
         ELSE 'session' END`,
      `UPDATE sessions SET parent =
         (SELECT owner.key FROM sessions AS owner WHERE owner.id = 'w' || substr(sessions.id, 2))
       WHERE kind = 'journal'`,
      'CREATE INDEX sessions_by_use ON sessions (kind, updated_at, key)',
      'CREATE INDEX sessions_of_tenant_by_use ON sessions (tenant, kind, updated_at, key)',
      'CREATE INDEX sessions_of_tenant_by_age ON sessions (tenant, kind, key)',
      'CREATE INDEX sessions_unsettled ON sessions (kind, key) WHERE settled = 0',
      'CREATE INDEX sessions_by_parent ON sessions (parent) WHERE parent IS NOT NULL',
      'DROP INDEX sessions_by_tenant',
      'ALTER TABLE grants ADD COLUMN seal bytea',
      'DELETE FROM memos',
      'ALTER TABLE memos ADD COLUMN seal bytea',
      'CREATE INDEX IF NOT EXISTS memos_by_age ON memos (at)',
      // Who works on what, until when.
      `CREATE TABLE leases (
        name text COLLATE "C" PRIMARY KEY,
        holder text NOT NULL,
        until bigint NOT NULL
      )`,
      // What happened once and must not happen again: a sign-in link that was used, a sign-out.
      `CREATE TABLE marks (
        purpose text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        until bigint NOT NULL,
        call text NOT NULL,
        PRIMARY KEY (purpose, id)
      )`,
      'CREATE INDEX marks_by_end ON marks (until)',
    ],
    *fill() {
      for (const row of yield* query('SELECT key, id, tenant, kind FROM sessions'))
        yield* query('UPDATE sessions SET seal = $2 WHERE key = $1', [
          readNumber(row, 'key'),
          sealSession({
            id: readString(row, 'id'),
            tenant: readString(row, 'tenant'),
            kind: readString(row, 'kind'),
            imported: 0,
          }),
        ]);
      for (const row of yield* query('SELECT * FROM grants'))
        yield* query('UPDATE grants SET seal = $2 WHERE id = $1', [
          toBytes(readHex(row, 'id')),
          sealGrant(readGrantRow(row)),
        ]);
    },
  },
  {
    title: 'sessions that were imported',
    // Entries up to this number were written elsewhere; 0 where all of them were written here.
    statements: ['ALTER TABLE sessions ADD COLUMN imported bigint NOT NULL DEFAULT 0'],
  },
];

/** Fails where a table or a column is missing: a damaged schema is noticed when the memory is opened, and not later. */
export function* probeTables(): Work<void> {
  for (const columns of probes) yield* query(`SELECT ${columns} LIMIT 0`);
}

const probes = [
  'key, id, tenant, kind, parent, head_seq, head_hash, updated_at, settled, imported, seal FROM sessions',
  'session, seq, at, body, prev, hash FROM entries',
  'id, bytes, state, created_at, put_at, condemned_at FROM blobs',
  'session, seq, blob FROM refs',
  'id, tenant, blob, mime, name, disposition, signing_key, created_at, expires_at, revoked_at, seal FROM grants',
  'session, grant_id FROM grant_holders',
  'key, body, at, seal FROM memos',
  'name, holder, until FROM leases',
  'purpose, id, until, call FROM marks',
];

/** A database from the future is not touched. */
export function refuseNewer(what: string, found: number, known: number): void {
  if (found <= known) return;
  throw new StoreError(
    'schema-newer',
    `${what} has schema ${found}, and this version of Percept knows up to ${known}. Update Percept; nothing was changed.`,
  );
}
