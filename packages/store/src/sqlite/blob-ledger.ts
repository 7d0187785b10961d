// The ledger says which blobs count. A file without a live row here is nobody's; a row dies only after it was condemned
// and found unreferenced again under the write lock. Every method expects to run inside a transaction.
import type { BlobId } from '@percept/core';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readBlobId, readNumber, toBytes, type Row } from './rows.ts';

export interface Tally {
  readonly blobs: number;
  readonly bytes: number;
}

export interface LedgerRow {
  readonly id: BlobId;
  readonly bytes: number;
}

// A grant always has a reference beside it; should damage take that away, its bytes stay until `fsck` has judged it.
const unreferenced = `NOT EXISTS (SELECT 1 FROM refs WHERE refs.blob = blobs.id)
  AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.blob = blobs.id)`;

export class BlobLedger {
  readonly #find: StatementSync;
  readonly #enliven: StatementSync;
  readonly #touch: StatementSync;
  readonly #revive: StatementSync;
  readonly #refer: StatementSync;
  readonly #condemn: StatementSync;
  readonly #condemnOne: StatementSync;
  readonly #condemned: StatementSync;
  readonly #isDoomed: StatementSync;
  readonly #forget: StatementSync;
  readonly #live: StatementSync;
  readonly #tally: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      `SELECT id, bytes, state = 'live' AS live FROM blobs WHERE id = ?`,
    );
    this.#enliven = database.prepare(
      `INSERT INTO blobs (id, bytes, state, created_at, put_at) VALUES (?1, ?2, 'live', ?3, ?3)
       ON CONFLICT (id) DO UPDATE SET bytes = ?2, state = 'live', put_at = MAX(put_at, ?3),
         condemned_at = NULL`,
    );
    this.#touch = database.prepare(
      `UPDATE blobs SET put_at = MAX(put_at, ?2) WHERE id = ?1 AND state = 'live'`,
    );
    this.#revive = database.prepare(
      `UPDATE blobs SET state = 'live', condemned_at = NULL WHERE id = ?`,
    );
    this.#refer = database.prepare('INSERT INTO refs (session, seq, blob) VALUES (?, ?, ?)');
    this.#condemn = database.prepare(
      `UPDATE blobs SET state = 'condemned', condemned_at = ?1
       WHERE state = 'live' AND put_at <= ?2 AND ${unreferenced} RETURNING id, bytes`,
    );
    this.#condemnOne = database.prepare(
      `UPDATE blobs SET state = 'condemned', condemned_at = ?2
       WHERE id = ?1 AND state = 'live' AND ${unreferenced}`,
    );
    this.#condemned = database.prepare(`SELECT id, bytes FROM blobs WHERE state = 'condemned'`);
    this.#isDoomed = database.prepare(
      `SELECT bytes FROM blobs WHERE id = ? AND state = 'condemned' AND ${unreferenced}`,
    );
    this.#forget = database.prepare('DELETE FROM blobs WHERE id = ?');
    this.#live = database.prepare(
      `SELECT id, bytes FROM blobs WHERE state = 'live' AND id > ? ORDER BY id LIMIT 256`,
    );
    this.#tally = database.prepare(
      `SELECT count(*) AS blobs, coalesce(sum(bytes), 0) AS bytes, (${unreferenced}) AND put_at <= ? AS doomed,
         (${unreferenced}) AS loose FROM blobs WHERE state = 'live' GROUP BY doomed, loose`,
    );
  }

  find(id: BlobId): (LedgerRow & { readonly state: 'live' | 'condemned' }) | undefined {
    const row = this.#find.get(toBytes(id));
    return (
      row && { ...readLedgerRow(row), state: readNumber(row, 'live') === 1 ? 'live' : 'condemned' }
    );
  }

  /** A put: the row is live from here on, and young. A clock that was set back does not make it older. */
  enliven(id: BlobId, bytes: number, now: number): void {
    this.#enliven.run(toBytes(id), bytes, now);
  }

  /** A repeated put makes a live row young again. Returns whether there is one. */
  touch(id: BlobId, now: number): boolean {
    return this.#touch.run(toBytes(id), now).changes === 1;
  }

  revive(id: BlobId): void {
    this.#revive.run(toBytes(id));
  }

  refer(session: number, seq: number, id: BlobId): void {
    this.#refer.run(session, seq, toBytes(id));
  }

  /** Condemns every blob that nothing refers to and that was not put after `cutoff`. */
  condemn(now: number, cutoff: number): readonly LedgerRow[] {
    return this.#condemn.all(now, cutoff).map(readLedgerRow);
  }

  condemnOne(id: BlobId, now: number): void {
    this.#condemnOne.run(toBytes(id), now);
  }

  condemned(): readonly LedgerRow[] {
    return this.#condemned.all().map(readLedgerRow);
  }

  /** Still condemned and still unreferenced, at this moment. */
  isDoomed(id: BlobId): boolean {
    return this.#isDoomed.get(toBytes(id)) !== undefined;
  }

  forget(id: BlobId): void {
    this.#forget.run(toBytes(id));
  }

  /** One page of live blobs after `last`, in order of id. */
  livePage(last: BlobId | undefined): readonly LedgerRow[] {
    return this.#live.all(last === undefined ? new Uint8Array() : toBytes(last)).map(readLedgerRow);
  }

  /** What is live, by why it is kept. `doomed` is what a collection with this cutoff would condemn. */
  tally(cutoff: number): {
    readonly referenced: Tally;
    readonly young: Tally;
    readonly doomed: Tally;
  } {
    const rows = this.#tally.all(cutoff);
    const sum = (loose: number, doomed: number): Tally => {
      const row = rows.find(
        (row) => readNumber(row, 'loose') === loose && readNumber(row, 'doomed') === doomed,
      );
      return row
        ? { blobs: readNumber(row, 'blobs'), bytes: readNumber(row, 'bytes') }
        : { blobs: 0, bytes: 0 };
    };
    return { referenced: sum(0, 0), young: sum(1, 0), doomed: sum(1, 1) };
  }
}

function readLedgerRow(row: Row): LedgerRow {
  return { id: readBlobId(row, 'id'), bytes: readNumber(row, 'bytes') };
}
