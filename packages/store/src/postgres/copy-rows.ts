// Which copies count. Whoever refers to a blob holds a share lock on its row until the commit (`holdBlobs`), and whoever
// takes a blob away holds the row alone and counts the references in a later statement, which sees every commit that the
// lock waited for. So no reference ever points at a blob that is gone.
import type { BlobId } from '@percept/core';
import { addUp, unreferenced, type Tally } from '../sql/blob-rows.ts';
import { readBlobId, readBoolean, readNumber, readString, toBytes, type Row } from '../sql/rows.ts';
import type { BlobCopy } from './blob-backend.ts';
import type { PostgresWork } from './database.ts';
import { query, queryOne } from '../sql/work.ts';

export interface CopyRow extends BlobCopy {
  readonly bytes: number;
  readonly damaged: boolean;
}

export const copyColumns = 'id, copy, bytes, damaged_at IS NOT NULL AS damaged';
/** A blob that counts. A condemned one is only marked to be taken away, and is still whole. */
export function* findBlob(id: BlobId): PostgresWork<CopyRow | undefined> {
  const row = yield* queryOne(`SELECT ${copyColumns} FROM blobs WHERE id = $1`, [toBytes(id)]);
  return row && readCopyRow(row);
}

/** A repeated put makes a blob young again, and takes back its condemnation. */
export function* touch(id: BlobId, now: number): PostgresWork<CopyRow | undefined> {
  const row = yield* queryOne(
    `UPDATE blobs SET put_at = greatest(put_at, $2), state = 'live', condemned_at = NULL
     WHERE id = $1 RETURNING ${copyColumns}`,
    [toBytes(id), now],
  );
  return row && readCopyRow(row);
}

/** A copy is about to be written. If its writer dies, the collector finds it here. */
export function* announce({ id, copy }: BlobCopy, now: number): PostgresWork<void> {
  const sql = 'INSERT INTO uploads (copy, id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  yield* query(sql, [copy, toBytes(id), now]);
}

export type Publication = 'counts' | 'superseded' | 'lapsed';

export interface PublishRequest {
  readonly copy: BlobCopy;
  readonly bytes: number;
  readonly now: number;
  /** The copy that is known to be lost or damaged, if there is one. */
  readonly replaces?: string | undefined;
}

/**
 * Makes a written copy the one that counts, unless another one does already. `lapsed` when the announcement is gone: the
 * copy may be deleted at any moment. Running it twice gives the same answer.
 */
export function* publish(request: PublishRequest): PostgresWork<Publication> {
  const { copy, bytes, now, replaces } = request;
  const id = toBytes(copy.id);
  const announced = yield* query('DELETE FROM uploads WHERE copy = $1 RETURNING 1', [copy.copy]);
  if (announced.length === 0) {
    const row = yield* findBlob(copy.id);
    return row?.copy === copy.copy ? 'counts' : 'lapsed';
  }
  const inserted = yield* query(
    `INSERT INTO blobs (id, copy, bytes, state, created_at, put_at) VALUES ($1, $2, $3, 'live', $4, $4)
     ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, copy.copy, bytes, now],
  );
  if (inserted.length > 0) return 'counts';
  const replaced =
    replaces === undefined
      ? []
      : yield* query(
          `UPDATE blobs SET copy = $2, bytes = $3, state = 'live', condemned_at = NULL, damaged_at = NULL,
             put_at = greatest(put_at, $4) WHERE id = $1 AND copy = $5 RETURNING 1`,
          [id, copy.copy, bytes, now, replaces],
        );
  yield* discard([replaced.length > 0 ? { id: copy.id, copy: replaces ?? '' } : copy], now);
  if (replaced.length > 0) return 'counts';
  return (yield* touch(copy.id, now)) ? 'superseded' : 'lapsed';
}

/** Gives copies up: they count for nothing, and are to be deleted. */
export function* discard(copies: readonly BlobCopy[], now: number): PostgresWork<void> {
  yield* query(
    `INSERT INTO discards (copy, id, at)
     SELECT copy, decode(id, 'hex'), $3 FROM unnest($1::text[], $2::text[]) AS given (copy, id)
     ON CONFLICT DO NOTHING`,
    [copies.map(({ copy }) => copy), copies.map(({ id }) => id), now],
  );
}

export function* markDamaged({ id, copy }: BlobCopy, now: number): PostgresWork<void> {
  yield* query(
    'UPDATE blobs SET damaged_at = $3 WHERE id = $1 AND copy = $2 AND damaged_at IS NULL',
    [toBytes(id), copy, now],
  );
}

/** Condemns some of what nothing refers to and nobody put after `cutoff`; nothing when there is nothing left to condemn. */
export function* condemn(now: number, cutoff: number, limit: number): PostgresWork<Tally> {
  const doomed = yield* query(
    `SELECT id FROM blobs WHERE state = 'live' AND put_at <= $1 AND ${unreferenced}
     ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [cutoff, limit],
  );
  const rows = yield* query(
    `UPDATE blobs SET state = 'condemned', condemned_at = $2
     WHERE id = ANY($1::bytea[]) AND state = 'live' AND put_at <= $3 AND ${unreferenced} RETURNING bytes`,
    [idsIn(doomed), now, cutoff],
  );
  return addUp(rows.map((row) => ({ bytes: readNumber(row, 'bytes') })));
}

