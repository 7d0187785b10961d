// A hash over what a row says, kept beside it. Entries have their chain; this is for the rows that have none, so that a
// changed tenant, grant or memo is seen although the database itself is in good order.
import { hash } from 'node:crypto';

export function sealRow(
  table: 'session' | 'grant' | 'memo',
  cells: readonly (string | number | null)[],
): Buffer {
  return hash('sha256', JSON.stringify([`percept-${table}-1`, ...cells]), 'buffer');
}
