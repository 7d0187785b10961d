// The port to a database. SQLite and PostgreSQL differ in how a transaction begins, waits and ends, and in a few words of
// SQL; everything that is stored is stored by scripts that know neither.
import type { Outcome } from '@percept/core';
import type { Work } from './work.ts';

/** Begins the script anew each time: work that met a dead connection runs again, so it must be harmless to run twice. */
export type Script<T> = () => Work<Outcome<T>>;

export interface Database {
  /** A transaction of its own; a refusal undoes it. Accepted means durable. */
  write<T>(script: Script<T>): Promise<Outcome<T>>;
  /** One consistent view. */
  read<T>(script: Script<T>): Promise<Outcome<T>>;
  /** A single reading statement, which needs no view of its own. */
  readOne<T>(script: Script<T>): Promise<Outcome<T>>;
  readonly limits: CommitLimits;
}

/** How many entries, and about how many bytes of them, share one commit. */
export interface CommitLimits {
  readonly maxEntriesPerCommit: number;
  readonly maxBytesPerCommit: number;
}
