// The memory: blobs and sessions in one directory, kept consistent with each other through one ledger and one lock. It
// is a `BlobStore` itself, so the door writes straight into it.
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BlobId, BlobStore, Outcome, SessionId } from '@percept/core';
import { Collector, type Collection, type CollectOptions } from './collector.ts';
import { StoreError } from './error.ts';
import { refuseRead } from './failure.ts';
import { forkSession, type ForkRequest } from './fork.ts';
import { BlobFiles } from './fs/blob-files.ts';
import type { BlobReader } from './fs/verified-file.ts';
import { fsck, type FsckOptions, type FsckReport } from './fsck/fsck.ts';
import type { Grants } from './grants.ts';
import { LedgeredBlobs } from './ledgered-blobs.ts';
import type { Clock, Session, SessionRecord } from './ports.ts';
import { exportSession } from './portable/export.ts';
import { importSession, type Imported } from './portable/import.ts';
import { BlobLedger } from './sqlite/blob-ledger.ts';
import { databaseName, openDatabase, openForReading } from './sqlite/database.ts';
import { GrantTable } from './sqlite/grant-table.ts';
import { GroupCommit } from './sqlite/group-commit.ts';
import { MemoTable, type Memos } from './sqlite/memo-table.ts';
import { SessionTable } from './sqlite/session-table.ts';
import { SqliteSessionRecord } from './sqlite/sqlite-session-record.ts';

export interface Memory extends BlobStore, AsyncDisposable {
  readonly directory: string;
  readonly sessions: SessionRecord;
  /** Small texts that save doing work twice; they may be forgotten. */
  readonly memos: Memos;
  /** Who may read a blob by its URL. */
  readonly grants: Grants;
  /** A verified blob piece by piece, for what is too large to hold. Whoever gets one closes it. */
  open(id: BlobId): Promise<Outcome<BlobReader>>;
  /** A new session with the same history, blobs and URLs; either of the two can be removed. */
  fork(source: SessionId, request?: ForkRequest): Promise<Outcome<Session>>;
  /** Frees blobs that no session refers to. */
  collect(options?: CollectOptions): Promise<Outcome<Collection>>;
  /** Checks every invariant; `fsck` does the same for a directory that cannot be opened. */
  fsck(options?: FsckOptions): Promise<FsckReport>;
  /** Writes `session.jsonl` and `blobs/` into a directory that is new or empty. */
  exportSession(session: SessionId, directory: string): Promise<Outcome<Session>>;
  /** Reads such a directory. Nothing becomes visible unless all of it is sound. */
  importSession(directory: string): Promise<Outcome<Imported>>;
  /** Finishes what was asked for, then lets go of the files. Whatever is asked for later is refused. */
  close(): Promise<void>;
}

export interface MemoryOptions {
  readonly directory: string;
  /** `read` creates and changes nothing, and works where this process may not write. Default: `write`. */
  readonly access?: 'read' | 'write';
  readonly clock?: Clock;
  readonly lockTimeoutMs?: number;
  readonly maxEntryBytes?: number;
}

/**
 * Opens the memory in `directory`, and creates it when there is none and `access` permits it. Throws a `StoreError` when the directory cannot
 * be used: its database is damaged, or was written by a newer version.
 *
 * @example
 * await using memory = await openMemory({ directory: '.percept' });
 * const blob = await memory.put(bytes);
 * const session = await memory.sessions.open({ title: 'First look' });
 */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { access = 'write', clock = Date.now, lockTimeoutMs, maxEntryBytes } = options;
  const directory = resolve(options.directory);
  const file = join(directory, databaseName);
  const open = access === 'read' ? openForReading : openDatabase;
  const database = await open({ file, ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) });
  const { commits, ledger, table, memos } = prepare(database, file, clock, lockTimeoutMs);
  const files = new BlobFiles(directory);
  const blobs = new LedgeredBlobs({ commits, ledger, files, clock });
  const sessions = new SqliteSessionRecord({
    commits,
    table,
    blobs,
    clock,
    ...(maxEntryBytes !== undefined && { maxEntryBytes }),
  });
  const grants = soundSchema(
    database,
    file,
    () => new GrantTable({ database, commits, table, blobs, clock }),
  );
  const collector = new Collector({ commits, ledger, blobs, memos, clock });

  const work = new Set<Promise<unknown>>();
  let isClosed = false;
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
    isClosed
      ? refuseRead(new StoreError('memory-closed', 'The memory was closed.'))
      : tracked(start);
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.allSettled(work);
    await commits.idle();
    if (database.isOpen) database.close();
  };

  return {
    directory,
    sessions,
    memos,
    grants,
    open: (id) => whileOpen(() => blobs.open(id)),
    fork: (source, request) =>
      whileOpen(() => forkSession({ commits, table, blobs, grants }, source, request)),
    put: (bytes: Uint8Array) => whileOpen(() => blobs.put(bytes)),
    get: (id: BlobId) => whileOpen(() => blobs.get(id)),
    size: (id: BlobId) => whileOpen(() => blobs.size(id)),
    remove: (id: BlobId) => tracked(() => blobs.remove(id)),
    list: () => blobs.list(),
    collect: (request) => whileOpen(() => collector.collect(request)),
    fsck: (request) => fsck(directory, { clock, ...request }),
    exportSession: (session, target) =>
      whileOpen(() => exportSession({ blobs, table, commits }, session, target)),
    importSession: (source) => whileOpen(() => importSession({ blobs, table, commits }, source)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Prepared {
  readonly commits: GroupCommit;
  readonly ledger: BlobLedger;
  readonly table: SessionTable;
  readonly memos: MemoTable;
}

/** Every statement is prepared once: a schema that was damaged fails now and not in the middle of something. */
function prepare(
  database: DatabaseSync,
  file: string,
  clock: Clock,
  lockTimeoutMs: number | undefined,
): Prepared {
  return soundSchema(database, file, () => {
    const commits = new GroupCommit(database, lockTimeoutMs);
    return {
      commits,
      ledger: new BlobLedger(database),
      table: new SessionTable(database),
      memos: new MemoTable(database, commits, clock),
    };
  });
}

function soundSchema<T>(database: DatabaseSync, file: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    database.close();
    throw new StoreError(
      'database-malformed',
      `${file} does not have the schema it claims to have.`,
      error,
    );
  }
}
