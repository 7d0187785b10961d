// The rows of blobs whose bytes are files named by their hash. A file without a live row is nobody's; a row dies only after
// it was condemned and found unreferenced again under the write lock.
import type { BlobId } from '@percept/core';
import { readBlobRow, unreferenced, type BlobRow } from '../sql/blob-rows.ts';
import { toBytes } from '../sql/rows.ts';
import { query, queryOne, type Work } from '../sql/work.ts';

export function* findBlob(id: BlobId): Work<BlobRow | undefined> {
  const row = yield* queryOne('SELECT id, bytes FROM blobs WHERE id = $1', [toBytes(id)]);
  return row && readBlobRow(row);
}

/** A put: the row is live from here on, and young. A clock that was set back does not make it older. */
export function* enlivenBlob(id: BlobId, bytes: number, now: number): Work<void> {
  yield* query(
    `INSERT INTO blobs (id, bytes, state, created_at, put_at) VALUES ($1, $2, 'live', $3, $3)
     ON CONFLICT (id) DO UPDATE SET bytes = $2, state = 'live', put_at = MAX(put_at, $3), condemned_at = NULL`,
    [toBytes(id), bytes, now],
  );
}

/** A repeated put makes a live row young again. Returns whether there is one. */
export function* touchBlob(id: BlobId, now: number): Work<boolean> {
  const touched = yield* query(
    `UPDATE blobs SET put_at = MAX(put_at, $2) WHERE id = $1 AND state = 'live' RETURNING id`,
    [toBytes(id), now],
  );
  return touched.length > 0;
}

/** Condemns every blob that nothing refers to and that was not put after `cutoff`. */
export function* condemnBlobs(now: number, cutoff: number): Work<readonly BlobRow[]> {
  const rows = yield* query(
    `UPDATE blobs SET state = 'condemned', condemned_at = $1
     WHERE state = 'live' AND put_at <= $2 AND ${unreferenced} RETURNING id, bytes`,
    [now, cutoff],
  );
  return rows.map(readBlobRow);
}

export function* condemnBlob(id: BlobId, now: number): Work<void> {
  yield* query(
    `UPDATE blobs SET state = 'condemned', condemned_at = $2
     WHERE id = $1 AND state = 'live' AND ${unreferenced}`,
    [toBytes(id), now],
  );
}

export function* condemnedBlobs(): Work<readonly BlobRow[]> {
  const rows = yield* query(`SELECT id, bytes FROM blobs WHERE state = 'condemned'`);
  return rows.map(readBlobRow);
}

/** Still condemned and still unreferenced, at this moment. */
export function* isDoomed(id: BlobId): Work<boolean> {
  const sql = `SELECT id FROM blobs WHERE id = $1 AND state = 'condemned' AND ${unreferenced}`;
  const row = yield* queryOne(sql, [toBytes(id)]);
  return row !== undefined;
}

export function* forgetBlob(id: BlobId): Work<void> {
  yield* query('DELETE FROM blobs WHERE id = $1', [toBytes(id)]);
}
