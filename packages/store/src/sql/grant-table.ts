// Grants. A grant is only ever written beside a reference that its log has to the blob, with the log's row locked, so no
// grant is for bytes that its tenant does not own and none appears in a log that is being removed.
import { randomBytes } from 'node:crypto';
import { accept, type GrantId, type Outcome } from '@percept/core';
import { parseGrantId } from '@percept/core/internal';
import type { Grant, Grants, GrantScope } from '../grants.ts';
import type { Clock } from '../ports.ts';
import { reviveBlobs } from './blob-rows.ts';
import type { Database } from './database.ts';
import {
  absentGrant,
  checkGrant,
  foreignRun,
  isTime,
  notReferred,
  noTime,
  readGrant,
  readGrantRow,
  revoked,
  selectGrants,
  shareGrants,
  writeGrants,
} from './grant-rows.ts';
import { readString, toBytes, type Row } from './rows.ts';
import type { HoldBlobs } from './session-record.ts';
import { findHead, lockHead, noSession } from './session-rows.ts';
import { query, queryOne, type Work } from './work.ts';

export interface GrantTableParts {
  readonly database: Database;
  readonly hold: HoldBlobs;
  readonly clock: Clock;
}

export function grantsIn({ database, hold, clock }: GrantTableParts): Grants {
  return {
    async mint(request) {
      const checked = checkGrant(request);
      if (!checked.ok) return checked;
      const { run, ...wanted } = request;
      // One id for every try: when the answer to the commit is lost, the grant is found and not made twice.
      const id = parseGrantId(randomBytes(16).toString('hex'));
      if (!id.ok) return id;
      const grant = { ...wanted, id: id.value, mime: checked.value, createdAt: clock() };
      return database.write(function* () {
        const made = yield* find(grant.id);
        if (made.ok) return made;
        const head = yield* lockHead(run);
        if (!head) return noSession(run);
        if (head.tenant !== grant.tenant) return foreignRun(run);
        const sql = 'SELECT session FROM refs WHERE session = $1 AND blob = $2 LIMIT 1';
        const refers = yield* query(sql, [head.key, toBytes(grant.blob)]);
        if (refers.length === 0) return notReferred(run);
        const held = yield* hold([grant.blob]);
        if (!held.has(grant.blob)) return notReferred(run);
        yield* reviveBlobs(held, [grant.blob]);
        yield* writeGrants([grant]);
        const holder = [head.key, toBytes(grant.id)];
        yield* query('INSERT INTO grant_holders (session, grant_id) VALUES ($1, $2)', holder);
        return yield* find(grant.id);
      });
    },

    /** Every request for an asset asks this. */
    find: (id) => database.readOne(() => find(id)),

    heldBy: (run) =>
      database.read(function* () {
        const head = yield* findHead(run);
        if (!head) return noSession(run);
        const rows = yield* query(
          `${selectGrants} JOIN grant_holders ON grant_id = grants.id WHERE session = $1
           ORDER BY grants.created_at, grants.id`,
          [head.key],
        );
        return allOf(rows);
      }),

    revoke(scope) {
      const now = clock();
      let alive = 0;
      return database.write(function* () {
        const rows = yield* aliveIn(scope);
        yield* writeGrants(rows.map((row) => ({ ...readGrantRow(row), revokedAt: now })));
        // Counted on, in case this runs again because the answer to its commit was lost.
        alive += rows.length;
        return accept(alive);
      });
    },

    async extend(id, expiresAt) {
      if (expiresAt !== undefined && !isTime(expiresAt)) return noTime();
      return database.write(function* () {
        yield* query('SELECT id FROM grants WHERE id = $1 FOR UPDATE', [toBytes(id)]);
        const found = yield* find(id);
        if (!found.ok) return found;
        const { bytes: _bytes, expiresAt: _before, ...grant } = found.value;
        if (grant.revokedAt !== undefined) return revoked(id);
        yield* writeGrants([{ ...grant, ...(expiresAt !== undefined && { expiresAt }) }]);
        return yield* find(id);
      });
    },

    share: (from, to) =>
      database.write(function* () {
        // In the order of their names, so that two who share with each other do not wait for each other.
        for (const session of new Set([from, to].toSorted())) yield* lockHead(session);
        const source = yield* findHead(from);
        if (!source) return noSession(from);
        const target = yield* findHead(to);
        if (!target) return noSession(to);
        if (source.tenant !== target.tenant) return foreignRun(to);
        return accept(yield* shareGrants(source.key, target.key));
      }),

    signingKeys() {
      const sql = `SELECT DISTINCT signing_key FROM grants
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) ORDER BY signing_key`;
      const now = clock();
      return database.readOne(function* () {
        const rows = yield* query(sql, [now]);
        return accept(rows.map((row) => readString(row, 'signing_key')));
      });
    },
  };
}

function* find(id: GrantId): Work<Outcome<Grant>> {
  const row = yield* queryOne(`${selectGrants} WHERE grants.id = $1`, [toBytes(id)]);
  return row ? readGrant(row) : absentGrant(id);
}

function* aliveIn(scope: GrantScope): Work<readonly Row[]> {
  const select = 'SELECT * FROM grants WHERE revoked_at IS NULL AND';
  const order = 'ORDER BY id FOR UPDATE';
  if ('grant' in scope) return yield* query(`${select} id = $1 ${order}`, [toBytes(scope.grant)]);
  if ('tenant' in scope) return yield* query(`${select} tenant = $1 ${order}`, [scope.tenant]);
  const head = yield* findHead(scope.run);
  if (!head) return [];
  const held = 'id IN (SELECT grant_id FROM grant_holders WHERE session = $1)';
  return yield* query(`${select} ${held} ${order}`, [head.key]);
}

function allOf(rows: readonly Row[]): Outcome<readonly Grant[]> {
  const grants: Grant[] = [];
  for (const row of rows) {
    const grant = readGrant(row);
    if (!grant.ok) return grant;
    grants.push(grant.value);
  }
  return accept(grants);
}
