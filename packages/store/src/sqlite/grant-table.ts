// Grants on SQLite. A grant is only ever written beside a reference that its log has to the blob, in one transaction, so
// no grant is for bytes that its tenant does not own.
import { randomBytes } from 'node:crypto';
import { accept, type GrantId, type Outcome, type SessionId } from '@percept/core';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { refuseRead } from '../failure.ts';
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
import type { GroupCommit } from './group-commit.ts';
import { readNumber, readString, toBytes } from './rows.ts';
import type { SessionTable } from './session-table.ts';
import { noSession, type BlobHolder } from './sqlite-session-record.ts';

export interface GrantTableParts {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly table: SessionTable;
  readonly blobs: BlobHolder;
  readonly clock: Clock;
}

export class GrantTable implements Grants {
  readonly #commits: GroupCommit;
  readonly #table: SessionTable;
  readonly #blobs: BlobHolder;
  readonly #clock: Clock;
  readonly #find: StatementSync;
  readonly #held: StatementSync;
  readonly #refers: StatementSync;
  readonly #insert: StatementSync;
  readonly #hold: StatementSync;
  readonly #share: StatementSync;
  readonly #extend: StatementSync;
  readonly #revokeOne: StatementSync;
  readonly #revokeRun: StatementSync;
  readonly #revokeTenant: StatementSync;
  readonly #keys: StatementSync;

  constructor({ database, commits, table, blobs, clock }: GrantTableParts) {
    this.#commits = commits;
    this.#table = table;
    this.#blobs = blobs;
    this.#clock = clock;
    const revoke = 'UPDATE grants SET revoked_at = ?1 WHERE revoked_at IS NULL AND';
    this.#find = database.prepare(`SELECT ${grantColumns} WHERE grants.id = ?`);
    this.#held = database.prepare(
      `SELECT ${grantColumns} JOIN grant_holders ON grant_id = grants.id WHERE session = ? ORDER BY grants.created_at, grants.id`,
    );
    this.#refers = database.prepare('SELECT 1 FROM refs WHERE session = ? AND blob = ? LIMIT 1');
    this.#insert = database.prepare(
      `INSERT INTO grants (id, tenant, blob, mime, name, disposition, signing_key, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#hold = database.prepare('INSERT INTO grant_holders (session, grant_id) VALUES (?, ?)');
    this.#share = database.prepare(
      `INSERT OR IGNORE INTO grant_holders (session, grant_id)
       SELECT ?2, grants.id FROM grant_holders JOIN grants ON grants.id = grant_id
       WHERE session = ?1 AND EXISTS (SELECT 1 FROM refs WHERE refs.session = ?2 AND refs.blob = grants.blob)`,
    );
    this.#extend = database.prepare('UPDATE grants SET expires_at = ? WHERE id = ?');
    this.#revokeOne = database.prepare(`${revoke} id = ?2`);
    this.#revokeRun = database.prepare(
      `${revoke} id IN (SELECT grant_id FROM grant_holders WHERE session = ?2)`,
    );
    this.#revokeTenant = database.prepare(`${revoke} tenant = ?2`);
    this.#keys = database.prepare(
      `SELECT DISTINCT signing_key FROM grants
       WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) ORDER BY signing_key`,
    );
  }

  async mint(request: GrantRequest): Promise<Outcome<Grant>> {
    const checked = checkGrant(request);
    if (!checked.ok) return checked;
    const { tenant, run, blob, name, disposition, signingKey, expiresAt } = request;
    return this.#commits.run(() => {
      const head = this.#table.head(run);
      if (!head) return noSession(run);
      if (head.tenant !== tenant) return foreignRun(run);
      if (this.#refers.get(head.key, toBytes(blob)) === undefined) return notReferred(run);
      const held = this.#blobs.require(blob);
      if (!held.ok) return held;
      const id = randomBytes(16);
      this.#insert.run(
        id,
        tenant,
        toBytes(blob),
        checked.value,
        name ?? null,
        disposition,
        signingKey,
        this.#clock(),
        expiresAt ?? null,
      );
      this.#hold.run(head.key, id);
      return this.#get(id, 'new');
    });
  }

  /** Every request for an asset asks this. */
  async find(id: GrantId): Promise<Outcome<Grant>> {
    try {
      return await this.#commits.glance(() => this.#get(toBytes(id), id));
    } catch (error) {
      return refuseRead(error);
    }
  }

  heldBy(run: SessionId): Promise<Outcome<readonly Grant[]>> {
    return this.#read(() => {
      const head = this.#table.head(run);
      return head
        ? accept(this.#held.all(head.key).map((row) => readGrant(row, readNumber)))
        : noSession(run);
    });
  }

  revoke(scope: GrantScope): Promise<Outcome<number>> {
    return this.#commits.run(() => accept(this.#revoke(scope, this.#clock())));
  }

  async extend(id: GrantId, expiresAt?: number): Promise<Outcome<Grant>> {
    if (expiresAt !== undefined && !isTime(expiresAt)) return noTime();
    return this.#commits.run(() => {
      const grant = this.#get(toBytes(id), id);
      if (!grant.ok) return grant;
      if (grant.value.revokedAt !== undefined) return revoked(id);
      this.#extend.run(expiresAt ?? null, toBytes(id));
      return this.#get(toBytes(id), id);
    });
  }

  share(from: SessionId, to: SessionId): Promise<Outcome<number>> {
    return this.#commits.run(() => {
      const source = this.#table.head(from);
      if (!source) return noSession(from);
      const target = this.#table.head(to);
      if (!target) return noSession(to);
      if (source.tenant !== target.tenant) return foreignRun(to);
      return accept(this.shareRows(source.key, target.key));
    });
  }

  signingKeys(): Promise<Outcome<readonly string[]>> {
    return this.#read(() =>
      accept(this.#keys.all(this.#clock()).map((row) => readString(row, 'signing_key'))),
    );
  }

  /** Inside a transaction, for sessions of one tenant. */
  shareRows(from: number, to: number): number {
    return Number(this.#share.run(from, to).changes);
  }

  #revoke(scope: GrantScope, now: number): number {
    if ('grant' in scope) return Number(this.#revokeOne.run(now, toBytes(scope.grant)).changes);
    if ('tenant' in scope) return Number(this.#revokeTenant.run(now, scope.tenant).changes);
    const head = this.#table.head(scope.run);
    return head ? Number(this.#revokeRun.run(now, head.key).changes) : 0;
  }

  #get(id: Uint8Array, name: string): Outcome<Grant> {
    const row = this.#find.get(id);
    return row ? accept(readGrant(row, readNumber)) : absentGrant(name);
  }

  async #read<T>(body: () => Outcome<T>): Promise<Outcome<T>> {
    try {
      return await this.#commits.read(body);
    } catch (error) {
      return refuseRead(error);
    }
  }
}
