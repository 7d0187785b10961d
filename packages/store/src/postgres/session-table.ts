// The record's rows on PostgreSQL: what is read is unproven until a `ChainReader` has followed it, and a session's row
// is locked before anything is chained to it.
import { parseEntry, type BlobId, type SessionId, type TenantId } from '@percept/core';
import { genesis, seal, type Link } from '../chain.ts';
import type { Receipt, Session } from '../ports.ts';
import type { Transaction } from './database.ts';
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

/** A sealed link and the blobs that its entry names. */
export interface HeldLink {
  readonly link: Link;
  readonly blobs: readonly BlobId[];
}

const linksPerPage = 500;

export async function findHead(
  tx: Transaction,
  session: SessionId,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Head | undefined> {
  const [row] = await tx.query(
    `SELECT key, tenant, head_seq, head_hash FROM sessions WHERE id = $1 ${lock}`,
    [session],
  );
  return row && readHead(row);
}

/** The new head, or undefined when the session is there already. Others that create it at the same moment wait. */
export async function createSession(
  tx: Transaction,
  session: SessionId,
  tenant: TenantId,
): Promise<Head | undefined> {
  const [row] = await tx.query(
    `INSERT INTO sessions (id, tenant, head_seq, head_hash) VALUES ($1, $2, 0, $3)
     ON CONFLICT (id) DO NOTHING RETURNING key, tenant, head_seq, head_hash`,
    [session, tenant, toBytes(genesis)],
  );
  return row && readHead(row);
}

/** Chains the links, which follow the head without a gap, and lets them refer to their blobs: all in one statement. */
export async function writeLinks(
  tx: Transaction,
  key: number,
  links: readonly HeldLink[],
): Promise<void> {
  const last = links.at(-1)?.link;
  if (!last) return;
  const refs = links.flatMap(({ link, blobs }) => blobs.map((blob) => ({ seq: link.seq, blob })));
  await tx.query(
    `WITH written AS (
       INSERT INTO entries (session, seq, at, body, prev, hash)
       SELECT $1, seq, at, body, decode(prev, 'hex'), decode(hash, 'hex')
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
         AS link (seq, at, body, prev, hash)
     ), referred AS (
       INSERT INTO refs (session, seq, blob)
       SELECT $1, seq, decode(blob, 'hex') FROM unnest($7::bigint[], $8::text[]) AS ref (seq, blob)
     )
     UPDATE sessions SET head_seq = $9, head_hash = $10 WHERE key = $1`,
    [
      key,
      links.map(({ link }) => link.seq),
      links.map(({ link }) => link.at),
      links.map(({ link }) => link.body),
      links.map(({ link }) => link.prev),
      links.map(({ link }) => link.hash),
      refs.map(({ seq }) => seq),
      refs.map(({ blob }) => blob),
      last.seq,
      toBytes(last.hash),
    ],
  );
}

/** Links from a number on, a page at a time, at most `limit` of them. */
export async function* linksFrom(
  tx: Transaction,
  key: number,
  from: number,
  limit: number = Number.MAX_SAFE_INTEGER,
): AsyncIterable<Link> {
  let next = from;
  let left = limit;
  while (left > 0) {
    const rows = await tx.query(
      'SELECT seq, at, body, prev, hash FROM entries WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT $3',
      [key, next, Math.min(left, linksPerPage)],
    );
    const page = rows.map(readLink);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < Math.min(left, linksPerPage)) return;
    next = last.seq + 1;
    left -= page.length;
  }
}

export async function findLink(
  tx: Transaction,
  key: number,
  seq: number,
): Promise<Link | undefined> {
  for await (const link of linksFrom(tx, key, seq, 1)) if (link.seq === seq) return link;
  return undefined;
}

export async function sessionIds(tx: Transaction): Promise<readonly SessionId[]> {
  const rows = await tx.query('SELECT id FROM sessions ORDER BY key');
  return rows.map((row) => readSessionId(row, 'id'));
}

/** A damaged entry does not hide its session: what is not proven is left out, and `verify` names it. */
export async function summarise(tx: Transaction, id: SessionId): Promise<Session | undefined> {
  const [row] = await tx.query(`${summary} WHERE sessions.id = $1`, [id]);
  return row && readSession(row);
}

/** Every session, or every one of a tenant, in the order in which they were opened. */
export async function summariseAll(
  tx: Transaction,
  tenant?: TenantId,
): Promise<readonly Session[]> {
  const sessions: Session[] = [];
  let last = 0;
  for (;;) {
    const rows = await tx.query(
      `${summary} WHERE sessions.key > $1 AND ($2::text IS NULL OR sessions.tenant = $2)
       ORDER BY sessions.key LIMIT ${sessionsPerPage}`,
      [last, tenant ?? null],
    );
    sessions.push(...rows.map(readSession));
    if (rows.length < sessionsPerPage) return sessions;
    last = readNumber(rows.at(-1), 'key');
  }
}

const sessionsPerPage = 100;

const summary = `SELECT sessions.key, sessions.id, sessions.tenant, head_seq, head_hash,
    first.at AS first_at, first.body AS first_body, first.prev AS first_prev, first.hash AS first_hash,
    last.at AS last_at, last.body AS last_body, last.prev AS last_prev, last.hash AS last_hash
  FROM sessions LEFT JOIN entries AS first ON first.session = key AND first.seq = 1
    LEFT JOIN entries AS last ON last.session = key AND last.seq = head_seq`;

function readSession(row: Row): Session {
  const id = readSessionId(row, 'id');
  const head = readHead(row);
  const first = proven(id, row, 'first', 1);
  const last = proven(id, row, 'last', head.seq);
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

function proven(session: SessionId, row: Row, which: string, seq: number): Link | undefined {
  if (row[`${which}_body`] === null) return undefined;
  const link = {
    seq,
    at: readNumber(row, `${which}_at`),
    body: readString(row, `${which}_body`),
    prev: readHex(row, `${which}_prev`),
    hash: readHex(row, `${which}_hash`),
  };
  return seal(session, link) === link.hash ? link : undefined;
}

/** Grants first: those that no other log holds end here. They are locked, since another log may let go of them too. */
export async function deleteSession(tx: Transaction, key: number): Promise<void> {
  const held = await tx.query(
    `SELECT id FROM grants WHERE id IN (SELECT grant_id FROM grant_holders WHERE session = $1)
     ORDER BY id FOR UPDATE`,
    [key],
  );
  await tx.query('DELETE FROM grant_holders WHERE session = $1', [key]);
  await tx.query(
    `DELETE FROM grants WHERE id = ANY($1::bytea[])
     AND NOT EXISTS (SELECT 1 FROM grant_holders WHERE grant_id = grants.id)`,
    [held.map((row) => row['id'])],
  );
  for (const rows of ['refs WHERE session', 'entries WHERE session', 'sessions WHERE key'])
    await tx.query(`DELETE FROM ${rows} = $1`, [key]);
}

function readHead(row: Row): Head {
  return {
    key: readNumber(row, 'key'),
    tenant: readTenantId(row, 'tenant'),
    seq: readNumber(row, 'head_seq'),
    hash: readHex(row, 'head_hash'),
  };
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
