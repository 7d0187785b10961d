// Which failures of the server a caller can adapt to, and in which words. No text of the server and no part of the
// connection's address is repeated: a message may end up in a log, and both can hold what was stored or a password.
import { isRecord } from '@percept/core/internal';
import { refuse, type Refusal, type Refused } from '@percept/core';
import { isStoreError } from '../error.ts';

/** away: try again on a new connection; clash: try again; the rest is for the caller. */
export type Failure =
  | 'away'
  | 'clash'
  | 'full'
  | 'forbidden'
  | 'slow'
  | 'locked'
  | 'damaged'
  | 'unstorable'
  | 'closed'
  | 'bug';

/** The refusal for a failure that is not ours; rethrows a bug. */
export function refuseFailure(error: unknown): Refused {
  const failure = failureIn(error);
  if (failure === 'bug') throw error;
  const words = refusals[failure];
  return refuse({ ...words, message: `${words.message} (${nameOf(error)})` });
}

export function failureIn(error: unknown): Failure {
  if (isStoreError(error)) return error.code === 'memory-closed' ? 'closed' : 'damaged';
  const name = nameOf(error);
  return states.get(name) ?? classes.get(name.slice(0, 2)) ?? 'bug';
}

/** An SQLSTATE, an errno name, or a word of ours for what the driver only says in prose. */
export function nameOf(error: unknown): string {
  if (isRecord(error) && typeof error['code'] === 'string' && /^[\w-]+$/.test(error['code']))
    return error['code'];
  if (!(error instanceof Error)) return 'unknown';
  return prose.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'unknown';
}

const prose: readonly (readonly [RegExp, string])[] = [
  [/^Connection terminated/, 'CONNECTION_LOST'],
  [/not queryable/, 'CONNECTION_LOST'],
  [/^timeout exceeded when trying to connect/, 'CONNECT_TIMEOUT'],
  [/^timeout expired/, 'CONNECT_TIMEOUT'],
  [/^Query read timeout/, 'QUERY_TIMEOUT'],
  [/after calling end on the pool/, 'POOL_CLOSED'],
  [/^Client was closed/, 'CONNECTION_LOST'],
  [/server does not support SSL/, 'TLS_REFUSED'],
];

const states: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ['CONNECTION_LOST', 'away'],
  ['CONNECT_TIMEOUT', 'away'],
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EPIPE', 'away'],
  ['ETIMEDOUT', 'away'],
  ['EHOSTUNREACH', 'away'],
  ['ENETUNREACH', 'away'],
  ['ENOTFOUND', 'away'],
  ['EAI_AGAIN', 'away'],
  ['ENOENT', 'away'],
  ['53300', 'away'],
  ['57P01', 'away'],
  ['57P02', 'away'],
  ['57P03', 'away'],
  // A server that was demoted: the next connection may reach the new primary.
  ['25006', 'away'],
  ['25P03', 'away'],
  ['40001', 'clash'],
  ['40P01', 'clash'],
  ['53100', 'full'],
  ['53200', 'full'],
  ['54000', 'full'],
  ['42501', 'forbidden'],
  ['3D000', 'forbidden'],
  ['TLS_REFUSED', 'forbidden'],
  // What Node says about a connection string that is none. The error itself holds all of it, password included.
  ['ERR_INVALID_URL', 'forbidden'],
  ['ERR_SOCKET_BAD_PORT', 'forbidden'],
  ['QUERY_TIMEOUT', 'slow'],
  ['57014', 'slow'],
  ['55P03', 'locked'],
  ['58030', 'damaged'],
  ['42P01', 'damaged'],
  ['42703', 'damaged'],
  ['22021', 'unstorable'],
  ['22P05', 'unstorable'],
  ['POOL_CLOSED', 'closed'],
]);

const classes: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ['08', 'away'],
  ['28', 'forbidden'],
  ['XX', 'damaged'],
]);

const refusals: Readonly<Record<Exclude<Failure, 'bug'>, Refusal>> = {
  away: {
    refused: 'unavailable',
    message:
      'The database server cannot be reached. Nothing was acknowledged; a write that was under way may have happened.',
    hint: 'Check the server; read the session before you append the same entry again.',
  },
  clash: {
    refused: 'unavailable',
    message: 'Others kept writing to the same rows; nothing was written.',
    hint: 'Try again.',
  },
  full: {
    refused: 'store-full',
    message: 'The database server has no room left; nothing was written.',
    hint: 'Free some space on the server and try again.',
  },
  forbidden: {
    refused: 'forbidden',
    message: 'The database server does not let this user do that.',
    hint: 'Check the user, the password and the rights on the schema.',
  },
  slow: {
    refused: 'timed-out',
    message: 'The database server did not answer in time; nothing was acknowledged.',
    hint: 'Try again, or raise statementTimeoutMs.',
  },
  locked: {
    refused: 'unavailable',
    message: 'Another process kept the rows locked for too long; nothing was written.',
    hint: 'Try again; if it persists, end the transaction that holds them.',
  },
  damaged: {
    refused: 'corrupt',
    message: 'The database is damaged or does not have the schema it claims to have.',
    hint: 'Check the server, and run fsck.',
  },
  unstorable: {
    refused: 'invalid-input',
    message: 'The database cannot hold a character of this text; nothing was written.',
    hint: 'Leave out NUL characters, or store the content as a blob.',
  },
  closed: {
    refused: 'unavailable',
    message: 'The memory was closed.',
    hint: 'Open it again with openScaledMemory, and close it after its last use.',
  },
};
