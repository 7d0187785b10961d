// Memos: small texts by key that save doing work twice (which pages a render gave, what a describer said). They may be
// forgotten at any time; nothing that matters is only here. One that was changed is not believed.
import type { Clock } from '../ports.ts';
import type { Database } from './database.ts';
import { sealRow } from './row-seal.ts';
import { readHex, readNumber, readString, type Row } from './rows.ts';
import { accepted, query, queryOne } from './work.ts';

export interface Memos {
  /** A memo that cannot be read, or was changed, is forgotten. */
  get(key: string): Promise<string | undefined>;
  /** A memo that cannot be written is not an error: the work is done again next time. */
  put(key: string, text: string): Promise<void>;
}

export interface MemoTable extends Memos {
  forgetBefore(at: number): Promise<void>;
}

export function memosIn(database: Database, clock: Clock): MemoTable {
  return {
    async get(key) {
      const found = await database.readOne(
        accepted(() => queryOne(`SELECT ${memoColumns} FROM memos WHERE key = $1`, [key])),
      );
      const row = found.ok ? found.value : undefined;
      return row && isMemoSound(row) ? readString(row, 'body') : undefined;
    },
    async put(key, text) {
      const at = clock();
      const sql = `INSERT INTO memos (key, body, at, seal) VALUES ($1, $2, $3, $4)
         ON CONFLICT (key) DO UPDATE SET body = excluded.body, at = excluded.at, seal = excluded.seal`;
      const values = [key, text, at, sealRow('memo', [key, text, at])];
      await database.write(accepted(() => query(sql, values)));
    },
    async forgetBefore(at) {
      await database.write(accepted(() => query('DELETE FROM memos WHERE at < $1', [at])));
    },
  };
}

export const memoColumns = 'key, body, at, seal';

export function isMemoSound(row: Row): boolean {
  if (!(row['seal'] instanceof Uint8Array)) return false;
  const cells = [readString(row, 'key'), readString(row, 'body'), readNumber(row, 'at')];
  return sealRow('memo', cells).toString('hex') === readHex(row, 'seal');
}
