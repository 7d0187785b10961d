// Keys that the processes of one memory share. Whoever may read these rows may sign as the server: the rights on the
// schema are what protects them.
import { accept, type Outcome } from '@percept/core';
import type { KeyPurpose, SharedKey, SharedKeys } from '../shared-keys.ts';
import type { PostgresDatabase } from './database.ts';
import { readHex, readNumber, readString, toBytes } from '../sql/rows.ts';
import { query } from '../sql/work.ts';

export class PostgresKeys implements SharedKeys {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list(purpose: KeyPurpose): Promise<Outcome<readonly SharedKey[]>> {
    return this.#database.read(function* () {
      const rows = yield* query(
        'SELECT id, secret, created_at FROM keys WHERE purpose = $1 ORDER BY created_at, id',
        [purpose],
      );
      return accept(
        rows.map((row) => ({
          id: readString(row, 'id'),
          secret: toBytes(readHex(row, 'secret')),
          createdAt: readNumber(row, 'created_at'),
        })),
      );
    });
  }

  add(purpose: KeyPurpose, { id, secret, createdAt }: SharedKey): Promise<Outcome<void>> {
    return this.#database.write(function* () {
      yield* query(
        'INSERT INTO keys (purpose, id, secret, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [purpose, id, Buffer.from(secret), createdAt],
      );
      return accept(undefined);
    });
  }

  remove(purpose: KeyPurpose, ids: readonly string[]): Promise<Outcome<void>> {
    return this.#database.write(function* () {
      yield* query('DELETE FROM keys WHERE purpose = $1 AND id = ANY($2)', [purpose, ids]);
      return accept(undefined);
    });
  }
}
