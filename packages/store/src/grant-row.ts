// What a grant is in any database: which requests can be kept, how a row becomes a grant, and the words for what cannot be
// done. The tables differ only in how they are asked.
import {
  accept,
  overLimit,
  parseGrantId,
  readMediaType,
  refuse,
  type GrantId,
  type Outcome,
  type SessionId,
} from '@percept/core';
import type { Grant, GrantRequest } from './grants.ts';
import { storeLimits } from './limits.ts';
import {
  malformed,
  readBlobId,
  readHex,
  readOptionalString,
  readString,
  readTenantId,
  type Row,
} from './rows.ts';

export const grantColumns = `grants.id, grants.tenant, grants.blob, blobs.bytes, mime, name, disposition, signing_key,
  grants.created_at, expires_at, revoked_at FROM grants JOIN blobs ON blobs.id = grants.blob`;

type NumberReader = (row: Row, column: string) => number;

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

/** A row of `grantColumns`. The databases differ in how they give a number, and in nothing else. */
export function readGrant(row: Row, readNumber: NumberReader): Grant {
  const id = parseGrantId(readHex(row, 'id'));
  const name = readOptionalString(row, 'name');
  return {
    id: id.ok ? id.value : malformed('id'),
    tenant: readTenantId(row, 'tenant'),
    blob: readBlobId(row, 'blob'),
    bytes: readNumber(row, 'bytes'),
    mime: readString(row, 'mime'),
    disposition: readString(row, 'disposition') === 'inline' ? 'inline' : 'attachment',
    signingKey: readString(row, 'signing_key'),
    createdAt: readNumber(row, 'created_at'),
    ...(name !== undefined && { name }),
    ...(row['expires_at'] !== null && { expiresAt: readNumber(row, 'expires_at') }),
    ...(row['revoked_at'] !== null && { revokedAt: readNumber(row, 'revoked_at') }),
  };
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
