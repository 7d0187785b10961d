// Rows are parsed where they come out of the database: a value of the wrong type is damage, and is named as such.
import {
  isBlobId,
  parseSessionId,
  parseTenantId,
  type BlobId,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { StoreError } from './error.ts';

export type Row = Readonly<Record<string, unknown>>;

export function readString(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : malformed(column);
}

export function readHex(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : malformed(column);
}

export function readBlobId(row: Row | undefined, column: string): BlobId {
  const hex = readHex(row, column);
  return isBlobId(hex) ? hex : malformed(column);
}

export function readSessionId(row: Row | undefined, column: string): SessionId {
  const id = parseSessionId(row?.[column]);
  return id.ok ? id.value : malformed(column);
}

export function readTenantId(row: Row | undefined, column: string): TenantId {
  const id = parseTenantId(row?.[column]);
  return id.ok ? id.value : malformed(column);
}

/** A column that may be empty. */
export function readOptionalString(row: Row | undefined, column: string): string | undefined {
  return row?.[column] === null ? undefined : readString(row, column);
}

export function toBytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

export function malformed(column: string): never {
  throw new StoreError('database-malformed', `The database holds a wrong value in "${column}".`);
}
