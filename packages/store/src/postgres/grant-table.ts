// Grants on PostgreSQL. A grant is only ever written beside a reference that its log has to the blob, with the log's row
// locked, so no grant is for bytes that its tenant does not own and none appears in a log that is being removed.
import { randomBytes } from 'node:crypto';
import { accept, type GrantId, type Outcome, type SessionId } from '@percept/core';
import {
  absentGrant,
  checkGrant,
  foreignRun,
  grantColumns,
  isTime,
  notReferred,
  noTime,
  readGrant,
  revoked,
} from '../grant-row.ts';
import type { Grant, GrantRequest, Grants, GrantScope } from '../grants.ts';
import type { Clock } from '../ports.ts';
import { hold } from './blob-ledger.ts';
import type { PostgresDatabase, Transaction } from './database.ts';
import { noSession } from './postgres-session-record.ts';
import { readNumber, readString, toBytes } from './rows.ts';
import { findHead } from './session-table.ts';

export class PostgresGrants implements Grants {
  readonly #database: PostgresDatabase;
  readonly #clock: Clock;

  constructor(database: PostgresDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async mint(request: GrantRequest): Promise<Outcome<Grant>> {
    const checked = checkGrant(request);
    if (!checked.ok) return checked;
    const { tenant, run, blob, name, disposition, signingKey, expiresAt } = request;
    // One id for every try: when the answer to the commit is lost, the grant is found and not made twice.
    const id = randomBytes(16);
    return this.#database.transact(async (tx) => {
      const made = await find(tx, id);
      if (made) return accept(made);
      const head = await findHead(tx, run, 'FOR UPDATE');
      if (!head) return noSession(run);
      if (head.tenant !== tenant) return foreignRun(run);
      const refers = await tx.query('SELECT 1 FROM refs WHERE session = $1 AND blob = $2 LIMIT 1', [
        head.key,
        toBytes(blob),
      ]);
      if (refers.length === 0 || !(await hold(tx, [blob])).has(blob)) return notReferred(run);
      await tx.query(
        `INSERT INTO grants (id, tenant, blob, mime, name, disposition, signing_key, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          id,
          tenant,
          toBytes(blob),
          checked.value,
          name ?? null,
          disposition,
          signingKey,
          this.#clock(),
          expiresAt ?? null,
        ],
      );
      await tx.query('INSERT INTO grant_holders (session, grant_id) VALUES ($1, $2)', [
        head.key,
        id,
      ]);
      const grant = await find(tx, id);
      return grant ? accept(grant) : absentGrant('new');
    });
  }

  find(id: GrantId): Promise<Outcome<Grant>> {
    return this.#database.view(async (tx) => {
      const grant = await find(tx, toBytes(id));
      return grant ? accept(grant) : absentGrant(id);
    });
  }

  heldBy(run: SessionId): Promise<Outcome<readonly Grant[]>> {
    return this.#database.view(async (tx) => {
      const head = await findHead(tx, run);
      if (!head) return noSession(run);
      const rows = await tx.query(
        `SELECT ${grantColumns} JOIN grant_holders ON grant_id = grants.id WHERE session = $1
         ORDER BY grants.created_at, grants.id`,
        [head.key],
      );
      return accept(rows.map((row) => readGrant(row, readNumber)));
    });
  }

  revoke(scope: GrantScope): Promise<Outcome<number>> {
    const now = this.#clock();
    let alive = 0;
    return this.#database.transact(async (tx) => {
      // Counted on, in case this runs again because the answer to its commit was lost.
      alive += await revoke(tx, scope, now);
      return accept(alive);
    });
  }

  async extend(id: GrantId, expiresAt?: number): Promise<Outcome<Grant>> {
    if (expiresAt !== undefined && !isTime(expiresAt)) return noTime();
    return this.#database.transact(async (tx) => {
      await tx.query('UPDATE grants SET expires_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
        toBytes(id),
        expiresAt ?? null,
      ]);
      const grant = await find(tx, toBytes(id));
      if (!grant) return absentGrant(id);
      return grant.revokedAt === undefined ? accept(grant) : revoked(id);
    });
  }

  share(from: SessionId, to: SessionId): Promise<Outcome<number>> {
    return this.#database.transact(async (tx) => {
      // In the order of their names, so that two who share with each other do not wait for each other.
      const [first, second] = [from, to].toSorted();
      for (const session of new Set([first, second]))
        if (session !== undefined) await findHead(tx, session, 'FOR UPDATE');
      const source = await findHead(tx, from);
      if (!source) return noSession(from);
      const target = await findHead(tx, to);
      if (!target) return noSession(to);
      if (source.tenant !== target.tenant) return foreignRun(to);
      return accept(await shareRows(tx, source.key, target.key));
    });
  }

  signingKeys(): Promise<Outcome<readonly string[]>> {
    return this.#database.view(async (tx) => {
      const rows = await tx.query(
        `SELECT DISTINCT signing_key FROM grants
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) ORDER BY signing_key`,
        [this.#clock()],
      );
      return accept(rows.map((row) => readString(row, 'signing_key')));
    });
  }
}

/** Inside a transaction that holds both rows, for sessions of one tenant. */
export async function shareRows(tx: Transaction, from: number, to: number): Promise<number> {
  const rows = await tx.query(
    `INSERT INTO grant_holders (session, grant_id)
     SELECT $2, grants.id FROM grant_holders JOIN grants ON grants.id = grant_id
     WHERE session = $1 AND EXISTS (SELECT 1 FROM refs WHERE refs.session = $2 AND refs.blob = grants.blob)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [from, to],
  );
  return rows.length;
}

async function find(tx: Transaction, id: Uint8Array): Promise<Grant | undefined> {
  const [row] = await tx.query(`SELECT ${grantColumns} WHERE grants.id = $1`, [id]);
  return row && readGrant(row, readNumber);
}

async function revoke(tx: Transaction, scope: GrantScope, now: number): Promise<number> {
  const update = 'UPDATE grants SET revoked_at = $1 WHERE revoked_at IS NULL AND';
  const run = async (condition: string, value: unknown): Promise<number> =>
    (await tx.query(`${update} ${condition} RETURNING 1`, [now, value])).length;
  if ('grant' in scope) return run('id = $2', toBytes(scope.grant));
  if ('tenant' in scope) return run('tenant = $2', scope.tenant);
  const head = await findHead(tx, scope.run);
  return head ? run('id IN (SELECT grant_id FROM grant_holders WHERE session = $2)', head.key) : 0;
}
