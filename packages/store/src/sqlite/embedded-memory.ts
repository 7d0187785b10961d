// The memory in one directory: files for blobs, one SQLite database for everything else.
import { join, resolve } from 'node:path';
import { refuseRead } from '../failure.ts';
import { BlobFiles } from '../fs/blob-files.ts';
import { fsck } from '../fsck/fsck.ts';
import type { Memory, MemoryOptions } from '../memory.ts';
import { assembleMemory } from '../sql/assemble.ts';
import { memosIn } from '../sql/memo-table.ts';
import { collectEmbedded } from './collector.ts';
import { databaseName, openDatabase, openForReading } from './connection.ts';
import { embeddedBlobs } from './embedded-blobs.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** With options that were checked. */
export async function openEmbedded(options: MemoryOptions): Promise<Memory> {
  const { access = 'write', clock = Date.now, lockTimeoutMs, maxEntryBytes } = options;
  const directory = resolve(options.directory);
  const file = join(directory, databaseName);
  const open = access === 'read' ? openForReading : openDatabase;
  const connection = await open({ file, ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) });
  const database = new SqliteDatabase(connection, lockTimeoutMs);
  try {
    database.expectTables(file);
  } catch (error) {
    await database.close();
    throw error;
  }
  const files = new BlobFiles(directory);
  const blobs = embeddedBlobs({ database, files, clock });
  const memos = memosIn(database, clock);
  const memory = assembleMemory({
    database,
    blobs,
    memos,
    clock,
    maxEntryBytes,
    onEvent: options.onEvent,
    collect: (request) => collectEmbedded({ database, blobs, memos, clock }, request),
    fsck: (request) => fsck(directory, { clock, ...request }),
    refuse: refuseRead,
  });
  return { directory, ...memory };
}
