// Rows as SQLite gives them.
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

export function readNumber(row: Row | undefined, column: string): number {
  const value = row?.[column];
  return typeof value === 'number' ? value : malformed(column);
}
