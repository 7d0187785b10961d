// The record's rows: what is written is sealed into the chain in the same breath, and what is read is unproven until a
// `ChainReader` has followed it.
import { parseEntry, type SessionId, type TenantId } from '@percept/core';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { genesis, seal, type Link } from '../chain.ts';
import type { Receipt, Session } from '../ports.ts';
import {
  readHex,
  readNumber,
  readSessionId,
  readString,
  readTenantId,
  toBytes,
  type Row,
} from './rows.ts';

/** A session's row: the key that its entries carry, whose it is, and where its chain ends. */
export interface Head extends Receipt {
  readonly key: number;
  readonly tenant: TenantId;
}

export class SessionTable {
  readonly #create: StatementSync;
  readonly #head: StatementSync;
  readonly #advance: StatementSync;
  readonly #insert: StatementSync;
  readonly #range: StatementSync;
  readonly #ids: StatementSync;
  readonly #idsOf: StatementSync;
  readonly #deletes: readonly StatementSync[];

  constructor(database: DatabaseSync) {
    this.#create = database.prepare(
      'INSERT INTO sessions (id, tenant, head_seq, head_hash) VALUES (?, ?, 0, ?)',
    );
    this.#head = database.prepare(
      'SELECT key, tenant, head_seq, head_hash FROM sessions WHERE id = ?',
    );
    this.#advance = database.prepare(
      'UPDATE sessions SET head_seq = ?, head_hash = ? WHERE key = ?',
    );
    this.#insert = database.prepare(
      'INSERT INTO entries (session, seq, at, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#range = database.prepare(
      'SELECT seq, at, body, prev, hash FROM entries WHERE session = ? AND seq >= ? ORDER BY seq LIMIT ?',
    );
    this.#ids = database.prepare('SELECT id FROM sessions ORDER BY key');
    this.#idsOf = database.prepare('SELECT id FROM sessions WHERE tenant = ? ORDER BY key');
    this.#deletes = [
      `grants WHERE id IN (SELECT grant_id FROM grant_holders WHERE session = ?1) AND NOT EXISTS
        (SELECT 1 FROM grant_holders WHERE grant_id = grants.id AND session <> ?1)`,
      'grant_holders WHERE session = ?1',
      'refs WHERE session = ?1',
      'entries WHERE session = ?1',
      'sessions WHERE key = ?1',
    ].map((rows) => database.prepare(`DELETE FROM ${rows}`));
  }

  head(session: SessionId): Head | undefined {
    const row = this.#head.get(session);
    if (row === undefined) return undefined;
    return {
      key: readNumber(row, 'key'),
      tenant: readTenantId(row, 'tenant'),
      seq: readNumber(row, 'head_seq'),
      hash: readHex(row, 'head_hash'),
    };
  }

  create(session: SessionId, tenant: TenantId): Head {
    const { lastInsertRowid } = this.#create.run(session, tenant, toBytes(genesis));
    return { key: Number(lastInsertRowid), tenant, seq: 0, hash: genesis };
  }

  /** Seals the next entry onto the chain. */
  append(session: SessionId, head: Head, at: number, body: string): Head {
    const link = { seq: head.seq + 1, at, prev: head.hash, body };
    return this.insert(head, { ...link, hash: seal(session, link) });
  }

  /** Writes a link that was sealed already: here, or by whoever exported it. */
  insert({ key, tenant }: Head, link: Link): Head {
    const hash = toBytes(link.hash);
    this.#insert.run(key, link.seq, link.at, link.body, toBytes(link.prev), hash);
    this.#advance.run(link.seq, hash, key);
    return { key, tenant, seq: link.seq, hash: link.hash };
  }

  links(key: number, from: number, limit?: number): readonly Link[] {
    return this.#range.all(key, from, limit ?? -1).map(readLink);
  }

  ids(tenant?: TenantId): readonly SessionId[] {
    const rows = tenant === undefined ? this.#ids.all() : this.#idsOf.all(tenant);
    return rows.map((row) => readSessionId(row, 'id'));
  }

  /** A damaged entry does not hide its session: what is not proven is left out, and `verify` names it. */
  summary(id: SessionId): Session | undefined {
    const head = this.head(id);
    if (!head) return undefined;
    const first = this.#proven(id, head.key, 1);
    const last = this.#proven(id, head.key, head.seq);
    const title = first && titleIn(first.body);
    return {
      id,
      tenant: head.tenant,
      ...(title !== undefined && { title }),
      openedAt: first?.at ?? 0,
      updatedAt: last?.at ?? 0,
      entries: head.seq,
      hash: head.hash,
      condition: first && last?.hash === head.hash ? 'sound' : 'damaged',
    };
  }

  /** Grants first: those that no other log holds end here. */
  delete(key: number): void {
    for (const statement of this.#deletes) statement.run(key);
  }

  #proven(session: SessionId, key: number, seq: number): Link | undefined {
    const link = this.links(key, seq, 1).at(0);
    return link?.seq === seq && seal(session, link) === link.hash ? link : undefined;
  }
}

function readLink(row: Row): Link {
  return {
    seq: readNumber(row, 'seq'),
    at: readNumber(row, 'at'),
    body: readString(row, 'body'),
    prev: readHex(row, 'prev'),
    hash: readHex(row, 'hash'),
  };
}

function titleIn(body: string): string | undefined {
  const entry = parseEntry(JSON.parse(body));
  return entry.ok && entry.value.type === 'session-opened' ? entry.value.title : undefined;
}
