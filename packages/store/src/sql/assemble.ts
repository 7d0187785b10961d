// A memory out of a database and a place for bytes: everything that does not depend on which of them it is.
import {
  parseTenantId,
  unwrap,
  type BlobId,
  type BlobStore,
  type CallEvent,
  type EventFacts,
  type ObservedCall,
  type Outcome,
  type StoreCallOptions,
} from '@percept/core';
import { cancelled, waitFor } from '@percept/core/internal';
import { localTenant } from '@percept/core/internal/tenant';
import { observed } from '@percept/core/internal/observe';
import { checkOptions, word } from '@percept/core/internal/options';
import { collectRules, forkRules, fsckRules, importRules, storeCallRules } from '../call-rules.ts';
import { StoreError } from '../error.ts';
import type { BlobReader } from '../fs/verified-file.ts';
import type { FsckOptions, FsckReport } from '../fsck/report.ts';
import type { Memory } from '../memory.ts';
import { exportSession } from '../portable/export.ts';
import { importSession } from '../portable/import.ts';
import type { Clock } from '../ports.ts';
import type { Collection, CollectOptions } from './collection.ts';
import type { Database } from './database.ts';
import { forkSession } from './fork.ts';
import { grantsIn } from './grant-table.ts';
import { leasesIn, marksIn } from './lease-table.ts';
import type { MemoTable } from './memo-table.ts';
import { tenantBlobs } from './tenant-blobs.ts';
import { sessionsIn, type HoldBlobs } from './session-record.ts';

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
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  collect(options?: CollectOptions): Promise<Outcome<Collection>>;
  fsck(options?: FsckOptions): Promise<FsckReport>;
  /** The words for what is asked of a closed memory. */
  refuse(error: unknown): Outcome<never>;
}

export function assembleMemory(parts: AssemblyParts): Omit<Memory, 'directory'> {
  const { database, blobs, memos, clock, maxEntryBytes, onEvent } = parts;
  const { hold } = blobs;
  const work = new OpenWork((error) => parts.refuse(error));
  const sessions = sessionsIn({ database, hold, clock, onEvent, maxEntryBytes });
  const told = async <T>(
    call: ObservedCall,
    start: () => Promise<Outcome<T>>,
    {
      facts,
      options = {},
    }: { readonly facts?: EventFacts; readonly options?: StoreCallOptions | undefined } = {},
  ): Promise<Outcome<T>> => {
    const { signal } = checkOptions(call, options, storeCallRules);
    return observed(call, () => unlessCancelled(() => work.run(start), signal), { onEvent, facts });
  };
  const close = async (): Promise<void> => {
    await work.finish();
    await sessions.idle();
    await database.close();
  };
  const store: BlobStore = {
    put: (bytes, options) =>
      told('memory.put', () => blobs.put(bytes), { facts: { bytes: bytes.length }, options }),
    get: (id, options) => told('memory.get', () => blobs.get(id), { options }),
    size: (id) => work.run(() => blobs.size(id)),
    remove: (id) => work.track(() => blobs.remove(id)),
    list: () => blobs.list(),
  };
  return {
    ...store,
    sessions,
    memos,
    grants: grantsIn({ database, hold, clock }),
    leases: leasesIn(database, clock),
    marks: marksIn(database, clock),
    open: (id) => work.run(() => blobs.open(id)),
    forTenant: (tenant) => {
      checkOptions('memory.forTenant', { tenant }, { tenant: word });
      return tenantBlobs(database, store, unwrap(parseTenantId(tenant)));
    },
    fork: async (source, request = {}) => {
      checkOptions('memory.fork', request, forkRules);
      return told('memory.fork', () => forkSession({ database, hold }, source, request));
    },
    collect: async (request = {}) => {
      checkOptions('memory.collect', request, collectRules);
      return told('memory.collect', () => parts.collect(request));
    },
    fsck: async (request = {}) => {
      checkOptions('memory.fsck', request, fsckRules);
      return observed('memory.fsck', () => work.track(() => parts.fsck(request)), { onEvent });
    },
    exportSession: async (session, target, options = {}) => {
      const { signal } = checkOptions('memory.exportSession', options, storeCallRules);
      return told('memory.exportSession', () =>
        exportSession({ database, blobs }, session, target, signal),
      );
    },
    importSession: async (source, options = {}) => {
      const { inspect, signal } = checkOptions('memory.importSession', options, importRules);
      const adoption = { tenant: localTenant, kind: 'session', inspect, signal } as const;
      return told('memory.importSession', () =>
        importSession({ database, blobs }, source, adoption),
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Nobody waits any longer; what was begun ends by itself, and the memory closes after it. */
async function unlessCancelled<T>(
  work: () => Promise<Outcome<T>>,
  signal: AbortSignal | undefined,
): Promise<Outcome<T>> {
  if (!signal) return work();
  if (signal.aborted) return cancelled();
  const waited = await waitFor(work(), { signal });
  if (waited.kind === 'failed') throw waited.error;
  return waited.kind === 'done' ? waited.value : cancelled();
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
