// Opening the database so that an acknowledged commit survives a power cut (WAL, synchronous FULL) and several processes
// can write at once (a busy timeout, and every write begins IMMEDIATE).
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isStoreError, StoreError } from '../error.ts';
import { failureOf } from '../failure.ts';
import { makeDirectory, syncDirectory } from '../fs/durable.ts';
import { storeLimits } from '../limits.ts';
import { migrate, type Migration } from './migrations.ts';
import { readString } from './rows.ts';

export const databaseName = 'percept.db';

export interface DatabaseOptions {
  readonly file: string;
  readonly lockTimeoutMs?: number;
  /** For tests of the migration itself. */
  readonly migrations?: readonly Migration[];
}

/** Throws a `StoreError` for what is no database of ours. */
export function openDatabase({ file, lockTimeoutMs, migrations }: DatabaseOptions): DatabaseSync {
  const folder = dirname(file);
  let database: DatabaseSync | undefined;
  try {
    makeDirectory(folder);
    const isNew = !existsSync(file);
    refuseStump(file);
    database = connect(file, lockTimeoutMs === undefined ? {} : { lockTimeoutMs });
    useWriteAheadLog(database, Date.now() + (lockTimeoutMs ?? storeLimits.lockTimeoutMs));
    migrate(database, migrations);
    if (isNew) syncDirectory(folder);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw explain(error, file);
  }
}

export interface ConnectOptions {
  readonly lockTimeoutMs?: number;
  readonly readOnly?: boolean;
}

/** A connection and nothing more: `fsck` looks at a database without changing it. */
export function connect(file: string, options: ConnectOptions = {}): DatabaseSync {
  const { lockTimeoutMs = storeLimits.lockTimeoutMs, readOnly = false } = options;
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs, defensive: true, readOnly });
  try {
    database.exec(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const smallestPage = 512;

/** SQLite takes a file that is shorter than any page for a new one and writes over it; it may be the rest of a record. */
function refuseStump(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size >= smallestPage || existsSync(`${file}-journal`)) return;
  throw new StoreError('database-malformed', `${file} has only ${size} bytes: it was cut off.`);
}

/** SQLite does not wait when two processes switch a new file to WAL at once; this does. */
function useWriteAheadLog(database: DatabaseSync, deadline: number): void {
  for (;;) {
    try {
      const mode = readString(database.prepare('PRAGMA journal_mode = WAL').get(), 'journal_mode');
      if (mode === 'wal') return;
      throw new StoreError(
        'directory-unusable',
        `This file system cannot hold a write-ahead log (${mode}).`,
      );
    } catch (error) {
      if (failureOf(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function explain(error: unknown, file: string): unknown {
  if (isStoreError(error)) return error;
  const failure = failureOf(error);
  switch (failure) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return new StoreError(
        'database-malformed',
        `${file} is damaged, or is no database (${failure}).`,
        error,
      );
    case 'unknown':
    case 'SQLITE_ERROR':
      return error;
    default:
      return new StoreError('directory-unusable', `${file} cannot be opened (${failure}).`, error);
  }
}
