// A transaction as a script: it yields statements and is given their rows. SQLite answers at once, so a script runs under
// the write lock from start to end without a pause; PostgreSQL answers over a network. The script is the same.
import { accept, type Outcome } from '@percept/core';
import type { Row } from './rows.ts';

export type SqlValue = string | number | null | Uint8Array;

/** In PostgreSQL's spelling: `$1` for a value, `:rows` for a list of rows, `FOR UPDATE` where somebody else may write. */
export interface Statement<V = SqlValue> {
  readonly sql: string;
  readonly values: readonly V[];
  /** Stands for `:rows`. A statement over many rows says the same as one statement for each of them. */
  readonly rows?: readonly (readonly V[])[];
}

export type Work<T, V = SqlValue> = Generator<Statement<V>, T, readonly Row[]>;

export function* query<V = SqlValue>(
  sql: string,
  values: readonly V[] = [],
): Work<readonly Row[], V> {
  return yield { sql, values };
}

export function* queryOne<V = SqlValue>(
  sql: string,
  values: readonly V[] = [],
): Work<Row | undefined, V> {
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
export function accepted<T, V = SqlValue>(work: () => Work<T, V>): () => Work<Outcome<T>, V> {
  return function* () {
    return accept(yield* work());
  };
}

/** The same where nobody wants to know what it gave. */
export function done<V = SqlValue>(
  work: () => Work<unknown, V>,
): () => Work<Outcome<undefined>, V> {
  return function* () {
    yield* work();
    return accept(undefined);
  };
}

/** A script that asks nothing of the database, and only needs its lock. */
export function* underLock<T>(body: () => T): Work<T> {
  yield* [];
  return body();
}
