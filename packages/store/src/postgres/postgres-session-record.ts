// The session record on PostgreSQL. An entry and its references are one commit, and a reference is only ever written to
// a blob whose row is locked at that moment. A commit that was answered by a lost connection is looked up before it is
// tried again: an entry is neither lost nor doubled.
import { randomUUID } from 'node:crypto';
import {
  accept,
  blobsOf,
  overLimit,
  parseEntry,
  parseSessionId,
  refuse,
  type Outcome,
  type RecordEntry,
  type SessionId,
} from '@percept/core';
import { broken, ChainReader, genesis, seal } from '../chain.ts';
import { absentBlob } from '../fs/blob-files.ts';
import { storeLimits } from '../limits.ts';
import type {
  Clock,
  EntryRange,
  OpenRequest,
  Receipt,
  Session,
  SessionFilter,
  SessionRecord,
  StoredEntry,
} from '../ports.ts';
import { localTenant } from '../tenant.ts';
import { AppendLanes, type Prepared } from './append-lanes.ts';
import { hold } from './blob-ledger.ts';
import type { PostgresDatabase, Transaction } from './database.ts';
import {
  createSession,
  deleteSession,
  findHead,
  findLink,
  linksFrom,
  summarise,
  summariseAll,
  writeLinks,
  type Head,
  type HeldLink,
} from './session-table.ts';

export interface PostgresSessionRecordParts {
  readonly database: PostgresDatabase;
  readonly clock: Clock;
  readonly maxEntryBytes?: number;
}

export class PostgresSessionRecord implements SessionRecord {
  readonly #database: PostgresDatabase;
  readonly #clock: Clock;
  readonly #maxEntryBytes: number;
  readonly #lanes: AppendLanes;

