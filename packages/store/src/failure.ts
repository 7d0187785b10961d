// Which failures of the disk and the database a caller can adapt to, and in which words. Whatever is not listed here is
// a bug and keeps flying.
import { refuse, type Refused } from '@percept/core';

/** The refusal for a failed write; rethrows what is not the environment's doing. */
export function refuseWrite(error: unknown): Refused {
  const reason = writeFailures.get(failureOf(error));
  if (reason === undefined) throw error;
  return refuse({ ...reason, message: `${reason.message} (${failureOf(error)})` });
}

/** The refusal for a failed read; rethrows what is not the environment's doing. */
export function refuseRead(error: unknown): Refused {
  const reason = readFailures.get(failureOf(error));
  if (reason === undefined) throw error;
  return refuse({ ...reason, message: `${reason.message} (${failureOf(error)})` });
}

const denials: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'SQLITE_BUSY',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
]);

/** Whether this process was kept from looking, which says nothing about what it would have seen. */
export function isDenial(error: unknown): boolean {
  return denials.has(failureOf(error));
}

/** The name of a failure: an errno name such as `ENOSPC`, or the primary SQLite result such as `SQLITE_FULL`. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteResults.get(error.errcode & 0xff) ?? 'SQLITE_ERROR';
  }
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

const database = [
  ['memory-closed', closed],
  ['SQLITE_BUSY', busy],
  ['SQLITE_CORRUPT', rotten],
  ['SQLITE_NOTADB', rotten],
  ['database-malformed', rotten],
  // Node's word for an integer that nobody here could have written.
  ['ERR_OUT_OF_RANGE', rotten],
] as const;

const writeFailures: ReadonlyMap<string, Refused['refusal']> = new Map<string, Refused['refusal']>([
  ...database,
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EFBIG', full],
  ['SQLITE_FULL', full],
  ['EROFS', readOnly],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['SQLITE_READONLY', forbidden],
  ['ENOENT', misplaced],
  ['ENOTDIR', misplaced],
  ['EEXIST', misplaced],
  ['ENOTEMPTY', misplaced],
  ['SQLITE_CANTOPEN', misplaced],
  ['EIO', failing],
  ['SQLITE_IOERR', failing],
  ['EMFILE', tooManyFiles],
  ['ENFILE', tooManyFiles],
]);

const readFailures: ReadonlyMap<string, Refused['refusal']> = new Map<string, Refused['refusal']>([
  ...database,
  ['EIO', unreadable],
  ['EISDIR', unreadable],
  ['ENOTDIR', unreadable],
  ['ELOOP', unreadable],
  ['EACCES', closedToUs],
  ['EPERM', closedToUs],
  ['EMFILE', tooManyFiles],
  ['ENFILE', tooManyFiles],
  ['SQLITE_IOERR', rotten],
  ['SQLITE_CANTOPEN', closedToUs],
  ['SQLITE_READONLY', closedToUs],
]);
