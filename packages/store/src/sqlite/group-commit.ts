// Group commit: everyone who writes at the same moment shares one transaction and one sync, and each is answered only
// after it. A job runs inside the write lock from start to end, so what it reads stays true until it is committed. While
// another process has the lock the jobs wait and the event loop does not.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '@percept/core';
import { StoreError } from '../error.ts';
import { failureOf, refuseWrite } from '../failure.ts';
import { maxJobsPerCommit, storeLimits } from '../limits.ts';
import { isInTransaction, isOpen } from './connection-state.ts';

/** Runs synchronously under the lock. A refusal undoes what the job itself wrote, and nobody else's work. */
export type Job<T> = () => Outcome<T>;

type Commit = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly error: unknown };

interface Pending {
  attempt(): void;
  settle(commit: Commit): void;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #lockTimeoutMs: number;
  readonly #begin: StatementSync;
  readonly #view: StatementSync;
  readonly #commit: StatementSync;
  readonly #save: StatementSync;
  readonly #release: StatementSync;
  readonly #undo: StatementSync;
  #queue: Pending[] = [];
  #drain: Promise<void> | undefined;

  constructor(database: DatabaseSync, lockTimeoutMs: number = storeLimits.lockTimeoutMs) {
    this.#database = database;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#view = database.prepare('BEGIN');
    this.#commit = database.prepare('COMMIT');
    this.#save = database.prepare('SAVEPOINT job');
    this.#release = database.prepare('RELEASE job');
    this.#undo = database.prepare('ROLLBACK TO job');
  }

  /** Resolves after the commit. Refuses what the disk refuses, and rejects on a bug. */
  run<T>(job: Job<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      let answer: (() => Outcome<T>) | undefined;
      this.#queue.push({
        attempt: () => {
          answer = this.#attempt(job);
        },
        settle: (commit) => resolve(settled(commit, answer)),
      });
      this.#drain ??= this.#drainSoon();
    });
  }

  /** Runs `body` on one consistent view: nothing that another process commits meanwhile shows up halfway. */
  read<T>(body: () => T): Promise<T> {
    return retryWhileBusy(this.#lockTimeoutMs, () => {
      this.#refuseClosed();
      this.#view.run();
      try {
        return body();
      } finally {
        if (isInTransaction(this.#database)) this.#commit.run();
      }
    });
  }

  /** Runs one reading statement, which is a view of its own: half the cost of `read`. */
  glance<T>(statement: () => T): Promise<T> {
    return retryWhileBusy(this.#lockTimeoutMs, () => {
      this.#refuseClosed();
      return statement();
    });
  }

  /** Resolves when everything that was asked for is settled. */
  async idle(): Promise<void> {
    await this.#drain;
  }

  /** One turn of the event loop later, so that everyone who was answered together can ask together again. */
  async #drainSoon(): Promise<void> {
    while (this.#queue.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#queue.slice(0, maxJobsPerCommit);
      this.#queue = this.#queue.slice(maxJobsPerCommit);
      const commit = await this.#whenFree(() => {
        for (const pending of batch) pending.attempt();
      });
      for (const pending of batch) pending.settle(commit);
    }
    this.#drain = undefined;
  }

  /** Only the beginning is tried again: once the lock is held, the jobs run to their end without a pause. */
  async #whenFree(body: () => void): Promise<Commit> {
    try {
      return await retryWhileBusy(this.#lockTimeoutMs, () => {
        this.#refuseClosed();
        this.#begin.run();
        return this.#finish(body);
      });
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  #finish(body: () => void): Commit {
    try {
      body();
      this.#commit.run();
      return { kind: 'done' };
    } catch (error) {
      this.#rollBack();
      return { kind: 'failed', error };
    }
  }

  #refuseClosed(): void {
    if (!isOpen(this.#database)) throw new StoreError('memory-closed', 'The memory was closed.');
  }

  /** The failure that led here is the one to report; a transaction that cannot even be undone fails the next one. */
  #rollBack(): void {
    try {
      if (isInTransaction(this.#database)) this.#database.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  /** Throws only when the whole transaction is gone (SQLite ends it by itself on a full disk or an I/O error). */
  #attempt<T>(job: Job<T>): () => Outcome<T> {
    this.#save.run();
    try {
      const outcome = job();
      if (!outcome.ok) this.#undo.run();
      this.#release.run();
      return () => outcome;
    } catch (error) {
      if (!isInTransaction(this.#database)) throw error;
      this.#undo.run();
      this.#release.run();
      return () => refuseWrite(error);
    }
  }
}

/** Asynchronous only so that a bug becomes a rejection. */
async function settled<T>(
  commit: Commit,
  answer: (() => Outcome<T>) | undefined,
): Promise<Outcome<T>> {
  if (commit.kind === 'failed') return refuseWrite(commit.error);
  if (!answer) throw new Error('A job was committed without having run.');
  return answer();
}

const pauseMs = 5;

/**
 * Tries again while the database is locked, for `lockTimeoutMs`; the event loop runs on meanwhile. The attempt leaves nothing
 * behind when it is busy.
 */
export async function retryWhileBusy<T>(lockTimeoutMs: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (failureOf(error) !== 'SQLITE_BUSY' || performance.now() >= deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
