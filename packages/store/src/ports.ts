// The port to a session's history: an append-only, hash-chained record. Whatever implements it must pass
// `sessionRecordSuite` of `@percept/store/testing`.
import type { Outcome, RecordEntry, SessionId, TenantId } from '@percept/core';
import { pages } from './pages.ts';

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
  /** What is told about a session in a list; `absent` when there is none. */
  find(session: SessionId): Promise<Outcome<Session>>;
  /** One page, read from an index: what it costs depends on the page and not on how many there are. */
  list(filter?: SessionFilter): Promise<Outcome<readonly Session[]>>;
  /** How many there are, counted up to `limit`. */
  count(filter: CountFilter): Promise<Outcome<number>>;
  /** Nothing more is expected of it: it is left out where `state` asks for the unsettled. Again changes nothing. */
  settle(session: SessionId): Promise<Outcome<void>>;
  /**
   * Deletes the log and everything it holds on to (references, grants, the logs that belong to it), at once. `false` when
   * there was none.
   */
  remove(session: SessionId): Promise<Outcome<boolean>>;
  /** Walks the whole chain up to its head; `corrupt` names the first entry that is not what was written. */
  verify(session: SessionId): Promise<Outcome<Receipt>>;
}

export interface OpenRequest {
  readonly id?: SessionId;
  readonly title?: string;
  /** Who owns it, for good. Default: `local`. */
  readonly tenant?: TenantId;
  /** What it is, for good. Default: `session`. */
  readonly kind?: SessionKind;
  /** The session that it belongs to, and goes with. */
  readonly of?: SessionId;
}

/**
 * session: with an agent in a terminal, an editor or a program. conversation: in the browser. journal: what a page was told
 * beside one. upload: a file that waits to be sent. media: a file that a tenant stored by itself. run: of a workflow.
 * workflows: those of a tenant. answer: media of an answer that passed the gateway. acceptance: what a test suite was told.
 */
export type SessionKind =
  | 'session'
  | 'conversation'
  | 'journal'
  | 'upload'
  | 'media'
  | 'run'
  | 'workflows'
  | 'answer'
  | 'acceptance';

export interface SessionFilter {
  /** Default: those of every tenant. */
  readonly tenant?: TenantId;
  /** Default: `session`. */
  readonly kind?: SessionKind;
  /** used: the most recently written first. opened: the most recently opened first. Default: `used`. */
  readonly order?: 'used' | 'opened';
  /** Default: `any`. */
  readonly state?: 'any' | 'unsettled';
  /** Goes on after this one, the last of the page before; nothing follows one that is gone. */
  readonly after?: SessionId;
  /** Default: 100. */
  readonly limit?: number;
}

export type CountFilter = Pick<SessionFilter, 'kind' | 'tenant'> & { readonly limit: number };

export interface Session {
  readonly id: SessionId;
  readonly tenant: TenantId;
  readonly kind: SessionKind;
  readonly title?: string;
  readonly openedAt: number;
  readonly updatedAt: number;
  /** How many entries it has, which is also the sequence number of the last one. */
  readonly entries: number;
  /** The hash of the last entry: it stands for the whole history. */
  readonly hash: string;
  /** Entries up to this number were written elsewhere, by whoever says so; 0 where all of them were written here. */
  readonly imported: number;
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

/** Page after page of what the filter names; stops at the first page that cannot be read. */
export function everySession(
  sessions: Pick<SessionRecord, 'list'>,
  filter: Omit<SessionFilter, 'after'> = {},
): AsyncIterable<Session> {
  return pages(async (last) => {
    const page = await sessions.list({ ...filter, ...(last && { after: last.id }) });
    return page.ok ? page.value : [];
  });
}
