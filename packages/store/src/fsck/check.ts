// The shape of a check: one named invariant, and a walk that reports where it does not hold. Whoever adds tables (grants,
// runs) adds checks to the list and nothing else.
import type { BlobFiles } from '../fs/blob-files.ts';
import type { BlobLedger } from '../sqlite/blob-ledger.ts';
import type { GroupCommit } from '../sqlite/group-commit.ts';
import type { SessionTable } from '../sqlite/session-table.ts';
import type { DatabaseSync } from 'node:sqlite';

/**
 * error: something promised is broken. unchecked: this process may not look, so nothing is known. warning: nothing is
 * lost, and it wants tidying. note: worth knowing.
 */
export type Severity = 'error' | 'unchecked' | 'warning' | 'note';

export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly severity: Severity;
  /** What it is about: a blob id, a session, a path inside the store. */
  readonly subject: string;
  readonly message: string;
  readonly repaired: boolean;
}

export type Problem = Omit<Finding, 'check'>;

/** quick: rows, sizes and names. deep: every byte of every blob is hashed too. */
export type Depth = 'quick' | 'deep';

export interface Scene {
  readonly directory: string;
  readonly files: BlobFiles;
  readonly depth: Depth;
  readonly repair: boolean;
  readonly now: number;
}

/** The scene with a database that could be opened. */
export interface RecordScene extends Scene {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly ledger: BlobLedger;
  readonly table: SessionTable;
}

export interface FileCheck {
  readonly needs: 'files';
  readonly name: string;
  readonly invariant: string;
  run(scene: Scene): AsyncIterable<Problem>;
}

export interface RecordCheck {
  readonly needs: 'record';
  readonly name: string;
  readonly invariant: string;
  run(scene: RecordScene): AsyncIterable<Problem>;
}

export type Check = FileCheck | RecordCheck;
