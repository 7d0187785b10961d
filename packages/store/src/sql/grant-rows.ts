// The rows of grants: which requests can be kept, how a row becomes a grant, what its seal covers, and the words for what
// cannot be done.
import { accept, refuse, type GrantId, type Outcome, type SessionId } from '@percept/core';
import { definedOf, overLimit, parseGrantId, readMediaType } from '@percept/core/internal';
import type { Grant, GrantRequest } from '../grants.ts';
import { storeLimits } from '../limits.ts';
import { sealRow } from './row-seal.ts';
import {
  malformed,
  readBlobId,
  readHex,
  readNumber,
  readOptional,
  readString,
  readTenantId,
  toBytes,
  type Row,
} from './rows.ts';
import { query, queryRows, type Work } from './work.ts';

const columns =
  'id, tenant, blob, mime, name, disposition, signing_key, created_at, expires_at, revoked_at, seal';

/** Grants with the size of their blobs; a condition follows. */
export const selectGrants = `SELECT ${columns
  .split(', ')
  .map((name) => `grants.${name}`)
  .join(', ')}, blobs.bytes FROM grants JOIN blobs ON blobs.id = grants.blob`;

/** Everything that a row says about a grant. */
export type GrantRow = Omit<Grant, 'bytes'>;

export function readGrantRow(row: Row): GrantRow {
  const id = parseGrantId(readHex(row, 'id'));
  const name = readOptional(row, 'name', readString);
  const expiresAt = readOptional(row, 'expires_at', readNumber);
  const revokedAt = readOptional(row, 'revoked_at', readNumber);
  return {
    id: id.ok ? id.value : malformed('id'),
    tenant: readTenantId(row, 'tenant'),
    blob: readBlobId(row, 'blob'),
    mime: readString(row, 'mime'),
    disposition: readString(row, 'disposition') === 'inline' ? 'inline' : 'attachment',
    signingKey: readString(row, 'signing_key'),
    createdAt: readNumber(row, 'created_at'),
    ...definedOf({ name, expiresAt, revokedAt }),
  };
}

type Cell = string | number | null;

/** In the order of the columns, without the seal. */
function cellsOf(grant: GrantRow): readonly [string, string, string, ...Cell[]] {
  const { id, tenant, blob, mime, disposition, signingKey, createdAt } = grant;
  const { name = null, expiresAt = null, revokedAt = null } = grant;
  return [id, tenant, blob, mime, name, disposition, signingKey, createdAt, expiresAt, revokedAt];
}

export function sealGrant(grant: GrantRow): Buffer {
  return sealRow('grant', cellsOf(grant));
}

/** A grant that was changed behind our back is not one. */
export function readGrant(row: Row): Outcome<Grant> {
  const grant = readGrantRow(row);
  return isGrantSound(row, grant)
    ? accept({ ...grant, bytes: readNumber(row, 'bytes') })
    : refuse({
        refused: 'corrupt',
        message: `Grant ${grant.id} is not what was made.`,
        hint: 'Run `percept fsck`, and mint another one.',
      });
}

export function isGrantSound(row: Row, grant: GrantRow = readGrantRow(row)): boolean {
  return (
    row['seal'] instanceof Uint8Array && sealGrant(grant).toString('hex') === readHex(row, 'seal')
  );
}

/** Writes grants, and replaces the expiry and the revocation of those that are there. */
export function* writeGrants(grants: readonly GrantRow[]): Work<void> {
  yield* queryRows(
    `INSERT INTO grants (${columns}) VALUES :rows
     ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at, revoked_at = excluded.revoked_at, seal = excluded.seal`,
    grants.map((grant) => {
      const [id, tenant, blob, ...more] = cellsOf(grant);
      return [toBytes(id), tenant, toBytes(blob), ...more, sealGrant(grant)];
    }),
  );
}

/** Inside a transaction that holds both logs, which are of one tenant: what `from` holds, as far as `to` refers to it. */
export function* shareGrants(from: number, to: number): Work<number> {
  const shared = yield* query(
    `INSERT INTO grant_holders (session, grant_id)
     SELECT CAST($2 AS bigint), grants.id FROM grant_holders JOIN grants ON grants.id = grant_id
     WHERE session = $1 AND EXISTS (SELECT 1 FROM refs WHERE refs.session = $2 AND refs.blob = grants.blob)
     ON CONFLICT DO NOTHING RETURNING session`,
    [from, to],
  );
  return shared.length;
}

/** The media type in its normal form, when everything that was asked for can be kept. */
export function checkGrant({ mime, name, signingKey, expiresAt }: GrantRequest): Outcome<string> {
  const type = readMediaType(mime);
  if (type === undefined) return invalid('`mime` is not a media type.');
  if (expiresAt !== undefined && !isTime(expiresAt)) return noTime();
  if (!/^[A-Za-z0-9]{1,16}$/.test(signingKey)) return invalid('`signingKey` is not a key id.');
  const length = name?.length ?? 0;
  const { maxNameChars } = storeLimits;
  return length > maxNameChars
    ? refuse(overLimit('maxNameChars', maxNameChars, length, 'Shorten the file name.'))
    : accept(type);
}

export function isTime(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

export function noTime(): Outcome<never> {
  return invalid('`expiresAt` is a whole number of milliseconds since 1970.');
}

export function absentGrant(id: string): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `There is no grant ${id}.`,
    hint: 'It ended with the log that held it; mint another one.',
  });
}

export function notReferred(run: SessionId): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `Session ${run} does not refer to this blob.`,
    hint: 'Append an entry that refers to it first: a grant never outlives its log.',
  });
}

export function foreignRun(run: SessionId): Outcome<never> {
  return refuse({
    refused: 'forbidden',
    message: `Session ${run} belongs to another tenant.`,
    hint: 'Grants are made by the tenant that owns the session.',
  });
}

export function revoked(id: GrantId): Outcome<never> {
  return refuse({
    refused: 'forbidden',
    message: `Grant ${id} was revoked.`,
    hint: 'Mint another one.',
  });
}

function invalid(hint: string): Outcome<never> {
  return refuse({ refused: 'invalid-input', message: 'This is not a grant.', hint });
}
