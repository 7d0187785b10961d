// The memory at scale: the record and the ledger in PostgreSQL, the bytes in a backend of copies. Any number of
// processes on any number of machines share it, and each of them may die at any moment.
import { accept, type BlobId, type Outcome, type SessionId } from '@percept/core';
import type { Pool } from 'pg';
import { StoreError } from '../error.ts';
import type { BlobReader } from '../fs/verified-file.ts';
import type { Memory } from '../memory.ts';
import type { Clock } from '../ports.ts';
import type { Imported } from '../portable/import.ts';
import type { SharedKeys } from '../shared-keys.ts';
import type { BlobBackend } from './blob-backend.ts';
import { ScaledCollector } from './collector.ts';
import { PostgresDatabase } from './database.ts';
import { refuseFailure } from './failure.ts';
import { forkScaled } from './fork.ts';
import { checkScaled } from './fsck.ts';
import { PostgresGrants } from './grant-table.ts';
import { PostgresKeys } from './key-table.ts';
import type { PostgresLimits } from './limits.ts';
import { PostgresMemos } from './memo-table.ts';
import { migrate, type MigrationPolicy } from './migrations.ts';
import { adoptSession, exportScaled, importScaled } from './portable.ts';
import { PostgresSessionRecord } from './postgres-session-record.ts';
import { ScaledBlobs } from './scaled-blobs.ts';

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
  const { postgres, blobs: backend, schema = 'percept', limits, maxEntryBytes } = options;
  const clock = options.clock ?? Date.now;
  const database = new PostgresDatabase({ postgres, schema, ...(limits && { limits }) });
  try {
    await migrate(database, options.migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const blobs = new ScaledBlobs({ database, backend, clock });
  const memos = new PostgresMemos(database, clock);
  const grants = new PostgresGrants(database, clock);
  const keys = new PostgresKeys(database);
  const collector = new ScaledCollector({ database, backend, memos, clock });
  const sessions = new PostgresSessionRecord({
    database,
    clock,
    ...(maxEntryBytes !== undefined && { maxEntryBytes }),
  });

  const work = new Set<Promise<unknown>>();
  let isClosing = false;
  const tracked = async <T>(start: () => Promise<T>): Promise<T> => {
    const task = start();
    work.add(task);
    try {
      return await task;
    } finally {
      work.delete(task);
    }
  };
  const whileOpen = async <T>(start: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    isClosing
      ? refuseFailure(new StoreError('memory-closed', 'The memory was closed.'))
      : tracked(start);
  const close = async (): Promise<void> => {
    isClosing = true;
    await Promise.allSettled(work);
    await database.close();
  };

  return {
    sessions: {
      open: (request) => whileOpen(() => sessions.open(request)),
      append: (session, entry) => whileOpen(() => sessions.append(session, entry)),
      entries: (session, range) => whileOpen(() => sessions.entries(session, range)),
      list: (filter) => whileOpen(() => sessions.list(filter)),
      remove: (session) => whileOpen(() => sessions.remove(session)),
      verify: (session) => whileOpen(() => sessions.verify(session)),
    },
    memos: {
      get: (key) => tracked(() => memos.get(key)),
      put: (key, text) => tracked(() => memos.put(key, text)),
    },
    grants: {
      mint: (request) => whileOpen(() => grants.mint(request)),
      find: (id) => whileOpen(() => grants.find(id)),
      heldBy: (run) => whileOpen(() => grants.heldBy(run)),
      revoke: (scope) => whileOpen(() => grants.revoke(scope)),
      extend: (id, expiresAt) => whileOpen(() => grants.extend(id, expiresAt)),
      share: (from, to) => whileOpen(() => grants.share(from, to)),
      signingKeys: () => whileOpen(() => grants.signingKeys()),
    },
    keys: {
      list: (purpose) => whileOpen(() => keys.list(purpose)),
      add: (purpose, key) => whileOpen(() => keys.add(purpose, key)),
      remove: (purpose, ids) => whileOpen(() => keys.remove(purpose, ids)),
    },
    open: (id) => whileOpen(() => openWhole(blobs, id)),
    fork: (source, request) => whileOpen(() => forkScaled(database, source, request)),
    put: (bytes: Uint8Array) => whileOpen(() => blobs.put(bytes)),
    get: (id: BlobId) => whileOpen(() => blobs.get(id)),
    size: (id: BlobId) => whileOpen(() => blobs.size(id)),
    remove: (id: BlobId) => tracked(() => blobs.remove(id)),
    list: () => blobs.list(),
    collect: (request) => whileOpen(() => collector.collect(request)),
    fsck: ({ depth = 'deep', repair = false, clock: other = clock } = {}) =>
      tracked(() => checkScaled({ database, backend, depth, repair, now: other() })),
    exportSession: (session, target) =>
      whileOpen(() => exportScaled({ database, blobs }, session, target)),
    importSession: (source) => whileOpen(() => importScaled({ database, blobs }, source)),
    adoptSession: (source, session) =>
      whileOpen(() => adoptSession({ database, blobs }, source, session)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A blob that comes over a network is verified as a whole before any of it is given away, so it is held. */
async function openWhole(blobs: ScaledBlobs, id: BlobId): Promise<Outcome<BlobReader>> {
  const read = await blobs.get(id);
  if (!read.ok) return read;
  const bytes = read.value;
  const close = async (): Promise<void> => undefined;
  return accept({
    bytes: bytes.length,
    async *read(start, end) {
      for (let at = start; at < Math.min(end, bytes.length); at += pieceBytes)
        yield bytes.subarray(at, Math.min(at + pieceBytes, end));
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

const pieceBytes = 256 * 1024;
