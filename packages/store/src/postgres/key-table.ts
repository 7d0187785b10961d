// Keys that the processes of one memory share. Whoever may read these rows may sign as the server: the rights on the
// schema are what protects them.
import { accept } from '@percept/core';
import type { SharedKeys } from '../shared-keys.ts';
import type { PostgresDatabase } from './database.ts';
import { readHex, readNumber, readString, toBytes } from '../sql/rows.ts';
import { done, query } from '../sql/work.ts';

export function keysIn(database: PostgresDatabase): SharedKeys {
  return {
    async list(purpose) {
      const sql =
        'SELECT id, secret, created_at FROM keys WHERE purpose = $1 ORDER BY created_at, id';
      return database.read(function* () {
        const rows = yield* query(sql, [purpose]);
        return accept(
          rows.map((row) => ({
            id: readString(row, 'id'),
            secret: toBytes(readHex(row, 'secret')),
            createdAt: readNumber(row, 'created_at'),
          })),
        );
      });
    },
    add: (purpose, { id, secret, createdAt }) =>
      database.write(
        done(() =>
          query(
            'INSERT INTO keys (purpose, id, secret, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
            [purpose, id, Buffer.from(secret), createdAt],
          ),
        ),
      ),
    remove: (purpose, ids) =>
      database.write(
        done(() => query('DELETE FROM keys WHERE purpose = $1 AND id = ANY($2)', [purpose, ids])),
      ),
  };
}
