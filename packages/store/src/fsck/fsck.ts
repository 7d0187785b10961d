// fsck: every invariant of the memory, checked one after the other and reported as data. It never throws because the
// store is damaged: damage is what it is for.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDenial } from '../failure.ts';
import { BlobFiles } from '../fs/blob-files.ts';
import { isStoreError } from '../error.ts';
import { storeLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';
import { BlobLedger } from '../sqlite/blob-ledger.ts';
import { connectForReading, databaseName, openDatabase } from '../sqlite/database.ts';
import { GroupCommit } from '../sqlite/group-commit.ts';
import { migrations, schemaVersion } from '../sqlite/migrations.ts';
import { patiently } from '../sqlite/patience.ts';
import { SessionTable } from '../sqlite/session-table.ts';
import {
  condemnedUnreferenced,
  filesHaveRows,
  filesMatchNames,
  refsLive,
  rowsHaveFiles,
} from './blob-checks.ts';
import type { Check, Depth, Finding, Problem, RecordScene, Scene } from './check.ts';
import {
  filesNamedByHash,
  filesReadOnly,
  quarantineEmpty,
  roomToWrite,
  tempFilesYoung,
} from './file-checks.ts';
import { grantsOwned, retentionOrder } from './grant-checks.ts';
import { chainWhole, databaseSound, refsMatchEntries } from './record-checks.ts';

export interface FsckOptions {
  readonly depth?: Depth;
  /** Mends what can be mended without losing bytes. */
  readonly repair?: boolean;
  readonly clock?: Clock;
}

export interface FsckReport {
  /** All of it was checked and no promise is broken: every error was repaired, or there was none. */
  readonly sound: boolean;
  /** Whether this process could look at everything. When it could not, nothing is said about the rest. */
  readonly complete: boolean;
  readonly depth: Depth;
  readonly findings: readonly Finding[];
  readonly checks: readonly CheckSummary[];
}

export interface CheckSummary {
  readonly name: string;
  readonly invariant: string;
  readonly findings: number;
  readonly ran: boolean;
}

const checks: readonly Check[] = [
  databaseSound,
  chainWhole,
  refsMatchEntries,
  refsLive,
  condemnedUnreferenced,
  grantsOwned,
  retentionOrder,
  rowsHaveFiles,
  filesHaveRows,
  filesMatchNames,
  filesNamedByHash,
  filesReadOnly,
  tempFilesYoung,
  quarantineEmpty,
  roomToWrite,
];

/** Checks the memory in `directory`, whether or not it can be opened. */
export async function fsck(directory: string, options: FsckOptions = {}): Promise<FsckReport> {
  const { depth = 'deep', repair = false, clock = Date.now } = options;
  const root = resolve(directory);
  const scene: Scene = { directory: root, files: new BlobFiles(root), depth, repair, now: clock() };
  const opened = await openRecord(scene);
  const findings: Finding[] = [...opened.findings];
  const summaries: CheckSummary[] = [];
  try {
    for (const check of checks) {
      const run = start(check, scene, opened.record);
      const found = run ? await gather(check.name, run) : [];
      findings.push(...found);
      summaries.push({
        name: check.name,
        invariant: check.invariant,
        findings: found.length,
        ran: run !== undefined,
      });
    }
  } finally {
    opened.record?.database.close();
  }
  const complete = findings.every(({ severity }) => severity !== 'unchecked');
  const whole = findings.every(({ severity, repaired }) => severity !== 'error' || repaired);
  return { sound: complete && whole, complete, depth, findings, checks: summaries };
}

function start(
  check: Check,
  scene: Scene,
  record: RecordScene | undefined,
): AsyncIterable<Problem> | undefined {
  switch (check.needs) {
    case 'files':
      return check.run(scene);
    case 'record':
      return record && check.run(record);
  }
}

/** A check that cannot go on has found something, too. */
async function gather(check: string, run: AsyncIterable<Problem>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  try {
    for await (const problem of run) found.push({ check, ...problem });
  } catch (error) {
    found.push(stopped(check, error));
  }
  return found;
}

function stopped(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : 'unknown';
  const cause = error instanceof Error && isStoreError(error) ? error.cause : error;
  return {
    check,
    severity: isDenial(cause) ? 'unchecked' : 'error',
    subject: 'store',
    message: `The check could not go on: ${message}`,
    repaired: false,
  };
}

interface Opened {
  readonly record?: RecordScene;
  readonly findings: readonly Finding[];
}

const check = 'database-opens';

/** Without `repair` the database is looked at as it lies: not created, not migrated. */
async function openRecord(scene: Scene): Promise<Opened> {
  const file = join(scene.directory, databaseName);
  let database: DatabaseSync | undefined;
  try {
    // Throws where this process may not even look.
    if (!statSync(file, { throwIfNoEntry: false })) return { findings: [noDatabase] };
    database = scene.repair
      ? await openDatabase({ file })
      : await patiently(storeLimits.lockTimeoutMs, () => connectForReading(file));
    const version = schemaVersion(database);
    if (version === migrations.length) return { record: prepare(scene, database), findings: [] };
    database.close();
    return { findings: [otherSchema(version)] };
  } catch (error) {
    if (database?.isOpen) database.close();
    return { findings: [stopped(check, error)] };
  }
}

function prepare(scene: Scene, database: DatabaseSync): RecordScene {
  const commits = new GroupCommit(database);
  return {
    ...scene,
    database,
    commits,
    ledger: new BlobLedger(database),
    table: new SessionTable(database),
  };
}

const noDatabase: Finding = {
  check,
  severity: 'error',
  subject: 'database',
  message: 'There is no database here: either this is no store, or its record is gone.',
  repaired: false,
};

function otherSchema(version: number): Finding {
  return {
    check,
    severity: 'error',
    subject: 'database',
    message: `The database has schema ${version}, and this version checks schema ${migrations.length}: open the store once, or update.`,
    repaired: false,
  };
}
