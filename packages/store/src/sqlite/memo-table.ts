// Memos: small texts by key that save doing work twice (which pages a render gave, what a describer said). They may be
// forgotten at any time; nothing that matters is only here.
import { accept } from '@percept/core';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { refuseRead } from '../failure.ts';
import type { Clock } from '../ports.ts';
import type { GroupCommit } from './group-commit.ts';
import { readString } from './rows.ts';

export interface Memos {
  /** A memo that cannot be read is forgotten. */
  get(key: string): Promise<string | undefined>;
  /** A memo that cannot be written is not an error: the work is done again next time. */
  put(key: string, text: string): Promise<void>;
}

export class MemoTable implements Memos {
  readonly #commits: GroupCommit;
  readonly #clock: Clock;
  readonly #find: StatementSync;
  readonly #write: StatementSync;
  readonly #forget: StatementSync;

  constructor(database: DatabaseSync, commits: GroupCommit, clock: Clock) {
    this.#commits = commits;
    this.#clock = clock;
    this.#find = database.prepare('SELECT body FROM memos WHERE key = ?');
    this.#write = database.prepare('INSERT OR REPLACE INTO memos (key, body, at) VALUES (?, ?, ?)');
    this.#forget = database.prepare('DELETE FROM memos WHERE at < ?');
  }

  async get(key: string): Promise<string | undefined> {
    try {
      const row = await this.#commits.read(() => this.#find.get(key));
      return row && readString(row, 'body');
    } catch (error) {
      refuseRead(error);
      return undefined;
    }
  }

  async put(key: string, text: string): Promise<void> {
    const at = this.#clock();
    await this.#commits.run(() => accept(this.#write.run(key, text, at)));
  }

  async forgetBefore(at: number): Promise<void> {
    await this.#commits.run(() => accept(this.#forget.run(at)));
  }
}
