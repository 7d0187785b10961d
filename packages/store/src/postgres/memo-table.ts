// Memos on PostgreSQL: small texts by key that save doing work twice. They may be forgotten at any time.
import { accept } from '@percept/core';
import type { Clock } from '../ports.ts';
import type { Memos } from '../sqlite/memo-table.ts';
import type { PostgresDatabase } from './database.ts';
import { readString } from './rows.ts';

export class PostgresMemos implements Memos {
  readonly #database: PostgresDatabase;
  readonly #clock: Clock;

  constructor(database: PostgresDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async get(key: string): Promise<string | undefined> {
    const found = await this.#database.view(async (tx) => {
      const [row] = await tx.query('SELECT body FROM memos WHERE key = $1', [key]);
      return accept(row && readString(row, 'body'));
    });
    return found.ok ? found.value : undefined;
  }

  async put(key: string, text: string): Promise<void> {
    const at = this.#clock();
    await this.#database.transact(async (tx) => {
      await tx.query(
        'INSERT INTO memos (key, body, at) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET body = $2, at = $3',
        [key, text, at],
      );
      return accept(undefined);
    });
  }

  async forgetBefore(at: number): Promise<void> {
    await this.#database.transact(async (tx) => {
      await tx.query('DELETE FROM memos WHERE at < $1', [at]);
      return accept(undefined);
    });
  }
}
