// Checks of grants: whom they belong to, and that bytes, logs and URLs end in the right order.
import { accept } from '@percept/core';
import type { DatabaseSync } from 'node:sqlite';
import { readBlobId, readHex, readNumber, readString, toBytes } from '../sqlite/rows.ts';
import { mend } from './blob-checks.ts';
import type { RecordCheck } from './check.ts';

export const grantsOwned: RecordCheck = {
  needs: 'record',
  name: 'grants-owned',
  invariant: 'Every grant is for a blob that its tenant refers to, in every log that holds it.',
  async *run(scene) {
    const rows = scene.database
      .prepare(
        `SELECT grants.id AS id, session, sessions.id AS name, sessions.tenant IS NOT grants.tenant AS foreign_log,
           NOT EXISTS (SELECT 1 FROM refs WHERE refs.session = grant_holders.session AND refs.blob = grants.blob) AS unreferred
         FROM grants JOIN grant_holders ON grant_id = grants.id LEFT JOIN sessions ON sessions.key = session
         WHERE foreign_log OR unreferred`,
      )
      .all();
    for (const row of rows) {
      const id = readHex(row, 'id');
      const session = readNumber(row, 'session');
      const log = row['name'] === null ? 'a log that is gone' : readString(row, 'name');
      const repaired = await mend(scene, () => {
        scene.database
          .prepare('DELETE FROM grant_holders WHERE session = ? AND grant_id = ?')
          .run(session, toBytes(id));
        endUnheld(scene.database, toBytes(id));
        return accept(true);
      });
      const message =
        readNumber(row, 'foreign_log') === 1
          ? `The grant is held by ${log}, which is not its tenant's.`
          : `The grant is held by ${log}, which does not refer to its blob.`;
      yield { severity: 'error', subject: id, message, repaired };
    }
  },
};

export const retentionOrder: RecordCheck = {
  needs: 'record',
  name: 'retention-order',
  invariant:
    'No grant outlives its blob or its last log, and no blob dies before a log that refers to it.',
  async *run(scene) {
    const unheld = scene.database
      .prepare('SELECT id FROM grants WHERE id NOT IN (SELECT grant_id FROM grant_holders)')
      .all();
    for (const row of unheld) {
      const id = readHex(row, 'id');
      const repaired = await mend(scene, () => {
        endUnheld(scene.database, toBytes(id));
        return accept(true);
      });
      yield { severity: 'error', subject: id, message: 'No log holds the grant.', repaired };
    }
    const lost = scene.database
      .prepare(
        `SELECT grants.id AS id, grants.blob AS blob, blobs.state FROM grants LEFT JOIN blobs ON blobs.id = grants.blob
         WHERE blobs.state IS NOT 'live'`,
      )
      .all();
    for (const row of lost) {
      const blob = readBlobId(row, 'blob');
      const repaired = await mend(scene, () => {
        const row = scene.ledger.find(blob);
        const there = row !== undefined && scene.files.sizeOf(blob) === row.bytes;
        if (there) scene.ledger.revive(blob);
        return accept(there);
      });
      const message = 'The grant outlives its blob: the blob is condemned or gone.';
      yield { severity: 'error', subject: readHex(row, 'id'), message, repaired };
    }
    const dying = scene.database
      .prepare(
        `SELECT DISTINCT refs.blob AS blob FROM refs LEFT JOIN blobs ON blobs.id = refs.blob WHERE blobs.id IS NULL`,
      )
      .all();
    for (const row of dying) {
      const message = 'The blob died before a log that refers to it.';
      yield { severity: 'error', subject: readBlobId(row, 'blob'), message, repaired: false };
    }
  },
};

function endUnheld(database: DatabaseSync, id: Uint8Array): void {
  database
    .prepare(
      'DELETE FROM grants WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM grant_holders WHERE grant_id = ?1)',
    )
    .run(id);
}
