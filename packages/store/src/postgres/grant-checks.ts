// Checks of grants: whom they belong to, and that bytes, logs and URLs end in the right order.
import { mend, view, type ScaledCheck } from './check.ts';
import type { Transaction } from './database.ts';
import { readBoolean, readHex, readNumber, readString, toBytes } from './rows.ts';

export const grantsOwned: ScaledCheck = {
  name: 'grants-owned',
  invariant: 'Every grant is for a blob that its tenant refers to, in every log that holds it.',
  async *run(scene) {
    const rows = await view(scene, (tx) =>
      tx.query(
        `SELECT * FROM (
           SELECT grants.id AS id, session, sessions.id AS log, sessions.tenant <> grants.tenant AS is_foreign,
             NOT EXISTS (SELECT 1 FROM refs WHERE refs.session = grant_holders.session AND refs.blob = grants.blob)
               AS is_unreferred
           FROM grants JOIN grant_holders ON grant_id = grants.id JOIN sessions ON sessions.key = session) AS held
         WHERE is_foreign OR is_unreferred`,
      ),
    );
    for (const row of rows) {
      const id = readHex(row, 'id');
      const log = readString(row, 'log');
      const repaired = await mend(scene, async (tx) => {
        await tx.query('DELETE FROM grant_holders WHERE session = $1 AND grant_id = $2', [
          readNumber(row, 'session'),
          toBytes(id),
        ]);
        await endUnheld(tx, toBytes(id));
      });
      const message = readBoolean(row, 'is_foreign')
        ? `The grant is held by ${log}, which is not its tenant's.`
        : `The grant is held by ${log}, which does not refer to its blob.`;
      yield { severity: 'error', subject: id, message, repaired };
    }
  },
};

/** That a grant's blob has a row is the database's own promise. */
export const retentionOrder: ScaledCheck = {
  name: 'retention-order',
  invariant:
    'No grant outlives its blob or its last log, and no blob dies before a log that refers to it.',
  async *run(scene) {
    const unheld = await view(scene, (tx) =>
      tx.query('SELECT id FROM grants WHERE id NOT IN (SELECT grant_id FROM grant_holders)'),
    );
    for (const row of unheld) {
      const id = readHex(row, 'id');
      const repaired = await mend(scene, (tx) => endUnheld(tx, toBytes(id)));
      yield { severity: 'error', subject: id, message: 'No log holds the grant.', repaired };
    }
    const dying = await view(scene, (tx) =>
      tx.query(
        `SELECT grants.id AS id, blob FROM grants JOIN blobs ON blobs.id = blob WHERE state = 'condemned'`,
      ),
    );
    for (const row of dying) {
      const repaired = await mend(scene, (tx) =>
        tx.query(`UPDATE blobs SET state = 'live', condemned_at = NULL WHERE id = $1`, [
          row['blob'],
        ]),
      );
      const message = 'The grant would outlive its blob, which is condemned.';
      yield { severity: 'error', subject: readHex(row, 'id'), message, repaired };
    }
  },
};

async function endUnheld(tx: Transaction, id: Uint8Array): Promise<void> {
  await tx.query(
    `DELETE FROM grants WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM grant_holders WHERE grant_id = $1)`,
    [id],
  );
}
