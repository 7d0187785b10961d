// A database of any version becomes today's by running the steps that it has not seen, one process at a time and all or
// nothing; a database from the future is refused. The first two steps are from before both databases had one schema.
import { StoreError } from '../error.ts';
import { readNumber, readString } from '../sql/rows.ts';
import { refuseNewer, sharedMigrations, type Migration } from '../sql/tables.ts';
import { runScript, unreachable, type PostgresDatabase, type Transaction } from './database.ts';
import { failureIn } from './failure.ts';

const history: readonly { readonly title: string; readonly sql: string }[] = [
  {
    title: 'sessions, entries, blobs, grants, the references between them, and memos',
    sql: `
      -- The head makes a lost tail visible: entries alone could end early and still be a chain.
      CREATE TABLE sessions (
        key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        tenant text COLLATE "C" NOT NULL,
        head_seq bigint NOT NULL CHECK (head_seq >= 0),
        head_hash bytea NOT NULL CHECK (octet_length(head_hash) = 32)
      );

      CREATE INDEX sessions_by_tenant ON sessions (tenant);

      CREATE TABLE entries (
        session bigint NOT NULL REFERENCES sessions (key),
        seq bigint NOT NULL CHECK (seq >= 1),
        at bigint NOT NULL,
        body text NOT NULL,
        prev bytea NOT NULL CHECK (octet_length(prev) = 32),
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        PRIMARY KEY (session, seq)
      );

      -- "copy" names the one physical copy that counts. A name is never used twice.
      CREATE TABLE blobs (
        id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
        copy text COLLATE "C" NOT NULL UNIQUE CHECK (copy ~ '^[0-9a-f]{16}$'),
        bytes bigint NOT NULL CHECK (bytes >= 0),
        state text NOT NULL CHECK (state IN ('live', 'condemned')),
        created_at bigint NOT NULL,
        put_at bigint NOT NULL,
        condemned_at bigint,
        damaged_at bigint,
        CHECK ((state = 'condemned') = (condemned_at IS NOT NULL))
      );
      CREATE INDEX blobs_by_put ON blobs (put_at) WHERE state = 'live';
      CREATE INDEX blobs_condemned ON blobs (id) WHERE state = 'condemned';

      -- Copies that may exist and count for nothing: announced before they are written, and given up to be deleted.
      CREATE TABLE uploads (
        copy text COLLATE "C" PRIMARY KEY,
        id bytea NOT NULL,
        at bigint NOT NULL
      );
      CREATE TABLE discards (
        copy text COLLATE "C" PRIMARY KEY,
        id bytea NOT NULL,
        at bigint NOT NULL
      );

      -- Counts are derived from these rows and stored nowhere.
      CREATE TABLE refs (
        session bigint NOT NULL,
        seq bigint NOT NULL,
        blob bytea NOT NULL REFERENCES blobs (id),
        PRIMARY KEY (session, seq, blob),
        FOREIGN KEY (session, seq) REFERENCES entries (session, seq)
      );
      CREATE INDEX refs_by_blob ON refs (blob);

      -- No expiry: the grant ends with the last log that holds it.
      CREATE TABLE grants (
        id bytea PRIMARY KEY CHECK (octet_length(id) = 16),
        tenant text COLLATE "C" NOT NULL,
        blob bytea NOT NULL REFERENCES blobs (id),
        mime text NOT NULL,
        name text,
        disposition text NOT NULL CHECK (disposition IN ('inline', 'attachment')),
        signing_key text NOT NULL,
        created_at bigint NOT NULL,
        expires_at bigint,
        revoked_at bigint
      );
      CREATE INDEX grants_by_blob ON grants (blob);
      CREATE INDEX grants_by_tenant ON grants (tenant);

      -- The logs that a grant's URL stands in: the one it was made for, and the forks of it.
      CREATE TABLE grant_holders (
        session bigint NOT NULL REFERENCES sessions (key),
        grant_id bytea NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
        PRIMARY KEY (session, grant_id)
      );
      CREATE INDEX grant_holders_by_grant ON grant_holders (grant_id);

      CREATE TABLE memos (
        key text COLLATE "C" PRIMARY KEY,
        body text NOT NULL,
        at bigint NOT NULL
      );
      CREATE INDEX memos_by_age ON memos (at);
    `,
  },
  {
    title: 'keys that the processes share',
    sql: `
      CREATE TABLE keys (
        purpose text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL CHECK (id ~ '^[A-Za-z0-9]{1,16}$'),
        secret bytea NOT NULL CHECK (octet_length(secret) = 32),
        created_at bigint NOT NULL,
        PRIMARY KEY (purpose, id)
      );
    `,
  },
];

