// Checks of grants, in whatever database they are: whom they belong to, that they are what was made, and that bytes, logs
// and URLs end in the right order.
import { holdBlobs, reviveBlobs } from '../sql/blob-rows.ts';
import { isGrantSound } from '../sql/grant-rows.ts';
import { pages } from '../pages.ts';
import type { HoldBlobs } from '../sql/session-record.ts';
import {
  readBlobId,
  readBoolean,
  readHex,
  readNumber,
  readOptional,
  readString,
  toBytes,
  type Row,
} from '../sql/rows.ts';
import { query, type Work } from '../sql/work.ts';
import { damage, mend, view, type Check, type RecordScene } from './report.ts';

/** Where a blob's bytes are known to be there or not, that is asked too. */
export interface GrantScene extends RecordScene {
  readonly hold?: HoldBlobs;
}

export const grantsOwned: Check<GrantScene> = {
  name: 'grants-owned',
  invariant: 'Every grant is for a blob that its tenant refers to, in every log that holds it.',
  async *run(scene) {
    const rows = await view(scene, () =>
      query(
        `SELECT * FROM (
             SELECT grants.id AS id, session, sessions.id AS log,
               sessions.tenant IS DISTINCT FROM grants.tenant AS is_foreign,
               NOT EXISTS (SELECT 1 FROM refs WHERE refs.session = grant_holders.session AND refs.blob = grants.blob)
                 AS is_unreferred
             FROM grants JOIN grant_holders ON grant_id = grants.id LEFT JOIN sessions ON sessions.key = session) AS held
           WHERE is_foreign OR is_unreferred`,
      ),
    );
    for (const row of rows) {
      const id = readHex(row, 'id');
      const session = readNumber(row, 'session');
      const log = readOptional(row, 'log', readString) ?? 'a log that is gone';
      const repaired = await mend(scene, function* () {
        const sql = 'DELETE FROM grant_holders WHERE session = $1 AND grant_id = $2';
        yield* query(sql, [session, toBytes(id)]);
        yield* endUnheld(toBytes(id));
      });
      const message = readBoolean(row, 'is_foreign')
        ? `The grant is held by ${log}, which is not its tenant's.`
        : `The grant is held by ${log}, which does not refer to its blob.`;
      yield damage(id, message, repaired);
    }
  },
};

export const grantsSealed: Check<GrantScene> = {
  name: 'grants-sealed',
  invariant: 'Every grant is what was made: its type, its expiry and its revocation included.',
  async *run(scene) {
    const sql = 'SELECT * FROM grants WHERE id > $1 ORDER BY id LIMIT 256';
    const rows = pages<Row>((last) =>
      view(scene, () => query(sql, [toBytes(last ? readHex(last, 'id') : '')])),
    );
    for await (const row of rows)
      if (!isGrantSound(row))
        yield damage(readHex(row, 'id'), 'The grant was changed after it was made.');
  },
};

export const retentionOrder: Check<GrantScene> = {
  name: 'retention-order',
  invariant:
    'No grant outlives its blob or its last log, and no blob dies before a log that refers to it.',
  async *run(scene) {
    const unheld = await view(scene, () =>
      query('SELECT id FROM grants WHERE id NOT IN (SELECT grant_id FROM grant_holders)'),
    );
    for (const row of unheld) {
      const id = readHex(row, 'id');
      const repaired = await mend(scene, () => endUnheld(toBytes(id)));
      yield damage(id, 'No log holds the grant.', repaired);
    }
    const lost = await view(scene, () =>
      query(
        `SELECT grants.id AS id, grants.blob AS blob FROM grants LEFT JOIN blobs ON blobs.id = grants.blob
           WHERE blobs.state IS DISTINCT FROM 'live'`,
      ),
    );
    for (const row of lost) {
      const blob = readBlobId(row, 'blob');
      const { hold = holdBlobs } = scene;
      const repaired = await mend(scene, function* () {
        const held = yield* hold([blob]);
        yield* reviveBlobs(held, [blob]);
        return held.has(blob);
      });
      const message = 'The grant outlives its blob: the blob is condemned or gone.';
      yield damage(readHex(row, 'id'), message, repaired);
    }
    const dying = await view(scene, () =>
      query(
        `SELECT DISTINCT refs.blob AS blob FROM refs LEFT JOIN blobs ON blobs.id = refs.blob WHERE blobs.id IS NULL`,
      ),
    );
    for (const row of dying)
      yield damage(readBlobId(row, 'blob'), 'The blob died before a log that refers to it.');
  },
};

function* endUnheld(id: Uint8Array): Work<void> {
  yield* query(
    'DELETE FROM grants WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM grant_holders WHERE grant_id = $1)',
    [id],
  );
}
