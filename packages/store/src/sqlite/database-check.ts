// The database as SQLite sees it.
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { damage, type Check, type Manner } from '../fsck/report.ts';
import { migrate } from './migrations.ts';

export interface ConnectionScene extends Manner {
  readonly connection: DatabaseSync;
}

export const databaseSound: Check<ConnectionScene> = {
  name: 'database-sound',
  invariant:
    'The database is whole, has the schema of its version, and every row points at rows that exist.',
  async *run({ connection, depth }) {
    const pragma = depth === 'deep' ? 'integrity_check' : 'quick_check';
    for (const row of connection.prepare(`PRAGMA ${pragma}`).all()) {
      const message = Object.values(row).join(' ');
      if (message !== 'ok') yield damage('database', message);
    }
    if (!isDeepStrictEqual(schemaOf(connection), releasedSchema()))
      yield damage('database', 'The schema differs from the one of its version.');
    for (const row of connection.prepare('PRAGMA foreign_key_check').all()) {
      const message = `A row of "${String(row['table'])}" points at a row of "${String(row['parent'])}" that is not there.`;
      yield damage('database', message);
    }
  },
};

function schemaOf(connection: DatabaseSync): unknown {
  return connection
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name')
    .all();
}

function releasedSchema(): unknown {
  const pristine = new DatabaseSync(':memory:');
  migrate(pristine);
  const schema = schemaOf(pristine);
  pristine.close();
  return schema;
}
