// Opening the database so that an acknowledged commit survives a power cut (WAL, synchronous FULL) and several processes
// can write at once (every write begins IMMEDIATE, and whoever comes second tries again without blocking its own process).
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { isStoreError, StoreError } from '../error.ts';
import { failureOf, isDenial } from '../failure.ts';
import { makeDirectory, syncDirectory } from '../fs/disk.ts';
import { busyTimeoutMs, storeLimits } from '../limits.ts';
import { readString } from '../sql/rows.ts';
import type { Migration } from '../sql/tables.ts';
import { retryWhileBusy } from './group-commit.ts';
import { isOpen } from './connection-state.ts';
import { migrate, migrations as released, schemaVersion } from './migrations.ts';

export const databaseName = 'percept.db';

export interface DatabaseOptions {
  readonly file: string;
  readonly lockTimeoutMs?: number;
  /** For tests of the migration itself. */
  readonly migrations?: readonly Migration[];
}

/** Throws a `StoreError` for what is no database of ours. */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseSync> {
  const { file, lockTimeoutMs = storeLimits.lockTimeoutMs, migrations } = options;
  const folder = dirname(file);
  let database: DatabaseSync | undefined;
  try {
    makeDirectory(folder);
    const isNew = !existsSync(file);
    refuseStump(file);
    makePrivate(file);
    // Another process may be making the very same database.
    const connected = await retryWhileBusy(lockTimeoutMs, () => connect(file));
    database = connected;
    await retryWhileBusy(lockTimeoutMs, () => useWriteAheadLog(connected));
    await retryWhileBusy(lockTimeoutMs, () => migrate(connected, migrations));
    if (isNew) syncDirectory(folder);
    return database;
  } catch (error) {
    if (database && isOpen(database)) database.close();
    throw explain(error, file);
  }
}

/** For whoever may not write, or does not want to: nothing is created and nothing is migrated. */
export async function openForReading({
  file,
  lockTimeoutMs = storeLimits.lockTimeoutMs,
}: DatabaseOptions): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    refuseStump(file);
    database = await retryWhileBusy(lockTimeoutMs, () => connectForReading(file));
    refuseOtherSchema(schemaVersion(database), file);
    return database;
  } catch (error) {
    if (database && isOpen(database)) database.close();
    throw explain(error, file);
  }
}

function refuseOtherSchema(found: number, file: string): void {
  if (found === released.length) return;
  throw new StoreError(
    found > released.length ? 'schema-newer' : 'schema-older',
    `${file} has schema ${found}, and this version of Percept reads schema ${released.length}: ${found > released.length ? 'update Percept' : 'open it once as a user who may write to it'}.`,
  );
}

/**
 * A connection that reads. SQLite wants to write an index beside a write-ahead log even then; where that is not
 * permitted and there is no log (every writer left in good order), the file itself is the whole truth.
 */
export function connectForReading(file: string): DatabaseSync {
  try {
    return readable(connect(file, { readOnly: true }));
  } catch (error) {
    if (!needsNoLog(error) || existsSync(`${file}-wal`)) throw error;
    const still = pathToFileURL(file);
    still.searchParams.set('immutable', '1');
    return readable(connect(still, { readOnly: true }));
  }
}

function readable(database: DatabaseSync): DatabaseSync {
  try {
    schemaVersion(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function needsNoLog(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'SQLITE_READONLY' || failure === 'SQLITE_CANTOPEN';
}

export interface ConnectOptions {
  readonly readOnly?: boolean;
}

/** A connection and nothing more. */
export function connect(
  file: string | URL,
  { readOnly = false }: ConnectOptions = {},
): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, defensive: true, readOnly });
  try {
    database.exec(
      // The timeout once more: Node before 22.16 has no option for it.
      `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * For its owner alone, whatever the umask and the folder permit. SQLite gives the files beside it the same mode. One that
 * belongs to somebody else stays as its owner wants it.
 */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(name, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & 0o077) === 0) continue;
    try {
      chmodSync(name, 0o600);
    } catch (error) {
      if (!isDenial(error)) throw error;
    }
  }
}

const smallestPage = 512;

/** SQLite takes a file that is shorter than any page for a new one and writes over it; it may be the rest of a record. */
function refuseStump(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size >= smallestPage || existsSync(`${file}-journal`)) return;
  throw new StoreError('database-malformed', `${file} has only ${size} bytes: it was cut off.`);
}

function useWriteAheadLog(database: DatabaseSync): void {
  const mode = readString(database.prepare('PRAGMA journal_mode = WAL').get(), 'journal_mode');
  if (mode === 'wal') return;
  const message = `This file system cannot hold a write-ahead log (${mode}).`;
  throw new StoreError('directory-unusable', message);
}

/** The database, its log, its index and what reads them while they are made. */
const filesOfDatabase = 4;

/** SQLite does not say why a file cannot be opened; the system does, when it is asked for as many again. */
function isOutOfFiles(failure: string, file: string): boolean {
  if (failure !== 'SQLITE_CANTOPEN') return failure === 'EMFILE' || failure === 'ENFILE';
  const opened: number[] = [];
  try {
    for (let index = 0; index < filesOfDatabase; index += 1) opened.push(openSync(file, 'r'));
    return false;
  } catch (error) {
    const again = failureOf(error);
    return again === 'EMFILE' || again === 'ENFILE';
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function explain(error: unknown, file: string): unknown {
  if (isStoreError(error)) return error;
  const failure = failureOf(error);
  const unusable = (words: string): StoreError =>
    new StoreError('directory-unusable', `${file} ${words}`, error);
  if (failure === 'EROFS')
    return unusable(
      'is on a disk that is mounted read-only: mount it for writing, or choose another directory.',
    );
  if (isOutOfFiles(failure, file))
    return unusable(
      'cannot be opened, because too many files are open: raise the limit of open files (ulimit -n).',
    );
  if (failure !== 'SQLITE_BUSY' && isDenial(error))
    return unusable(
      `cannot be used by this user (${failure}): run as the user who owns it, or choose another directory.`,
    );
  if (failure === 'SQLITE_NOTADB' || failure === 'SQLITE_CORRUPT') {
    const words = `${file} is damaged, or is no database (${failure}).`;
    return new StoreError('database-malformed', words, error);
  }
  if (failure === 'unknown' || failure === 'SQLITE_ERROR') return error;
  return unusable(`cannot be opened (${failure}).`);
}
