// Which blobs count. A blob that something refers to is never taken away: whoever refers holds its row until the commit,
// and whoever takes it away holds the row alone and counts the references afterwards.
import type { BlobId } from '@percept/core';
import { StoreError, type StoreErrorCode } from '../error.ts';
import type { Database } from './database.ts';
import { pages } from '../pages.ts';
import { readBlobId, readBoolean, readNumber, readString, toBytes, type Row } from './rows.ts';
import { accepted, query, queryRows, type Work } from './work.ts';

export interface Tally {
  readonly blobs: number;
  readonly bytes: number;
}

/** Blobs that can be referred to before the transaction ends. */
export type HeldBlobs = ReadonlyMap<BlobId, 'live' | 'condemned'>;

export interface BlobRow {
  readonly id: BlobId;
  readonly bytes: number;
}

// A grant always has a reference beside it; should damage take that away, its bytes stay until `fsck` has judged it.
export const unreferenced = `(NOT EXISTS (SELECT 1 FROM refs WHERE refs.blob = blobs.id)
  AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.blob = blobs.id))`;

/** Which of these can be referred to in this transaction. Nobody takes them away before its end. */
export function* holdBlobs(
  ids: readonly BlobId[],
  isThere: (blob: BlobRow) => boolean = () => true,
): Work<HeldBlobs> {
  const rows = yield* queryRows(
    `SELECT id, bytes, state = 'condemned' AS condemned FROM blobs WHERE id IN (:rows) ORDER BY id FOR SHARE`,
    ids.map((id) => [toBytes(id)]),
  );
  const held = rows.filter((row) => isThere(readBlobRow(row)));
  return new Map(
    held.map((row) => [
      readBlobId(row, 'id'),
      readBoolean(row, 'condemned') ? 'condemned' : 'live',
    ]),
  );
}

/** What is referred to from now on is condemned no more. */
export function* reviveBlobs(held: HeldBlobs, ids: Iterable<BlobId>): Work<void> {
  yield* queryRows(
    `UPDATE blobs SET state = 'live', condemned_at = NULL WHERE id IN (:rows) AND state = 'condemned'`,
    [...new Set(ids)].filter((id) => held.get(id) === 'condemned').map((id) => [toBytes(id)]),
  );
}

/** One page of live blobs after `last`, in order of id. */
export function livePage(columns: string, last: BlobId | undefined): Work<readonly Row[]> {
  const sql = `SELECT ${columns} FROM blobs WHERE state = 'live' AND id > $1 ORDER BY id LIMIT 256`;
  return query(sql, [toBytes(last ?? '')]);
}

/** Every live blob. Throws this when the database is out of reach. */
export function liveIds(database: Database, code: StoreErrorCode): AsyncIterable<BlobId> {
  return pages(async (last) => {
    const page = await database.readOne(accepted(() => livePage('id', last)));
    if (!page.ok) throw new StoreError(code, page.refusal.message);
    return page.value.map((row) => readBlobId(row, 'id'));
  });
}

export type Tallies = Readonly<Record<'referenced' | 'young' | 'doomed' | 'condemned', Tally>>;

/** What is there, by why it is kept. `doomed` is what a collection with this cutoff would condemn. */
export function* tallyBlobs(cutoff: number): Work<Tallies> {
  const rows = yield* query(
    `SELECT judged, count(*) AS blobs, coalesce(sum(bytes), 0) AS bytes FROM (
       SELECT bytes, CASE WHEN state = 'condemned' THEN 'condemned' WHEN NOT ${unreferenced} THEN 'referenced'
         WHEN put_at <= $1 THEN 'doomed' ELSE 'young' END AS judged FROM blobs) AS each_blob GROUP BY judged`,
    [cutoff],
  );
  const of = (kind: string): Tally => {
    const row = rows.find((row) => readString(row, 'judged') === kind);
    return row
      ? { blobs: readNumber(row, 'blobs'), bytes: readNumber(row, 'bytes') }
      : { blobs: 0, bytes: 0 };
  };
  return {
    referenced: of('referenced'),
    young: of('young'),
    doomed: of('doomed'),
    condemned: of('condemned'),
  };
}

export function addUp(rows: readonly { readonly bytes: number }[]): Tally {
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

export function readBlobRow(row: Row): BlobRow {
  return { id: readBlobId(row, 'id'), bytes: readNumber(row, 'bytes') };
}
