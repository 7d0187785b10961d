// One way to the server: every piece of work is a transaction with its own timeouts on a connection that may die at any
// moment. Work that met a dead connection or a clash runs again, so it must be harmless to run twice; it is refused when
// the time for it is over. Nothing outside a transaction is set, so a pooler may stand between.
import { setTimeout as sleep } from 'node:timers/promises';
import { Limiter, withLimits } from '@percept/core/internal';
import { accept, unwrap, type Outcome } from '@percept/core';
import { Pool, type PoolClient } from 'pg';
import { StoreError } from '../error.ts';
import type { Database } from '../sql/database.ts';
import type { Row } from '../sql/rows.ts';
import type { SqlValue, Statement, Work } from '../sql/work.ts';
import { failureIn, nameOf, refuseFailure } from './failure.ts';
import { maxRetryPauseMs, postgresLimits, type PostgresLimits } from './limits.ts';

export interface Transaction {
  query(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** In words that only this server knows, lists are values too. */
type PostgresValue = SqlValue | readonly (string | Uint8Array)[];
export type PostgresWork<T> = Work<T, PostgresValue>;
type PostgresScript<T> = () => PostgresWork<Outcome<T>>;

export interface DatabaseOptions {
  /** A connection string, or a pool that its owner ends. */
  readonly postgres: string | Pool;
  readonly schema: string;
  readonly limits?: Partial<PostgresLimits>;
}

const schemaPattern = /^[a-z_][a-z0-9_]{0,62}$/;
const firstPauseMs = 25;

export class PostgresDatabase implements Database {
  readonly schema: string;
  readonly limits: PostgresLimits;
  readonly #pool: Pool;
  readonly #isOwn: boolean;
  readonly #limiter: Limiter;
  #isClosed = false;

  constructor({ postgres, schema, limits }: DatabaseOptions) {
    if (!schemaPattern.test(schema))
      throw new StoreError(
        'database-malformed',
        'A schema name has lower-case letters, digits and underscores, and at most 63 of them.',
      );
    this.schema = schema;
    this.limits = withLimits(postgresLimits, limits);
    this.#isOwn = typeof postgres === 'string';
    this.#pool = typeof postgres === 'string' ? makePool(postgres, this.limits) : postgres;
    this.#limiter = new Limiter(this.#pool.options.max);
    this.#pool.on('error', ignore);
    this.#pool.on('connect', listen);
  }

  write<T>(script: PostgresScript<T>): Promise<Outcome<T>> {
    return this.#settle(this.#begin('on'), script);
  }

  /** The same without waiting for the disk: for what may be forgotten when the server crashes. */
  jot<T>(script: PostgresScript<T>): Promise<Outcome<T>> {
    return this.#settle(this.#begin('off'), script);
  }

  read<T>(script: PostgresScript<T>): Promise<Outcome<T>> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${this.#settings()}`;
    return this.#settle(begin, script);
  }

  readOne<T>(script: PostgresScript<T>): Promise<Outcome<T>> {
    return this.read(script);
  }

  /** Tries again while the server is away or others are in the way, until the time for it is over. */
  async patiently<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.limits.retryTimeoutMs;
    for (let round = 0; ; round += 1) {
      if (this.#isClosed) throw new StoreError('memory-closed', 'The memory was closed.');
      try {
        return await attempt();
      } catch (error) {
        const failure = failureIn(error);
        if (failure !== 'away' && failure !== 'clash') throw error;
        if (performance.now() >= deadline) throw error;
      }
      const pauseMs = Math.min(maxRetryPauseMs, firstPauseMs * 2 ** Math.min(round, 10));
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  /** One transaction, one try; throws what went wrong. */
  async once<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = await this.#run(this.#begin('on'), async (tx) => accept(await body(tx)));
    return unwrap(done);
  }

  /** Finishes what is under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#limiter.idle();
    if (this.#isOwn) await this.#pool.end();
    else this.#pool.off('error', ignore).off('connect', listen);
  }

  async #settle<T>(begin: string, script: PostgresScript<T>): Promise<Outcome<T>> {
    try {
      return await this.patiently(() => this.#run(begin, (tx) => runScript(tx, script())));
    } catch (error) {
      return refuseFailure(error);
    }
  }

  #begin(synchronousCommit: 'on' | 'off'): string {
    return `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = ${synchronousCommit}; ${this.#settings()}`;
  }

  #settings(): string {
    const { statementTimeoutMs, lockTimeoutMs } = this.limits;
    return `SET LOCAL search_path = "${this.schema}", pg_catalog; SET LOCAL statement_timeout = ${Math.ceil(statementTimeoutMs)}; SET LOCAL lock_timeout = ${Math.ceil(lockTimeoutMs)}; SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(2 * statementTimeoutMs)}`;
  }

  #run<T>(begin: string, body: (tx: Transaction) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.#limiter.run(() => this.#runNow(begin, body));
  }

  async #runNow<T>(
    begin: string,
    body: (tx: Transaction) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const client = await this.#pool.connect();
    client.on('error', ignore);
    let isSpent = true;
    try {
      await client.query(begin);
      const outcome = await body(transactionOn(client));
      const { command } = await client.query(outcome.ok ? 'COMMIT' : 'ROLLBACK');
      if (outcome.ok && command !== 'COMMIT') throw new Error('A transaction was not committed.');
      isSpent = false;
      return outcome;
    } catch (error) {
      if (failureIn(error) !== 'away') isSpent = !(await rolledBack(client));
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(isSpent);
    }
  }
}

function transactionOn(client: PoolClient): Transaction {
  return {
    query: async (sql, values = []) => {
      const { rows } = await client.query<Row>(sql, [...values]);
      return rows;
    },
  };
}

/** Runs a script: each statement is a journey to the server. */
export async function runScript<T>(tx: Transaction, work: PostgresWork<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    let rows: readonly Row[];
    try {
      rows = await answer(tx, step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(rows);
  }
  return step.value;
}

/** Many rows are one statement here, and one journey. */
function answer(
  tx: Transaction,
  { sql, values, rows }: Statement<PostgresValue>,
): Promise<readonly Row[]> {
  if (!rows) return tx.query(sql, values);
  let place = values.length;
  const lists = rows.map((row) => `(${row.map(() => `$${(place += 1)}`).join(', ')})`);
  return tx.query(sql.replace(':rows', lists.join(', ')), [...values, ...rows.flat()]);
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** A connection string holds a password: what a parser says about it is not repeated. */
function makePool(connectionString: string, limits: PostgresLimits): Pool {
  try {
    return new Pool({
      connectionString,
      max: limits.maxConnections,
      connectionTimeoutMillis: limits.connectTimeoutMs,
      // The server's own timeout comes first; this one is for a server that says nothing at all.
      query_timeout: limits.statementTimeoutMs + limits.connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'percept',
    });
  } catch {
    throw unreachable('INVALID_CONNECTION_STRING');
  }
}

export function unreachable(error: unknown): StoreError {
  const name = typeof error === 'string' ? error : nameOf(error);
  const message = `The PostgreSQL server cannot be used (${name}). ${fixFor(name)}`;
  return new StoreError('server-unreachable', message);
}

/** What to do about it. No part of the address is repeated: it may hold a password. */
function fixFor(name: string): string {
  switch (name) {
    case 'INVALID_CONNECTION_STRING':
    case 'ERR_INVALID_URL':
    case 'ERR_SOCKET_BAD_PORT':
      return 'Its address is not one: write postgres://USER@HOST:5432/DATABASE, and %XX for special characters.';
    case '28P01':
    case '28000':
    case '08P01':
      return 'It does not let this user in: check the user, the password and pg_hba.conf.';
    case '3D000':
      return 'There is no such database: create it first (createdb), or name another.';
    case '42501':
      return 'This user may not create the schema: GRANT CREATE ON DATABASE, or let an administrator open it once.';
    case 'TLS_REFUSED':
      return 'It does not speak TLS: leave sslmode out of the address, or switch TLS on at the server.';
    default:
      return 'Nobody answers there: check the host and the port, and whether the server runs and can be reached from here.';
  }
}

/**
 * From its first moment on: a server that ends a connection in the same packet in which it made it is heard before whoever asked
 * for the connection has it.
 */
function listen(client: PoolClient): void {
  client.on('error', ignore);
}

/** The statement that meets the dead connection reports it. */
function ignore(): void {
  return undefined;
}
