// Rows as the PostgreSQL driver gives them.
import { malformed, type Row } from '../rows.ts';

export {
  readBlobId,
  readHex,
  readSessionId,
  readString,
  readTenantId,
  toBytes,
  type Row,
} from '../rows.ts';

/** The driver gives 64-bit numbers as text, because a double cannot hold them all. */
export function readNumber(row: Row | undefined, column: string): number {
  const value = row?.[column];
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : malformed(column);
}

export function readBoolean(row: Row | undefined, column: string): boolean {
  const value = row?.[column];
  return typeof value === 'boolean' ? value : malformed(column);
}
