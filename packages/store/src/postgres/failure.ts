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
  const [known] = states.find(([, names]) => names.includes(name)) ?? [];
  return known ?? classes.get(name.slice(0, 2)) ?? 'bug';
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

const states: readonly (readonly [Failure, readonly string[]])[] = [
  ['away', ['CONNECTION_LOST', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']],
  ['away', ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']],
  ['away', ['53300', '57P01', '57P02', '57P03', '25P03']],
  // A server that was demoted: the next connection may reach the new primary.
  ['away', ['25006']],
  ['clash', ['40001', '40P01']],
  ['full', ['53100', '53200', '54000']],
  ['forbidden', ['42501', '3D000', 'TLS_REFUSED']],
  // What Node says about a connection string that is none. The error itself holds all of it, password included.
  ['forbidden', ['ERR_INVALID_URL', 'ERR_SOCKET_BAD_PORT']],
  ['slow', ['QUERY_TIMEOUT', '57014']],
  ['locked', ['55P03']],
  ['damaged', ['58030', '42P01', '42703']],
  ['unstorable', ['22021', '22P05']],
  ['closed', ['POOL_CLOSED']],
];

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
