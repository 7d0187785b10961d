// Whether a connection still answers, and whether a transaction is under way on it. Node tells both from 22.16 on; an older one is
// asked with statements that change nothing.
import type { DatabaseSync } from 'node:sqlite';

export function isOpen(database: DatabaseSync): boolean {
  if ('isOpen' in database) return database.isOpen;
  return does(database, 'SELECT 1');
}

export function isInTransaction(database: DatabaseSync): boolean {
  if ('isTransaction' in database) return database.isTransaction;
  // One begins only where none is.
  return !does(database, 'BEGIN; ROLLBACK');
}

function does(database: DatabaseSync, sql: string): boolean {
  try {
    database.exec(sql);
    return true;
  } catch {
    return false;
  }
}
