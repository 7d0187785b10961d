// Which failures of the disk and the database a caller can adapt to, and in which words. Whatever is not listed here is
// a bug and keeps flying.
import { refuse, type Refused } from '@percept/core';

/** The refusal for a failed write; rethrows what is not the environment's doing. */
export function refuseWrite(error: unknown): Refused {
  return refuseBy(writeFailures, error);
}

/** The refusal for a failed read; rethrows what is not the environment's doing. */
export function refuseRead(error: unknown): Refused {
  return refuseBy(readFailures, error);
}

function refuseBy(failures: Failures, error: unknown): Refused {
  const name = failureOf(error);
  const reason = failures.find(([, names]) => names.includes(name))?.[0];
  if (reason === undefined) throw error;
  return refuse({ ...reason, message: `${reason.message} (${name})` });
}

type Failures = readonly (readonly [Refused['refusal'], readonly string[]])[];

const denials: ReadonlySet<string> = new Set(
  'EACCES EPERM EROFS EMFILE ENFILE SQLITE_BUSY SQLITE_READONLY SQLITE_CANTOPEN'.split(' '),
);

/** Whether this process was kept from looking, which says nothing about what it would have seen. */
export function isDenial(error: unknown): boolean {
  return denials.has(failureOf(error));
}

/** The name of a failure: an errno name such as `ENOSPC`, or the primary SQLite result such as `SQLITE_FULL`. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('errcode' in error && typeof error.errcode === 'number')
    return sqliteResults.get(error.errcode & 0xff) ?? 'SQLITE_ERROR';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

const sqliteResults: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

const full = {
  refused: 'store-full',
  message: 'The store has no room left; nothing was written.',
  hint: 'Free some space (`percept gc` collects what no session uses) and try again.',
} as const;
const forbidden = {
  refused: 'forbidden',
  message: 'This process may not write to the store; nothing was changed.',
  hint: 'Run as the user who owns the store directory, on a disk that is not read-only, or use another directory.',
} as const;
const misplaced = {
  refused: 'unavailable',
  message: 'The store directory is not as it was left; nothing was changed.',
  hint: 'Something was moved, removed or put in the way there: check the store directory, and try again.',
} as const;
const failing = {
  refused: 'unavailable',
  message: 'The disk failed; nothing was acknowledged.',
  hint: 'Check the disk, and try again.',
} as const;
const tooManyFiles = {
  refused: 'unavailable',
  message: 'Too many files are open at once.',
  hint: 'Do less at once, or raise the limit of open files (ulimit -n).',
} as const;
const closed = {
  refused: 'unavailable',
  message: 'The memory was closed.',
  hint: 'Open it again with openMemory, and close it after its last use.',
} as const;
const busy = {
  refused: 'unavailable',
  message: 'Another process kept the store locked for too long.',
  hint: 'Try again; if it persists, end the process that holds the store.',
} as const;
const rotten = {
  refused: 'corrupt',
  message: 'The database is damaged.',
  hint: 'Run `percept fsck` to see what is affected.',
} as const;
const unreadable = {
  refused: 'corrupt',
  message: 'The stored copy cannot be read.',
  hint: 'Check the disk; put the same bytes again to restore the copy.',
} as const;
const readOnly = {
  refused: 'unavailable',
  message: 'The store is on a disk that is mounted read-only.',
  hint: 'Mount it for writing, or name another folder with --data or PERCEPT_DATA.',
} as const;
const closedToUs = {
  refused: 'unavailable',
  message: 'The store cannot be read by this process.',
  hint: 'Check the permissions of the store directory.',
} as const;

const database: Failures = [
  [closed, ['memory-closed']],
  [busy, ['SQLITE_BUSY']],
  // The last one is Node's word for an integer that nobody here could have written.
  [rotten, ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'database-malformed', 'ERR_OUT_OF_RANGE']],
  [tooManyFiles, ['EMFILE', 'ENFILE']],
];

const writeFailures: Failures = [
  ...database,
  [full, ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL']],
  [readOnly, ['EROFS']],
  [forbidden, ['EACCES', 'EPERM', 'SQLITE_READONLY']],
  [misplaced, ['ENOENT', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'SQLITE_CANTOPEN']],
  [failing, ['EIO', 'SQLITE_IOERR']],
];

const readFailures: Failures = [
  ...database,
  [unreadable, ['EIO', 'EISDIR', 'ENOTDIR', 'ELOOP']],
  [closedToUs, ['EACCES', 'EPERM', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']],
  [rotten, ['SQLITE_IOERR']],
];
