// The memory: blobs and sessions in one directory, kept consistent with each other through one database and one lock. It
// is a `BlobStore` itself, so the door writes straight into it.
import { bound, call, checkOptions, maybe, oneOf, word } from '@percept/core/internal/options';
import { join, resolve } from 'node:path';
import type { BlobId, BlobStore, Outcome, SessionId } from '@percept/core';
import { refuseRead } from './failure.ts';
import { BlobFiles } from './fs/blob-files.ts';
import type { BlobReader } from './fs/verified-file.ts';
import { fsck } from './fsck/fsck.ts';
import type { FsckOptions, FsckReport } from './fsck/report.ts';
import type { Grants } from './grants.ts';
import type { Clock, Session, SessionRecord } from './ports.ts';
import type { Imported, InspectMedia } from './portable/import.ts';
import { assembleMemory } from './sql/assemble.ts';
import type { Collection, CollectOptions } from './sql/collection.ts';
import type { ForkRequest } from './sql/fork.ts';
import type { Leases, Marks } from './sql/lease-table.ts';
import { MemoTable, type Memos } from './sql/memo-table.ts';
import { collectEmbedded } from './sqlite/collector.ts';
import { databaseName, openDatabase, openForReading } from './sqlite/connection.ts';
import { EmbeddedBlobs } from './sqlite/embedded-blobs.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';

export interface Memory extends BlobStore, AsyncDisposable {
  readonly directory: string;
  readonly sessions: SessionRecord;
  /** Small texts that save doing work twice; they may be forgotten. */
  readonly memos: Memos;
  /** Who may read a blob by its URL. */
  readonly grants: Grants;
  /** Who works on what, among all that share this memory. */
  readonly leases: Leases;
  /** What happened once, for all that share this memory. */
  readonly marks: Marks;
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
  /**
   * Reads such a directory. Nothing becomes visible unless all of it is sound, and media is what `inspect` says it is. What
   * was not here yet is marked as imported.
   */
  importSession(
    directory: string,
    options?: { readonly inspect?: InspectMedia | undefined },
  ): Promise<Outcome<Imported>>;
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
  checkOptions('openMemory', options, {
    directory: word,
    access: maybe(oneOf(['read', 'write'])),
    clock: maybe(call),
    lockTimeoutMs: maybe(bound),
    maxEntryBytes: maybe(bound),
  });
  const { access = 'write', clock = Date.now, lockTimeoutMs, maxEntryBytes } = options;
  const directory = resolve(options.directory);
  const file = join(directory, databaseName);
  const open = access === 'read' ? openForReading : openDatabase;
  const connection = await open({ file, ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) });
  const database = new SqliteDatabase(connection, lockTimeoutMs);
  try {
    database.expectTables(file);
  } catch (error) {
    await database.close();
    throw error;
  }
  const files = new BlobFiles(directory);
  const blobs = new EmbeddedBlobs({ database, files, clock });
  const memos = new MemoTable(database, clock);
  const memory = assembleMemory({
    database,
    blobs,
    memos,
    clock,
    maxEntryBytes,
    collect: (request) => collectEmbedded({ database, blobs, memos, clock }, request),
    fsck: (request) => fsck(directory, { clock, ...request }),
    refuse: refuseRead,
  });
  return { directory, ...memory };
}
