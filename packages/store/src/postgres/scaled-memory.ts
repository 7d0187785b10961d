// The memory at scale: the record and the ledger in PostgreSQL, the bytes in a backend of copies. Any number of
// processes on any number of machines share it, and each of them may die at any moment.
import { postgresLimits, type PostgresLimits } from './limits.ts';
import {
  bound,
  call,
  checkOptions,
  either,
  has,
  limitsOf,
  maybe,
  oneOf,
  word,
} from '@percept/core/internal/options';
import { type CallEvent, type Outcome, type SessionId, accept } from '@percept/core';
import type { Pool } from 'pg';
import { plan, runChecks } from '../fsck/report.ts';
import type { Memory } from '../memory.ts';
import type { Clock } from '../ports.ts';
import { type Imported, importSession, type ImportParts } from '../portable/import.ts';
import type { SharedKeys } from '../shared-keys.ts';
import { assembleMemory } from '../sql/assemble.ts';
import { memosIn } from '../sql/memo-table.ts';
import type { BlobBackend } from './blob-backend.ts';
import { scaledChecks } from './checks.ts';
import { collectScaled } from './collector.ts';
import { PostgresDatabase } from './database.ts';
import { refuseFailure } from './failure.ts';
import { migrate, type MigrationPolicy } from './migrations.ts';
import { scaledBlobs } from './scaled-blobs.ts';
import { readHex, readNumber, readString, toBytes } from '../sql/rows.ts';
import { done, query } from '../sql/work.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseRead } from '../failure.ts';

/** All that a memory does; only a directory it has none. */
export interface ScaledMemory extends Omit<Memory, 'directory'> {
  /** What all processes sign and verify with. */
  readonly keys: SharedKeys;
  /** Copies a session of an embedded memory, with its hashes and its tenant. Again adds only what is new there. */
  adoptSession(source: Memory, session: SessionId): Promise<Outcome<Imported>>;
}

export interface ScaledMemoryOptions {
  /** A connection string, or a pool that its owner ends. */
  readonly postgres: string | Pool;
  readonly blobs: BlobBackend;
  /** The schema that holds the tables. Default: `percept`. */
  readonly schema?: string;
  /** `expect` changes no schema and throws when it is not today's. Default: `migrate`. */
  readonly migrations?: MigrationPolicy;
  readonly limits?: Partial<PostgresLimits>;
  readonly maxEntryBytes?: number;
  readonly clock?: Clock;
  /** Told of every call when it has ended. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/**
 * Opens the memory, and creates its schema when there is none. Throws a `StoreError` when the server cannot be used.
 *
 * @example
 * await using memory = await openScaledMemory({
 *   postgres: 'postgres://percept@db.internal/percept',
 *   blobs: new S3Backend({ endpoint, region, bucket, credentials }),
 * });
 */
export async function openScaledMemory(options: ScaledMemoryOptions): Promise<ScaledMemory> {
  checkOptions('openScaledMemory', options, {
    postgres: either('is a connection string or a pool', word, has('connect', 'query')),
    blobs: has('write', 'read'),
    schema: maybe(word),
    migrations: maybe(oneOf(['migrate', 'expect'])),
    limits: limitsOf(postgresLimits),
    maxEntryBytes: maybe(bound),
    clock: maybe(call),
    onEvent: maybe(call),
  });
  const { postgres, blobs: backend, schema = 'percept', limits, maxEntryBytes } = options;
  const clock = options.clock ?? Date.now;
  const database = new PostgresDatabase({ postgres, schema, ...(limits && { limits }) });
  try {
    await migrate(database, options.migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const blobs = scaledBlobs({ database, backend, clock });
  const memos = memosIn(database, clock);
  const memory = assembleMemory({
    database,
    blobs,
    memos,
    clock,
    maxEntryBytes,
    onEvent: options.onEvent,
    collect: (request) => collectScaled({ database, backend, memos, clock }, request),
    fsck: async ({ depth = 'deep', repair = false, clock: other = clock, signal } = {}) => {
      const scene = { database, backend, depth, repair, now: other() };
      return runChecks(
        scaledChecks.map((check) => plan(check, scene)),
        { depth, signal },
      );
    },
    refuse: refuseFailure,
  });
  return {
    ...memory,
    keys: keysIn(database),
    adoptSession: (source, session) => adoptSession({ database, blobs }, source, session),
  };
}

// Keys that the processes of one memory share. Whoever may read these rows may sign as the server: the rights on the
// schema are what protects them.
function keysIn(database: PostgresDatabase): SharedKeys {
  return {
    async list(purpose) {
      const sql =
        'SELECT id, secret, created_at FROM keys WHERE purpose = $1 ORDER BY created_at, id';
      return database.read(function* () {
        const rows = yield* query(sql, [purpose]);
        return accept(
          rows.map((row) => ({
            id: readString(row, 'id'),
            secret: toBytes(readHex(row, 'secret')),
            createdAt: readNumber(row, 'created_at'),
          })),
        );
      });
    },
    add: (purpose, { id, secret, createdAt }) =>
      database.write(
        done(() =>
          query(
            'INSERT INTO keys (purpose, id, secret, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
            [purpose, id, Buffer.from(secret), createdAt],
          ),
        ),
      ),
    remove: (purpose, ids) =>
      database.write(
        done(() => query('DELETE FROM keys WHERE purpose = $1 AND id = ANY($2)', [purpose, ids])),
      ),
  };
}

/** Out of one memory and into the other by the same way as any import. */
async function adoptSession(
  parts: ImportParts,
  source: Memory,
  id: SessionId,
): Promise<Outcome<Imported>> {
  const session = await source.sessions.find(id);
  if (!session.ok) return session;
  const { tenant, kind, imported } = session.value;
  const folder = await mkdtemp(join(tmpdir(), 'percept-import-'));
  try {
    const exported = await source.exportSession(id, join(folder, 'export'));
    return exported.ok
      ? await importSession(parts, join(folder, 'export'), { tenant, kind, imported })
      : exported;
  } catch (error) {
    return refuseRead(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
