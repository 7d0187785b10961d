// SQLite as a database: scripts run synchronously inside the group commit, and what is spelled for PostgreSQL is said in
// SQLite's words. Row locks are left out: a writing transaction has the whole database to itself.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Outcome } from '@percept/core';
import { StoreError } from '../error.ts';
import { refuseRead } from '../failure.ts';
import type { CommitLimits, Database, Script } from '../sql/database.ts';
import type { Row } from '../sql/rows.ts';
import { probeTables } from '../sql/tables.ts';
import type { Statement, Work } from '../sql/work.ts';
import { GroupCommit } from './group-commit.ts';
import { isOpen } from './connection-state.ts';
import { commitLimits } from '../limits.ts';

export class SqliteDatabase implements Database {
  readonly limits: CommitLimits = commitLimits;
  readonly #commits: GroupCommit;
  /** By what was asked for; there are as many as the source has statements. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #connection: DatabaseSync;

  constructor(connection: DatabaseSync, lockTimeoutMs?: number) {
    this.#connection = connection;
    this.#commits = new GroupCommit(connection, lockTimeoutMs);
  }

  write<T>(script: Script<T>): Promise<Outcome<T>> {
    return this.#commits.run(() => runNow(script(), this.#answer));
  }

  read<T>(script: Script<T>): Promise<Outcome<T>> {
    return this.#commits.read(() => runNow(script(), this.#answer)).catch(refuseRead);
  }

  /** Half the cost of `read`. */
  readOne<T>(script: Script<T>): Promise<Outcome<T>> {
    return this.#commits.glance(() => runNow(script(), this.#answer)).catch(refuseRead);
  }

  /** Throws a `StoreError` when a table or a column is missing. */
  expectTables(file: string): void {
    try {
      runNow(probeTables(), this.#answer);
    } catch (error) {
      const message = `${file} does not have the schema it claims to have.`;
      throw new StoreError('database-malformed', message, error);
    }
  }

  /** Finishes what was asked for, then lets go of the file. */
  async close(): Promise<void> {
    await this.#commits.idle();
    if (isOpen(this.#connection)) this.#connection.close();
  }

  readonly #answer = ({ sql, values, rows }: Statement): readonly Row[] => {
    if (!rows) return this.#prepare(sql).all(byName(values));
    const width = rows[0]?.length ?? 0;
    const places = Array.from({ length: width }, (_, index) => `$${values.length + index + 1}`);
    const statement = this.#prepare(sql.replace(':rows', `(${places.join(', ')})`));
    return rows.flatMap((row) => statement.all(byName([...values, ...row])));
  };

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#connection.prepare(spellForSqlite(sql));
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Runs a script from start to end without a pause: this database answers at once. */
export function runNow<T>(work: Work<T>, answer: (statement: Statement) => readonly Row[]): T {
  let step = work.next();
  while (step.done !== true) {
    let rows: readonly Row[];
    try {
      rows = answer(step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(rows);
  }
  return step.value;
}

/** `$1`, `$2` … by their names: Node 22 gives numbered parameters no place. */
export function byName<T>(values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
}

export function spellForSqlite(sql: string): string {
  const spelled = sql
    .replace(/ FOR (UPDATE|SHARE)\b/g, '')
    .replace(/ COLLATE "C"/g, '')
    .replace(/\bbigint\b/g, 'INTEGER')
    .replace(/\bbytea\b/g, 'BLOB');
  return spelled.startsWith('CREATE TABLE') ? `${spelled} STRICT` : spelled;
}
