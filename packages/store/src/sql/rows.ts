// Rows are parsed where they come out of the database: a value of the wrong type is damage, and is named as such. Both
// drivers are understood: SQLite gives numbers for booleans, PostgreSQL gives text for numbers that a double may not hold.
import { isBlobId } from '@percept/core/internal';
import {
  parseSessionId,
  parseTenantId,
  type BlobId,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { StoreError } from '../error.ts';

export type Row = Readonly<Record<string, unknown>>;

export function readString(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : malformed(column);
}

export function readNumber(row: Row | undefined, column: string): number {
  const value = row?.[column];
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : malformed(column);
}

export function readBoolean(row: Row | undefined, column: string): boolean {
  const value = row?.[column];
  if (typeof value === 'boolean') return value;
  return value === 1 || value === 0 ? value === 1 : malformed(column);
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
export function readOptional<T>(
  row: Row | undefined,
  column: string,
  read: (row: Row | undefined, column: string) => T,
): T | undefined {
  const value = row?.[column];
  return value === null || value === undefined ? undefined : read(row, column);
}

export function toBytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

export function malformed(column: string): never {
  throw new StoreError('database-malformed', `The database holds a wrong value in "${column}".`);
}
