// The port to a session's history: an append-only, hash-chained record. SQLite implements it today; whatever else does
// must pass `sessionRecordSuite` of `@percept/store/testing`.
import type { Outcome, RecordEntry, SessionId, TenantId } from '@percept/core';

export interface SessionRecord {
  /**
   * Opens a new session, or the existing one of that id. Its first entry is always `session-opened`. An existing one of
   * another tenant than the one asked for is refused as `forbidden`.
   */
  open(request?: OpenRequest): Promise<Outcome<Session>>;
  /**
   * Adds one entry. Accepted means durable. Inline payloads are refused as `invalid-input`; an entry that refers to a
   * blob which the store does not hold is refused as `absent`.
   */
  append(session: SessionId, entry: RecordEntry): Promise<Outcome<Receipt>>;
  /** Entries in order, each one verified against the chain: `corrupt` rather than a wrong answer. */
  entries(session: SessionId, range?: EntryRange): Promise<Outcome<readonly StoredEntry[]>>;
  /** Every session, or every one of a tenant, the most recently written first. */
  list(filter?: SessionFilter): Promise<Outcome<readonly Session[]>>;
  /** Deletes the log and everything it holds on to (references, grants), at once. `false` when there was none. */
  remove(session: SessionId): Promise<Outcome<boolean>>;
  /** Walks the whole chain up to its head; `corrupt` names the first entry that is not what was written. */
  verify(session: SessionId): Promise<Outcome<Receipt>>;
}

export interface OpenRequest {
  readonly id?: SessionId;
  readonly title?: string;
  /** Who owns it, for good. Default: `local`. */
  readonly tenant?: TenantId;
}

export interface SessionFilter {
  readonly tenant?: TenantId;
}

export interface Session {
  readonly id: SessionId;
  readonly tenant: TenantId;
  readonly title?: string;
  readonly openedAt: number;
  readonly updatedAt: number;
  /** How many entries it has, which is also the sequence number of the last one. */
  readonly entries: number;
  /** The hash of the last entry: it stands for the whole history. */
  readonly hash: string;
  /** `damaged` when what is told here does not hold against its first and last entry; `verify` says where. */
  readonly condition: 'sound' | 'damaged';
}

/** Where an entry landed. Keep the hash, and nobody can change what came before it unnoticed. */
export interface Receipt {
  readonly seq: number;
  readonly hash: string;
}

export interface EntryRange {
  /** Leave out everything up to and including this sequence number. */
  readonly after?: number;
  readonly limit?: number;
}

export interface StoredEntry extends Receipt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly entry: RecordEntry;
}

/** Milliseconds since 1970. */
export type Clock = () => number;
