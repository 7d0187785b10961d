// The memory in one directory: files for blobs, one SQLite database for everything else.
import { join, resolve } from 'node:path';
import { refuseRead } from '../failure.ts';
import { BlobFiles } from '../fs/blob-files.ts';
import { fsck } from '../fsck/fsck.ts';
import type { Memory, MemoryOptions } from '../memory.ts';
import { assembleMemory } from '../sql/assemble.ts';
import { memosIn } from '../sql/memo-table.ts';
import { databaseName, openDatabase, openForReading } from './connection.ts';
import { embeddedBlobs, type EmbeddedBlobs } from './embedded-blobs.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { accept, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { addUp, type BlobRow } from '../sql/blob-rows.ts';
import {
  collectWith,
  type Collection,
  type CollectOptions,
  type CollectorParts,
} from '../sql/collection.ts';
import { condemnBlobs, condemnedBlobs } from './file-blob-rows.ts';

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

// Collection in two steps: condemn what nothing refers to and nobody put lately, then free each condemned blob after
// looking once more under the write lock. Running it twice frees nothing more than running it once.
const blobsPerTransaction = 32;

function collectEmbedded(
  { blobs, ...parts }: CollectorParts & { readonly blobs: EmbeddedBlobs },
  options: CollectOptions = {},
): Promise<Outcome<Collection>> {
  const { database } = parts;
  return collectWith(parts, options, async ({ now, cutoff, signal }) => {
    const condemned = await database.write(function* () {
      const fresh = yield* condemnBlobs(now, cutoff);
      return accept({ fresh, all: yield* condemnedBlobs() });
    });
    if (!condemned.ok) return condemned;
    const { fresh, all } = condemned.value;
    const freed: BlobRow[] = [];
    for (let start = 0; start < all.length; start += blobsPerTransaction) {
      if (signal?.aborted) return cancelled();
      const swept = await database.write(function* () {
        const gone: BlobRow[] = [];
        for (const row of all.slice(start, start + blobsPerTransaction))
          if (yield* blobs.sweep(row.id)) gone.push(row);
        return accept(gone);
      });
      if (!swept.ok) return swept;
      freed.push(...swept.value);
    }
    return accept({ condemned: addUp(fresh), freed: addUp(freed) });
  });
}
