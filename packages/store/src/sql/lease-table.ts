// Who works on what: a lease is one holder's until it ends or is given back, whatever server the holder is on. Marks are
// things that happen once: of several who set the same mark at once, one is told that it was first.
import { randomUUID } from 'node:crypto';
import { accept, type Outcome } from '@percept/core';
import type { Clock } from '../ports.ts';
import type { Database } from './database.ts';
import { readNumber, readString } from './rows.ts';
import { done, query, queryOne } from './work.ts';

export interface Leases {
  /** Takes it, or makes it last longer; the holder, who is somebody else when it was not to be had. */
  take(name: string, holder: string, ms: number): Promise<Outcome<string>>;
  /** Who has it now. */
  holder(name: string): Promise<Outcome<string | undefined>>;
  /** Gives it back; nothing happens when it is somebody else's. */
  release(name: string, holder: string): Promise<Outcome<void>>;
}

/** `sign-in`: links that were used. `sign-out`: cookies that count no more. */
export type MarkPurpose = 'sign-in' | 'sign-out';

export interface Marks {
  /** Whether this was the first; kept until then, and forgotten some time later. */
  set(purpose: MarkPurpose, id: string, until: number): Promise<Outcome<boolean>>;
  has(purpose: MarkPurpose, id: string): Promise<Outcome<boolean>>;
  /** Those that have not ended. */
  list(
    purpose: MarkPurpose,
  ): Promise<Outcome<readonly { readonly id: string; readonly until: number }[]>>;
}

export function leasesIn(database: Database, clock: Clock): Leases {
  return {
    take(name, holder, ms) {
      const now = clock();
      return database.write(function* () {
        yield* query(
          `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3) ON CONFLICT (name)
           DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE leases.holder = excluded.holder OR leases.until <= $4`,
          [name, holder, now + ms, now],
        );
        const row = yield* queryOne('SELECT holder FROM leases WHERE name = $1', [name]);
        return accept(readString(row, 'holder'));
      });
    },
    holder(name) {
      const now = clock();
      return database.readOne(function* () {
        const row = yield* queryOne('SELECT holder, until FROM leases WHERE name = $1', [name]);
        return accept(
          row && readNumber(row, 'until') > now ? readString(row, 'holder') : undefined,
        );
      });
    },
    release: (name, holder) =>
      database.write(
        done(() => query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder])),
      ),
  };
}

export function marksIn(database: Database, clock: Clock): Marks {
  const find = 'SELECT call FROM marks WHERE purpose = $1 AND id = $2';
  return {
    set(purpose, id, until) {
      const now = clock();
      // Says which call it was, also when this runs again because the answer to its commit was lost.
      const call = randomUUID();
      return database.write(function* () {
        yield* query('DELETE FROM marks WHERE until < $1', [now]);
        yield* query(
          'INSERT INTO marks (purpose, id, until, call) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
          [purpose, id, until, call],
        );
        const row = yield* queryOne(find, [purpose, id]);
        return accept(readString(row, 'call') === call);
      });
    },
    has: (purpose, id) =>
      database.readOne(function* () {
        return accept((yield* queryOne(find, [purpose, id])) !== undefined);
      }),
    list(purpose) {
      const now = clock();
      return database.readOne(function* () {
        const sql = 'SELECT id, until FROM marks WHERE purpose = $1 AND until > $2';
        const rows = yield* query(sql, [purpose, now]);
        return accept(
          rows.map((row) => ({ id: readString(row, 'id'), until: readNumber(row, 'until') })),
        );
      });
    },
  };
}
