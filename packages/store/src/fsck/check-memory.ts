// Every invariant of the memory, one after the other.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BlobFiles } from '../fs/blob-files.ts';
import { storeLimits } from '../limits.ts';
import { holdBlobs } from '../sql/blob-rows.ts';
import { retryWhileBusy } from '../sqlite/group-commit.ts';
import { connectForReading, databaseName, openDatabase } from '../sqlite/connection.ts';
import { isOpen } from '../sqlite/connection-state.ts';
import { migrations, schemaVersion, migrate } from '../sqlite/migrations.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import {
  filesHaveRows,
  filesMatchNames,
  refsLive,
  rowsHaveFiles,
  type BlobScene,
} from './blob-checks.ts';
import {
  filesNamedByHash,
  filesReadOnly,
  quarantineEmpty,
  roomToWrite,
  tempFilesYoung,
  type FileScene,
} from './file-checks.ts';
import { grantsOwned, grantsSealed, retentionOrder, type GrantScene } from './grant-checks.ts';
import {
  chainWhole,
  condemnedUnreferenced,
  refsMatchEntries,
  rowsSealed,
} from './record-checks.ts';
import {
  plan,
  runChecks,
  stopped,
  type Finding,
  type FsckOptions,
  type FsckReport,
  damage,
  type Check,
  type Manner,
} from './report.ts';
import { isDeepStrictEqual } from 'node:util';

/** With options that were checked. */
export async function checkMemory(directory: string, options: FsckOptions): Promise<FsckReport> {
  const { depth = 'deep', repair = false, clock = Date.now, signal } = options;
  const root = resolve(directory);
  const files = new BlobFiles(root);
  const scene: FileScene = { directory: root, files, depth, repair, now: clock() };
  const opened = await openRecord(scene);
  const record = 'connection' in opened ? opened : undefined;
  try {
    return await runChecks(
      [
        plan(databaseSound, record),
        plan(chainWhole, record),
        plan(refsMatchEntries, record),
        plan(rowsSealed, record),
        plan(refsLive, record),
        plan(condemnedUnreferenced, record),
        plan(grantsOwned, record),
        plan(grantsSealed, record),
        plan(retentionOrder, record),
        plan(rowsHaveFiles, record),
        plan(filesHaveRows, record),
        plan(filesMatchNames, record),
        plan(filesNamedByHash, scene),
        plan(filesReadOnly, scene),
        plan(tempFilesYoung, scene),
        plan(quarantineEmpty, scene),
        plan(roomToWrite, scene),
      ],
      { depth, signal },
      'connection' in opened ? [] : [opened],
    );
  } finally {
    record?.connection.close();
  }
}

type EmbeddedScene = FileScene & BlobScene & GrantScene & ConnectionScene;

const check = 'database-opens';

/** Without `repair` the database is looked at as it lies: not created, not migrated. */
async function openRecord(scene: FileScene): Promise<EmbeddedScene | Finding> {
  const file = join(scene.directory, databaseName);
  let connection: DatabaseSync | undefined;
  try {
    // Throws where this process may not even look.
    if (!statSync(file, { throwIfNoEntry: false })) return noDatabase;
    connection = scene.repair
      ? await openDatabase({ file })
      : await retryWhileBusy(storeLimits.lockTimeoutMs, () => connectForReading(file));
    const version = schemaVersion(connection);
    if (version === migrations.length) return recordScene(scene, connection);
    connection.close();
    return otherSchema(version);
  } catch (error) {
    if (connection && isOpen(connection)) connection.close();
    return stopped(check, error);
  }
}

function recordScene(scene: FileScene, connection: DatabaseSync): EmbeddedScene {
  return {
    ...scene,
    connection,
    database: new SqliteDatabase(connection),
    hold: (ids) => holdBlobs(ids, ({ id, bytes }) => scene.files.sizeOf(id) === bytes),
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

interface ConnectionScene extends Manner {
  readonly connection: DatabaseSync;
}

const databaseSound: Check<ConnectionScene> = {
  name: 'database-sound',
  invariant:
    'The database is whole, has the schema of its version, and every row points at rows that exist.',
  async *run({ connection, depth }) {
    const pragma = depth === 'deep' ? 'integrity_check' : 'quick_check';
    for (const row of connection.prepare(`PRAGMA ${pragma}`).all()) {
      const message = Object.values(row).join(' ');
      if (message !== 'ok') yield damage('database', message);
    }
    if (!isDeepStrictEqual(schemaOf(connection), releasedSchema()))
      yield damage('database', 'The schema differs from the one of its version.');
    for (const row of connection.prepare('PRAGMA foreign_key_check').all()) {
      const message = `A row of "${String(row['table'])}" points at a row of "${String(row['parent'])}" that is not there.`;
      yield damage('database', message);
    }
  },
};

function schemaOf(connection: DatabaseSync): unknown {
  return connection
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name')
    .all();
}

function releasedSchema(): unknown {
  const pristine = new DatabaseSync(':memory:');
  migrate(pristine);
  const schema = schemaOf(pristine);
  pristine.close();
  return schema;
}
