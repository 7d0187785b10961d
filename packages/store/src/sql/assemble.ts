// A memory out of a database and a place for bytes: everything that does not depend on which of them it is.
import type { BlobId, BlobStore, Outcome } from '@percept/core';
import { StoreError } from '../error.ts';
import type { BlobReader } from '../fs/verified-file.ts';
import type { FsckOptions, FsckReport } from '../fsck/report.ts';
import type { Memory } from '../memory.ts';
import { exportSession } from '../portable/export.ts';
import { importSession } from '../portable/import.ts';
import type { Clock } from '../ports.ts';
import { localTenant } from '../tenant.ts';
import type { Collection, CollectOptions } from './collection.ts';
import type { Database } from './database.ts';
import { forkSession } from './fork.ts';
import { GrantTable } from './grant-table.ts';
import { LeaseTable, MarkTable } from './lease-table.ts';
import type { MemoTable } from './memo-table.ts';
import { SqlSessionRecord, type HoldBlobs } from './session-record.ts';

export interface MemoryBlobs extends BlobStore {
  readonly hold: HoldBlobs;
  open(id: BlobId): Promise<Outcome<BlobReader>>;
}

export interface AssemblyParts {
  readonly database: Database & { close(): Promise<void> };
  readonly blobs: MemoryBlobs;
  readonly memos: MemoTable;
  readonly clock: Clock;
  readonly maxEntryBytes?: number | undefined;
  collect(options?: CollectOptions): Promise<Outcome<Collection>>;
  fsck(options?: FsckOptions): Promise<FsckReport>;
  /** The words for what is asked of a closed memory. */
  refuse(error: unknown): Outcome<never>;
}

export function assembleMemory(parts: AssemblyParts): Omit<Memory, 'directory'> {
  const { database, blobs, memos, clock, maxEntryBytes } = parts;
  const { hold } = blobs;
  const work = new OpenWork((error) => parts.refuse(error));
  const sessions = new SqlSessionRecord({
    database,
    hold,
    clock,
    ...(maxEntryBytes !== undefined && { maxEntryBytes }),
  });
  const close = async (): Promise<void> => {
    await work.finish();
    await sessions.idle();
    await database.close();
  };
  return {
    sessions,
    memos,
    grants: new GrantTable({ database, hold, clock }),
    leases: new LeaseTable(database, clock),
    marks: new MarkTable(database, clock),
    open: (id) => work.run(() => blobs.open(id)),
    fork: (source, request) => work.run(() => forkSession({ database, hold }, source, request)),
    put: (bytes: Uint8Array) => work.run(() => blobs.put(bytes)),
    get: (id: BlobId) => work.run(() => blobs.get(id)),
    size: (id: BlobId) => work.run(() => blobs.size(id)),
    remove: (id: BlobId) => work.track(() => blobs.remove(id)),
    list: () => blobs.list(),
    collect: (request) => work.run(() => parts.collect(request)),
    fsck: (request) => work.track(() => parts.fsck(request)),
    exportSession: (session, target) =>
      work.run(() => exportSession({ database, blobs }, session, target)),
    importSession: (source, { inspect } = {}) =>
      work.run(() =>
        importSession({ database, blobs }, source, {
          tenant: localTenant,
          kind: 'session',
          inspect,
        }),
      ),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What is under way. Work of several steps is finished before the memory closes. */
class OpenWork {
  readonly #running = new Set<Promise<unknown>>();
  readonly #refuse: (error: unknown) => Outcome<never>;
  #isClosed = false;

  constructor(refuse: (error: unknown) => Outcome<never>) {
    this.#refuse = refuse;
  }

  async track<T>(start: () => Promise<T>): Promise<T> {
    const task = start();
    this.#running.add(task);
    try {
      return await task;
    } finally {
      this.#running.delete(task);
    }
  }

  async run<T>(start: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.#isClosed
      ? this.#refuse(new StoreError('memory-closed', 'The memory was closed.'))
      : this.track(start);
  }

  async finish(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }
}
