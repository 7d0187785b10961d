// The memory: blobs and sessions in one directory, kept consistent with each other through one database and one lock. It
// is a `BlobStore` itself, so the door writes straight into it. The database is loaded when one is opened.
import { bound, call, checkOptions, maybe, oneOf, word } from '@percept/core/internal/options';
import type {
  BlobId,
  BlobStore,
  CallEvent,
  Outcome,
  SessionId,
  StoreCallOptions,
  TenantId,
} from '@percept/core';
import type { BlobReader } from './fs/verified-file.ts';
import type { FsckOptions, FsckReport } from './fsck/report.ts';
import type { Grants } from './grants.ts';
import type { Clock, Session, SessionRecord } from './ports.ts';
import type { Imported, InspectMedia } from './portable/import.ts';
import type { Collection, CollectOptions } from './sql/collection.ts';
import type { ForkRequest } from './sql/fork.ts';
import type { TenantStore } from './sql/tenant-blobs.ts';
import type { Leases, Marks } from './sql/lease-table.ts';
import type { Memos } from './sql/memo-table.ts';

export interface Memory extends BlobStore, AsyncDisposable {
  readonly directory: string;
  readonly sessions: SessionRecord;
  /** Small texts that save doing work twice; they may be forgotten. */
  readonly memos: Memos;
  /** Who may read a blob by its URL. */
  readonly grants: Grants;
  /** Who works on what, among all that share this memory. */
  readonly leases: Leases;
  /** What happened once, for all that share this memory. */
  readonly marks: Marks;
  /**
   * The store as one tenant sees it: what its own records refer to, and what was put through it. Everything else is unknown there.
   * @example const media = createMedia({ memory, tenant, door });
   */
  forTenant(tenant: TenantId): TenantStore;
  /** A verified blob piece by piece, for what is too large to hold. Whoever gets one closes it. */
  open(id: BlobId): Promise<Outcome<BlobReader>>;
  /** A new session with the same history, blobs and URLs; either of the two can be removed. */
  fork(source: SessionId, request?: ForkRequest): Promise<Outcome<Session>>;
  /** Frees blobs that no session refers to. */
  collect(options?: CollectOptions): Promise<Outcome<Collection>>;
  /** Checks every invariant; `fsck` does the same for a directory that cannot be opened. */
  fsck(options?: FsckOptions): Promise<FsckReport>;
  /** Writes `session.jsonl` and `blobs/` into a directory that is new or empty. */
  exportSession(
    session: SessionId,
    directory: string,
    options?: StoreCallOptions,
  ): Promise<Outcome<Session>>;
  /**
   * Reads such a directory. Nothing becomes visible unless all of it is sound, and media is what `inspect` says it is. What
   * was not here yet is marked as imported.
   */
  importSession(
    directory: string,
    options?: StoreCallOptions & { readonly inspect?: InspectMedia | undefined },
  ): Promise<Outcome<Imported>>;
  /** Finishes what was asked for, then lets go of the files. Whatever is asked for later is refused. */
  close(): Promise<void>;
}

export interface MemoryOptions {
  readonly directory: string;
  /** `read` creates and changes nothing, and works where this process may not write. Default: `write`. */
  readonly access?: 'read' | 'write';
  readonly clock?: Clock;
  readonly lockTimeoutMs?: number;
  readonly maxEntryBytes?: number;
  /** Told of every call when it has ended. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/**
 * Opens the memory in `directory`, and creates it when there is none and `access` permits it. Throws a `StoreError` when the directory cannot
 * be used: its database is damaged, or was written by a newer version.
 *
 * @example
 * await using memory = await openMemory({ directory: '.percept' });
 * const blob = await memory.put(bytes);
 * const session = await memory.sessions.open({ title: 'First look' });
 */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  checkOptions('openMemory', options, {
    directory: word,
    access: maybe(oneOf(['read', 'write'])),
    clock: maybe(call),
    lockTimeoutMs: maybe(bound),
    maxEntryBytes: maybe(bound),
    onEvent: maybe(call),
  });
  const { openEmbedded } = await import('./sqlite/embedded-memory.ts');
  return openEmbedded(options);
}