/** Gives up some of what is condemned and still unreferenced. */
export function* sweep(now: number, limit: number): PostgresWork<Tally> {
  const doomed = yield* query(
    `SELECT id FROM blobs WHERE state = 'condemned' AND ${unreferenced} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return yield* giveUp(doomed, now, `AND state = 'condemned'`);
}

/** Gives up one blob unless something refers to it. */
export function* giveUpOne(id: BlobId, now: number): PostgresWork<BlobCopy | undefined> {
  const rows = yield* query(`SELECT ${copyColumns} FROM blobs WHERE id = $1 FOR UPDATE`, [
    toBytes(id),
  ]);
  const given = yield* giveUp(rows, now, '');
  const [row] = rows;
  return row && given.blobs > 0 ? readCopyRow(row) : undefined;
}

/** The rows are locked already; this statement is the later one that counts the references. */
function* giveUp(rows: readonly Row[], now: number, condition: string): PostgresWork<Tally> {
  const gone = yield* query(
    `WITH gone AS (
       DELETE FROM blobs WHERE id = ANY($1::bytea[]) ${condition} AND ${unreferenced} RETURNING id, copy, bytes
     ), given AS (
       INSERT INTO discards (copy, id, at) SELECT copy, id, $2 FROM gone
     )
     SELECT bytes FROM gone`,
    [idsIn(rows), now],
  );
  return addUp(gone.map((row) => ({ bytes: readNumber(row, 'bytes') })));
}

/** What a dead writer announced is given up. */
export function* lapse(now: number, before: number): PostgresWork<void> {
  yield* query(
    `WITH lapsed AS (DELETE FROM uploads WHERE at < $2 RETURNING copy, id)
     INSERT INTO discards (copy, id, at) SELECT copy, id, $1 FROM lapsed ON CONFLICT DO NOTHING`,
    [now, before],
  );
}

export function* discarded(after: string, limit: number): PostgresWork<readonly BlobCopy[]> {
  const sql = 'SELECT id, copy FROM discards WHERE copy > $1 ORDER BY copy LIMIT $2';
  const rows = yield* query(sql, [after, limit]);
  return rows.map((row) => ({ id: readBlobId(row, 'id'), copy: readString(row, 'copy') }));
}

export function* forgetDiscards(copies: readonly BlobCopy[]): PostgresWork<void> {
  yield* query('DELETE FROM discards WHERE copy = ANY($1::text[])', [
    copies.map(({ copy }) => copy),
  ]);
}

export function readCopyRow(row: Row): CopyRow {
  return {
    id: readBlobId(row, 'id'),
    copy: readString(row, 'copy'),
    bytes: readNumber(row, 'bytes'),
    damaged: readBoolean(row, 'damaged'),
  };
}

function idsIn(rows: readonly Row[]): readonly Uint8Array[] {
  return rows.map((row) => toBytes(readBlobId(row, 'id')));
}