/** The number of a step is its place in the list, from 1. */
export const migrations: readonly Migration[] = [
  ...history.map(({ title, sql }) => ({ title, statements: statementsIn(sql) })),
  ...sharedMigrations,
];

export type MigrationPolicy = 'migrate' | 'expect';

/** Brings the schema up to the last step, all or nothing. `expect` changes nothing and throws when a step is missing. */
export async function migrate(
  database: PostgresDatabase,
  policy: MigrationPolicy = 'migrate',
  steps: readonly Migration[] = migrations,
): Promise<{ readonly from: number; readonly to: number }> {
  try {
    return await database.patiently(async () => {
      const found = await database.once((tx) => version(tx, database.schema));
      refuseNewer('This database', found, steps.length);
      if (found === steps.length) return { from: found, to: found };
      if (policy === 'expect') throw older(found, steps.length);
      return database.once((tx) => advance(tx, database.schema, steps));
    });
  } catch (error) {
    const failure = failureIn(error);
    throw failure === 'away' || failure === 'forbidden' ? unreachable(error) : error;
  }
}

async function advance(
  tx: Transaction,
  schema: string,
  steps: readonly Migration[],
): Promise<{ readonly from: number; readonly to: number }> {
  // Waiting for another process that migrates takes as long as its migration.
  await tx.query('SET LOCAL lock_timeout = 0');
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `percept-migrations ${schema}`,
  ]);
  await refuseOtherEncodings(tx);
  const from = await version(tx, schema);
  refuseNewer('This database', from, steps.length);
  if (!(await hasSchema(tx, schema))) await tx.query(`CREATE SCHEMA "${schema}"`);
  await tx.query(
    'CREATE TABLE IF NOT EXISTS migrations (step integer PRIMARY KEY, title text NOT NULL, at timestamptz NOT NULL DEFAULT now())',
  );
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    for (const statement of step.statements) await tx.query(statement);
    if (step.fill) await runScript(tx, step.fill());
    await tx.query('INSERT INTO migrations (step, title) VALUES ($1, $2)', [index + 1, step.title]);
  }
  return { from, to: steps.length };
}

/** The driver takes one statement at a time when it also takes values; no step has a semicolon inside a statement. */
function statementsIn(sql: string): readonly string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function version(tx: Transaction, schema: string): Promise<number> {
  const [table] = await tx.query(
    `SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'migrations'`,
    [schema],
  );
  if (!table) return 0;
  const [row] = await tx.query('SELECT coalesce(max(step), 0) AS step FROM migrations');
  return readNumber(row, 'step');
}

async function hasSchema(tx: Transaction, schema: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [schema]);
  return rows.length > 0;
}

/** Text is hashed as UTF-8, and a database in another encoding cannot hold all of it. */
async function refuseOtherEncodings(tx: Transaction): Promise<void> {
  const [row] = await tx.query(`SELECT current_setting('server_encoding') AS encoding`);
  const encoding = readString(row, 'encoding');
  if (encoding === 'UTF8') return;
  throw new StoreError(
    'database-malformed',
    `The database has the encoding ${encoding}, and Percept needs UTF8. Create another database.`,
  );
}

function older(found: number, known: number): StoreError {
  return new StoreError(
    'schema-older',
    `This database has schema ${found}, and this version of Percept needs ${known}. Open it once with the right to migrate.`,
  );
}
