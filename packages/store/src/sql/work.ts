// A transaction as a script: it yields statements and is given their rows. SQLite answers at once, so a script runs under
// the write lock from start to end without a pause; PostgreSQL answers over a network. The script is the same.
import { accept, type Outcome } from '@percept/core';
import type { Row } from './rows.ts';

export type SqlValue = string | number | null | Uint8Array;

/** In PostgreSQL's spelling: `$1` for a value, `:rows` for a list of rows, `FOR UPDATE` where somebody else may write. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Stands for `:rows`. A statement over many rows says the same as one statement for each of them. */
  readonly rows?: readonly (readonly SqlValue[])[];
}

export type Work<T> = Generator<Statement, T, readonly Row[]>;

export function* query(sql: string, values: readonly SqlValue[] = []): Work<readonly Row[]> {
  return yield { sql, values };
}

export function* queryOne(sql: string, values: readonly SqlValue[] = []): Work<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** The statement for all rows; nothing is asked when there are none. */
export function* queryRows(
  sql: string,
  rows: readonly (readonly SqlValue[])[],
  values: readonly SqlValue[] = [],
): Work<readonly Row[]> {
  return rows.length === 0 ? [] : yield { sql, values, rows };
}

/** The script of work that nothing can refuse. */
export function accepted<T>(work: () => Work<T>): () => Work<Outcome<T>> {
  return function* () {
    return accept(yield* work());
  };
}

/** A script that asks nothing of the database, and only needs its lock. */
export function* underLock<T>(body: () => T): Work<T> {
  yield* [];
  return body();
}
