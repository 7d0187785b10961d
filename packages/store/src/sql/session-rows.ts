// The rows of the record: what is read is unproven until a `ChainReader` has followed it, and a session's row is locked
// before anything is chained to it.
import { parseEntry, readWord } from '@percept/core/internal';
import {
  refuse,
  type BlobId,
  type Outcome,
  type RecordEntry,
  type Refused,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { ChainReader, genesis, seal, type Link } from '../chain.ts';
import type { CountFilter, Receipt, Session, SessionFilter, SessionKind } from '../ports.ts';
import { sealRow } from './row-seal.ts';
import {
  malformed,
  readHex,
  readNumber,
  readOptional,
  readSessionId,
  readString,
  readTenantId,
  toBytes,
  type Row,
} from './rows.ts';
import { query, queryOne, queryRows, type Work } from './work.ts';

/** A session's row: the key that its entries carry, whose it is, and where its chain ends. */
export interface Head extends Receipt {
  readonly key: number;
  readonly tenant: TenantId;
  readonly kind: SessionKind;
}

/** A sealed link and the blobs that its entry names. */
export interface HeldLink {
  readonly link: Link;
  readonly blobs: readonly BlobId[];
}

export interface NewSession {
  readonly id: SessionId;
  readonly tenant: TenantId;
  readonly kind: SessionKind;
  readonly parent?: number | undefined;
  /** Default: 0, which is a log that is written here. */
  readonly imported?: number | undefined;
}

const linksPerPage = 500;
const headColumns = 'key, tenant, kind, head_seq, head_hash';

export interface SealedSession {
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly imported: number;
}

/** The seal of a log that is written here is older than the mark, and has none. */
export function sealSession({ id, tenant, kind, imported }: SealedSession): Buffer {
  return sealRow('session', [id, tenant, kind, ...(imported === 0 ? [] : [String(imported)])]);
}

export function* markImported(key: number, session: SealedSession): Work<void> {
  const values = [key, session.imported, sealSession(session)];
  yield* query('UPDATE sessions SET imported = $2, seal = $3 WHERE key = $1', values);
}

export function* findHead(session: SessionId, lock = ''): Work<Head | undefined> {
  const sql = `SELECT ${headColumns} FROM sessions WHERE id = $1${lock}`;
  const row = yield* queryOne(sql, [session]);
  return row && readHead(row);
}

/** Nobody else chains to it, grants from it or removes it before the end of the transaction. */
export function lockHead(session: SessionId): Work<Head | undefined> {
  return findHead(session, ' FOR UPDATE');
}

/** The new head, or undefined when the session is there already. Others that create it at the same moment wait. */
export function* createSession(session: NewSession): Work<Head | undefined> {
  const { id, tenant, kind, parent, imported = 0 } = session;
  const sealed = sealSession({ id, tenant, kind, imported });
  const row = yield* queryOne(
    `INSERT INTO sessions (id, tenant, kind, parent, head_seq, head_hash, imported, seal)
     VALUES ($1, $2, $3, $4, 0, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING RETURNING ${headColumns}`,
    [id, tenant, kind, parent ?? null, toBytes(genesis), imported, sealed],
  );
  return row && readHead(row);
}

/** Seals bodies onto the chain, one after the other. */
export function chainLinks(
  session: SessionId,
  head: Receipt,
  entries: readonly {
    readonly at: number;
    readonly body: string;
    readonly blobs: readonly BlobId[];
  }[],
): readonly HeldLink[] {
  let { seq, hash: prev } = head;
  return entries.map(({ at, body, blobs }) => {
    seq += 1;
    const link = { seq, at, prev, body };
    prev = seal(session, link);
    return { link: { ...link, hash: prev }, blobs };
  });
}

/** Writes links that follow the head without a gap, and lets them refer to their blobs. */
export function* writeLinks(key: number, links: readonly HeldLink[]): Work<void> {
  const last = links.at(-1)?.link;
  if (!last) return;
  yield* queryRows(
    'INSERT INTO entries (session, seq, at, body, prev, hash) VALUES :rows',
    links.map(({ link: { seq, at, body, prev, hash } }) => [
      key,
      seq,
      at,
      body,
      toBytes(prev),
      toBytes(hash),
    ]),
  );
  yield* queryRows(
    'INSERT INTO refs (session, seq, blob) VALUES :rows',
    links.flatMap(({ link, blobs }) => blobs.map((blob) => [key, link.seq, toBytes(blob)])),
  );
  yield* query(
    'UPDATE sessions SET head_seq = $2, head_hash = $3, updated_at = $4 WHERE key = $1',
    [key, last.seq, toBytes(last.hash), last.at],
  );
}

/** Shows links from a number on, at most `limit` of them, until one is refused. */
export function* visitLinks(
  key: number,
  range: { readonly from: number; readonly limit?: number | undefined },
  visit: (link: Link) => Outcome<unknown>,
): Work<Refused | undefined> {
  let { from, limit: left = Number.MAX_SAFE_INTEGER } = range;
  while (left > 0) {
    const wanted = Math.min(left, linksPerPage);
    const rows = yield* query(
      'SELECT seq, at, body, prev, hash FROM entries WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT $3',
      [key, from, wanted],
    );
    for (const row of rows) {
      const link = readLink(row);
      const seen = visit(link);
      if (!seen.ok) return seen;
      from = link.seq + 1;
    }
    if (rows.length < wanted) return undefined;
    left -= rows.length;
  }
  return undefined;
}

/** Follows a chain from its first entry to its head; `visit` is shown each entry that is sound. */
export function* followChain(
  session: SessionId,
  head: Head,
  visit: (entry: RecordEntry, link: Link) => void = () => undefined,
): Work<Outcome<Receipt>> {
  const chain = new ChainReader(session);
  const bad = yield* visitLinks(head.key, { from: 0 }, (link) => {
    const followed = chain.follow(link);
    if (followed.ok) visit(followed.value.entry, link);
    return followed;
  });
  return bad ?? chain.end(head);
}

export function* findLink(key: number, seq: number): Work<Link | undefined> {
  const sql = 'SELECT seq, at, body, prev, hash FROM entries WHERE session = $1 AND seq = $2';
  const row = yield* queryOne(sql, [key, seq]);
  return row && readLink(row);
}

export function* blobsHeldBy(key: number): Work<ReadonlySet<string>> {
  const rows = yield* query('SELECT DISTINCT blob FROM refs WHERE session = $1', [key]);
  return new Set(rows.map((row) => readHex(row, 'blob')));
}

/** The ids of all logs of every kind after a key, a page at a time: for whoever checks everything. */
export function* sessionIdsAfter(
  key: number,
): Work<readonly { readonly key: number; readonly id: SessionId }[]> {
  const rows = yield* query('SELECT key, id FROM sessions WHERE key > $1 ORDER BY key LIMIT 500', [
    key,
  ]);
  return rows.map((row) => ({ key: readNumber(row, 'key'), id: readSessionId(row, 'id') }));
}

/** A damaged entry does not hide its session: what is not proven is left out, and `verify` names it. */
export function* findSession(id: SessionId): Work<Session | undefined> {
  const row = yield* queryOne(summaryOf('SELECT * FROM sessions WHERE id = $1', ''), [id]);
  return row && readSession(row);
}

const listedByDefault = 100;

export function* listSessions(filter: SessionFilter): Work<readonly Session[]> {
  const { tenant, kind = 'session', order = 'used', state = 'any', after, limit } = filter;
  const values: (string | number)[] = [kind, Math.max(0, limit ?? listedByDefault)];
  const bind = (value: string): string => `$${values.push(value)}`;
  const place = order === 'used' ? '(updated_at, key)' : 'key';
  const conditions = [
    'kind = $1',
    ...(tenant === undefined ? [] : [`tenant = ${bind(tenant)}`]),
    ...(state === 'unsettled' ? ['settled = 0'] : []),
    ...(after === undefined
      ? []
      : [
          `${place} < (SELECT ${place.replace(/[()]/g, '')} FROM sessions WHERE id = ${bind(after)})`,
        ]),
  ];
  const sorted = order === 'used' ? 'ORDER BY updated_at DESC, key DESC' : 'ORDER BY key DESC';
  const page = `SELECT * FROM sessions WHERE ${conditions.join(' AND ')} ${sorted} LIMIT $2`;
  const rows = yield* query(summaryOf(page, sorted), values);
  return rows.map(readSession);
}

export function* countSessions({ tenant, kind = 'session', limit }: CountFilter): Work<number> {
  const owned = tenant === undefined ? '' : 'AND tenant = $3';
  const row = yield* queryOne(
    `SELECT count(*) AS count FROM (SELECT 1 FROM sessions WHERE kind = $1 ${owned} LIMIT $2) AS counted`,
    [kind, limit, ...(tenant === undefined ? [] : [tenant])],
  );
  return readNumber(row, 'count');
}

function summaryOf(page: string, sorted: string): string {
  const columnsOf = (link: string): readonly string[] =>
    ['seq', 'at', 'body', 'prev', 'hash'].map((name) => `${link}.${name} AS ${link}_${name}`);
  return `SELECT page.key, page.id, page.tenant, page.kind, page.imported, head_seq, head_hash, updated_at,
    ${[...columnsOf('first'), ...columnsOf('last')].join(', ')}
  FROM (${page}) AS page LEFT JOIN entries AS first ON first.session = key AND first.seq = 1
    LEFT JOIN entries AS last ON last.session = key AND last.seq = head_seq ${sorted}`;
}

function readSession(row: Row): Session {
  const id = readSessionId(row, 'id');
  const head = readHead(row);
  const first = proven(id, row, 'first');
  const last = proven(id, row, 'last');
  const title = first && titleIn(first.body);
  return {
    id,
    tenant: head.tenant,
    kind: head.kind,
    ...(title !== undefined && { title }),
    openedAt: first?.at ?? 0,
    updatedAt: last?.at ?? 0,
    entries: head.seq,
    hash: head.hash,
    imported: readNumber(row, 'imported'),
    condition: first && last?.hash === head.hash ? 'sound' : 'damaged',
  };
}

function proven(session: SessionId, row: Row, which: string): Link | undefined {
  if (readOptional(row, `${which}_seq`, readNumber) === undefined) return undefined;
  const link = readLink(row, `${which}_`);
  return seal(session, link) === link.hash ? link : undefined;
}

/** With the logs that belong to it. Grants first: those that no other log holds end here. */
export function* deleteSession(key: number): Work<void> {
  for (const row of yield* query('SELECT key FROM sessions WHERE parent = $1 FOR UPDATE', [key]))
    yield* deleteSession(readNumber(row, 'key'));
  // Locked, since another log may let go of them too.
  const held = yield* query(
    `SELECT id FROM grants WHERE id IN (SELECT grant_id FROM grant_holders WHERE session = $1)
     ORDER BY id FOR UPDATE`,
    [key],
  );
  yield* query('DELETE FROM grant_holders WHERE session = $1', [key]);
  yield* queryRows(
    `DELETE FROM grants WHERE id IN (:rows)
     AND NOT EXISTS (SELECT 1 FROM grant_holders WHERE grant_id = grants.id)`,
    held.map((row) => [toBytes(readHex(row, 'id'))]),
  );
  for (const rows of ['refs WHERE session', 'entries WHERE session', 'sessions WHERE key'])
    yield* query(`DELETE FROM ${rows} = $1`, [key]);
}

function readHead(row: Row): Head {
  return {
    key: readNumber(row, 'key'),
    tenant: readTenantId(row, 'tenant'),
    kind: readKind(row),
    seq: readNumber(row, 'head_seq'),
    hash: readHex(row, 'head_hash'),
  };
}

/** `prefix`: of the columns, where a row has more than one link. */
function readLink(row: Row, prefix = ''): Link {
  return {
    seq: readNumber(row, `${prefix}seq`),
    at: readNumber(row, `${prefix}at`),
    body: readString(row, `${prefix}body`),
    prev: readHex(row, `${prefix}prev`),
    hash: readHex(row, `${prefix}hash`),
  };
}

const kinds: readonly SessionKind[] = [
  'session',
  'conversation',
  'journal',
  'upload',
  'media',
  'run',
  'workflows',
  'answer',
  'acceptance',
];

function readKind(row: Row): SessionKind {
  return readWord(kinds, row['kind']) ?? malformed('kind');
}

function titleIn(body: string): string | undefined {
  const entry = parseEntry(JSON.parse(body));
  return entry.ok && entry.value.type === 'session-opened' ? entry.value.title : undefined;
}

export function noSession(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `There is no session ${session}.`,
    hint: 'Open it first; `percept sessions` lists those that exist.',
  });
}