  constructor({ database, clock, maxEntryBytes }: PostgresSessionRecordParts) {
    this.#database = database;
    this.#clock = clock;
    this.#maxEntryBytes = maxEntryBytes ?? storeLimits.maxEntryBytes;
    this.#lanes = new AppendLanes(
      (session, batch) => this.#appendAll(session, batch),
      database.limits,
    );
  }

  async open({ id, title, tenant }: OpenRequest = {}): Promise<Outcome<Session>> {
    const session = parseSessionId(id ?? randomUUID());
    if (!session.ok) return session;
    const opening = this.#prepare({
      type: 'session-opened',
      ...(title !== undefined && { title }),
    });
    if (!opening.ok) return opening;
    return this.#database.transact(async (tx) => {
      const head = await createSession(tx, session.value, tenant ?? localTenant);
      if (head) await writeLinks(tx, head.key, this.#chain(session.value, head, [opening.value]));
      const summary = await summarise(tx, session.value);
      if (!summary) return noSession(session.value);
      return tenant === undefined || summary.tenant === tenant
        ? accept(summary)
        : foreign(session.value);
    });
  }

  async append(session: SessionId, entry: RecordEntry): Promise<Outcome<Receipt>> {
    const prepared = this.#prepare(entry);
    return prepared.ok ? this.#lanes.append(session, prepared.value) : prepared;
  }

  async entries(
    session: SessionId,
    range: EntryRange = {},
  ): Promise<Outcome<readonly StoredEntry[]>> {
    const { after = 0, limit } = range;
    return this.#read(session, async (tx, head) => {
      const start = after === 0 ? { seq: 0, hash: genesis } : await findLink(tx, head.key, after);
      if (!start) return after >= head.seq ? accept([]) : broken(session, after, 'is missing');
      const chain = new ChainReader(session, start);
      const entries: StoredEntry[] = [];
      for await (const link of linksFrom(tx, head.key, start.seq + 1, limit)) {
        const entry = chain.follow(link);
        if (!entry.ok) return entry;
        entries.push(entry.value);
      }
      const isWhole = limit === undefined || entries.length < limit;
      return isWhole && !chain.reaches(head) ? chain.lostTail(head) : accept(entries);
    });
  }

  async list({ tenant }: SessionFilter = {}): Promise<Outcome<readonly Session[]>> {
    return this.#database.view(async (tx) => {
      const sessions = await summariseAll(tx, tenant);
      return accept(sessions.toSorted((one, other) => other.updatedAt - one.updatedAt));
    });
  }

  async remove(session: SessionId): Promise<Outcome<boolean>> {
    let wasThere = false;
    return this.#database.transact(async (tx) => {
      const head = await findHead(tx, session, 'FOR UPDATE');
      if (head) await deleteSession(tx, head.key);
      // Stays true when this runs again because the answer to its commit was lost.
      wasThere ||= head !== undefined;
      return accept(wasThere);
    });
  }

  async verify(session: SessionId): Promise<Outcome<Receipt>> {
    return this.#read(session, async (tx, head) => {
      const chain = new ChainReader(session);
      for await (const link of linksFrom(tx, head.key, 0)) {
        const entry = chain.follow(link);
        if (!entry.ok) return entry;
      }
      return chain.reaches(head)
        ? accept({ seq: head.seq, hash: head.hash })
        : chain.lostTail(head);
    });
  }

  async #appendAll(
    session: SessionId,
    batch: readonly Prepared[],
  ): Promise<Outcome<readonly Outcome<Receipt>[]>> {
    let tried: Tried | undefined;
    return this.#database.transact(async (tx) => {
      const head = await findHead(tx, session, 'FOR UPDATE');
      if (!head) return noSession(session);
      if (tried && (await isChained(tx, head, tried.links))) return accept(tried.outcomes);
      const held = await hold(tx, [...new Set(batch.flatMap(({ blobs }) => blobs))].toSorted());
      const missing = batch.map(({ blobs }) => blobs.find((blob) => !held.has(blob)));
      const links = this.#chain(
        session,
        head,
        batch.filter((_, index) => missing[index] === undefined),
      );
      const receipts = links.values();
      const outcomes = missing.map((blob): Outcome<Receipt> => {
        if (blob !== undefined) return absentBlob(blob);
        const { value } = receipts.next();
        if (!value) throw new Error('An entry was left out of its batch.');
        return accept({ seq: value.link.seq, hash: value.link.hash });
      });
      tried = { links, outcomes };
      await writeLinks(tx, head.key, links);
      return accept(outcomes);
    });
  }

  /** Seals the next entries onto the chain. */
  #chain(session: SessionId, head: Head, batch: readonly Prepared[]): readonly HeldLink[] {
    let { seq, hash: prev } = head;
    const at = this.#clock();
    return batch.map(({ body, blobs }) => {
      seq += 1;
      const link = { seq, at, prev, body };
      prev = seal(session, link);
      return { link: { ...link, hash: prev }, blobs };
    });
  }

  #prepare(value: RecordEntry): Outcome<Prepared> {
    const entry = parseEntry(value);
    if (!entry.ok) return entry;
    const body = JSON.stringify(entry.value);
    const size = Buffer.byteLength(body);
    if (size > this.#maxEntryBytes) {
      return refuse(
        overLimit(
          'maxEntryBytes',
          this.#maxEntryBytes,
          size,
          'Store long content as a blob and refer to it.',
        ),
      );
    }
    return accept({ body, blobs: blobsOf(entry.value) });
  }

  #read<T>(
    session: SessionId,
    body: (tx: Transaction, head: Head) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return this.#database.view(async (tx) => {
      const head = await findHead(tx, session);
      return head ? body(tx, head) : noSession(session);
    });
  }
}

interface Tried {
  readonly links: readonly HeldLink[];
  readonly outcomes: readonly Outcome<Receipt>[];
}

/** Whether an earlier try was committed although its answer was lost: its last entry is in the chain. */
async function isChained(
  tx: Transaction,
  head: Head,
  links: readonly HeldLink[],
): Promise<boolean> {
  const last = links.at(-1)?.link;
  if (!last || last.seq > head.seq) return false;
  return (await findLink(tx, head.key, last.seq))?.hash === last.hash;
}

function foreign(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'forbidden',
    message: `Session ${session} belongs to another tenant.`,
    hint: 'Choose another id.',
  });
}

export function noSession(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `There is no session ${session}.`,
    hint: 'Open it first.',
  });
}
