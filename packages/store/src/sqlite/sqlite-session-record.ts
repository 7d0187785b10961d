// The session record on SQLite. An entry and its references are one commit, and a reference is only ever written to a
// blob that is live and on disk at that moment: a dangling reference cannot come into being.
import { randomUUID } from 'node:crypto';
import {
  accept,
  blobsOf,
  overLimit,
  parseEntry,
  parseSessionId,
  refuse,
  type BlobId,
  type Outcome,
  type RecordEntry,
  type SessionId,
} from '@percept/core';
import { broken, ChainReader, genesis } from '../chain.ts';
import { refuseRead } from '../failure.ts';
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
import type { GroupCommit } from './group-commit.ts';
import type { Head, SessionTable } from './session-table.ts';

/** Makes sure a blob can be referred to, inside the transaction that will: refused when its bytes are not there. */
export interface BlobHolder {
  require(id: BlobId): Outcome<BlobId>;
  refer(session: number, seq: number, id: BlobId): void;
}

export interface SqliteSessionRecordParts {
  readonly commits: GroupCommit;
  readonly table: SessionTable;
  readonly blobs: BlobHolder;
  readonly clock: Clock;
  readonly maxEntryBytes?: number;
}

export class SqliteSessionRecord implements SessionRecord {
  readonly #commits: GroupCommit;
  readonly #table: SessionTable;
  readonly #blobs: BlobHolder;
  readonly #clock: Clock;
  readonly #maxEntryBytes: number;

  constructor({ commits, table, blobs, clock, maxEntryBytes }: SqliteSessionRecordParts) {
    this.#commits = commits;
    this.#table = table;
    this.#blobs = blobs;
    this.#clock = clock;
    this.#maxEntryBytes = maxEntryBytes ?? storeLimits.maxEntryBytes;
  }

  async open({ id, title, tenant }: OpenRequest = {}): Promise<Outcome<Session>> {
    const session = parseSessionId(id ?? randomUUID());
    if (!session.ok) return session;
    const opening = this.#prepare({
      type: 'session-opened',
      ...(title !== undefined && { title }),
    });
    if (!opening.ok) return opening;
    return this.#commits.run(() => {
      const head = this.#table.head(session.value);
      if (head && tenant !== undefined && head.tenant !== tenant) return foreign(session.value);
      if (!head) {
        const created = this.#table.create(session.value, tenant ?? localTenant);
        this.#write(session.value, created, opening.value);
      }
      const summary = this.#table.summary(session.value);
      return summary ? accept(summary) : noSession(session.value);
    });
  }

  async append(session: SessionId, entry: RecordEntry): Promise<Outcome<Receipt>> {
    const prepared = this.#prepare(entry);
    if (!prepared.ok) return prepared;
    return this.#commits.run(() => {
      const head = this.#table.head(session);
      if (!head) return noSession(session);
      for (const blob of prepared.value.blobs) {
        const held = this.#blobs.require(blob);
        if (!held.ok) return held;
      }
      return accept(this.#write(session, head, prepared.value));
    });
  }

  async entries(
    session: SessionId,
    range: EntryRange = {},
  ): Promise<Outcome<readonly StoredEntry[]>> {
    const { after = 0, limit } = range;
    return this.#read(session, (head) => {
      const start = after === 0 ? { seq: 0, hash: genesis } : this.#receiptAt(head, after);
      if (!start) return after >= head.seq ? accept([]) : broken(session, after, 'is missing');
      const chain = new ChainReader(session, start);
      const entries: StoredEntry[] = [];
      for (const link of this.#table.links(head.key, start.seq + 1, limit)) {
        const entry = chain.follow(link);
        if (!entry.ok) return entry;
        entries.push(entry.value);
      }
      const isWhole = limit === undefined || entries.length < limit;
      return isWhole && !chain.reaches(head) ? chain.lostTail(head) : accept(entries);
    });
  }

  async list({ tenant }: SessionFilter = {}): Promise<Outcome<readonly Session[]>> {
    try {
      return await this.#commits.read(() => {
        const sessions = this.#table.ids(tenant).flatMap((id) => this.#table.summary(id) ?? []);
        return accept(sessions.toSorted((one, other) => other.updatedAt - one.updatedAt));
      });
    } catch (error) {
      return refuseRead(error);
    }
  }

  remove(session: SessionId): Promise<Outcome<boolean>> {
    return this.#commits.run(() => {
      const head = this.#table.head(session);
      if (head) this.#table.delete(head.key);
      return accept(head !== undefined);
    });
  }

  async verify(session: SessionId): Promise<Outcome<Receipt>> {
    return this.#read(session, (head) => {
      const chain = new ChainReader(session);
      for (const link of this.#table.links(head.key, 0)) {
        const entry = chain.follow(link);
        if (!entry.ok) return entry;
      }
      return chain.reaches(head)
        ? accept({ seq: head.seq, hash: head.hash })
        : chain.lostTail(head);
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

  #write(session: SessionId, head: Head, { body, blobs }: Prepared): Receipt {
    const { seq, hash } = this.#table.append(session, head, this.#clock(), body);
    for (const blob of blobs) this.#blobs.refer(head.key, seq, blob);
    return { seq, hash };
  }

  #receiptAt(head: Head, seq: number): Receipt | undefined {
    return this.#table.links(head.key, seq, 1).find((link) => link.seq === seq);
  }

  async #read<T>(session: SessionId, body: (head: Head) => Outcome<T>): Promise<Outcome<T>> {
    try {
      return await this.#commits.read(() => {
        const head = this.#table.head(session);
        return head ? body(head) : noSession(session);
      });
    } catch (error) {
      return refuseRead(error);
    }
  }
}

interface Prepared {
  readonly body: string;
  readonly blobs: readonly BlobId[];
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
    hint: 'Open it first; `percept sessions` lists those that exist.',
  });
}
