// Checks of the record itself: the database as SQLite sees it, and then every row against the chain, because a flipped
// bit in a page can look perfectly healthy to SQLite.
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { accept, blobsOf, type BlobId, type SessionId } from '@percept/core';
import { ChainReader } from '../chain.ts';
import type { StoredEntry } from '../ports.ts';
import { migrate } from '../sqlite/migrations.ts';
import { readBlobId, readNumber } from '../sqlite/rows.ts';
import { mend } from './blob-checks.ts';
import type { Problem, RecordCheck, RecordScene } from './check.ts';

export const databaseSound: RecordCheck = {
  needs: 'record',
  name: 'database-sound',
  invariant:
    'The database is whole, has the schema of its version, and every row points at rows that exist.',
  async *run({ database, depth }) {
    const pragma = depth === 'deep' ? 'integrity_check' : 'quick_check';
    for (const row of database.prepare(`PRAGMA ${pragma}`).all()) {
      const message = Object.values(row).join(' ');
      if (message !== 'ok')
        yield { severity: 'error', subject: 'database', message, repaired: false };
    }
    if (!isDeepStrictEqual(schemaOf(database), releasedSchema())) {
      const message = 'The schema differs from the one of its version.';
      yield { severity: 'error', subject: 'database', message, repaired: false };
    }
    for (const row of database.prepare('PRAGMA foreign_key_check').all()) {
      const message = `A row of "${String(row['table'])}" points at a row of "${String(row['parent'])}" that is not there.`;
      yield { severity: 'error', subject: 'database', message, repaired: false };
    }
  },
};

function schemaOf(database: DatabaseSync): unknown {
  return database
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

export const chainWhole: RecordCheck = {
  needs: 'record',
  name: 'chain-whole',
  invariant:
    'No acknowledged entry is missing, numbers are contiguous, and the hash chain is intact.',
  async *run(scene) {
    for (const session of scene.table.ids()) {
      const problem = await scene.commits.read(() => brokenChain(scene, session));
      if (problem) yield problem;
    }
  },
};

export const refsMatchEntries: RecordCheck = {
  needs: 'record',
  name: 'refs-match-entries',
  invariant: 'The references of an entry are exactly the blobs that it names.',
  async *run(scene) {
    for (const session of scene.table.ids()) {
      const wrong = await scene.commits.read(() => entriesWithWrongRefs(scene, session));
      for (const { seq, named } of wrong.entries) {
        const repaired = await mend(scene, () => {
          scene.database
            .prepare('DELETE FROM refs WHERE session = ? AND seq = ?')
            .run(wrong.key, seq);
          const there = named.filter((id) => scene.ledger.find(id) !== undefined);
          for (const id of there) {
            scene.ledger.revive(id);
            scene.ledger.refer(wrong.key, seq, id);
          }
          return accept(there.length === named.length);
        });
        const subject = `${session} entry ${seq}`;
        yield {
          severity: 'error',
          subject,
          message: 'The references differ from the blobs it names.',
          repaired,
        };
      }
    }
  },
};

function brokenChain({ table }: RecordScene, session: SessionId): Problem | undefined {
  const head = table.head(session);
  if (!head) {
    const isListed = table.ids().includes(session);
    return isListed ? damaged(session, 'The session is listed, and cannot be found.') : undefined;
  }
  const chain = new ChainReader(session);
  for (const link of table.links(head.key, 0)) {
    const entry = chain.follow(link);
    if (!entry.ok) return damaged(session, entry.refusal.message);
  }
  if (chain.reaches(head)) return undefined;
  const lost = chain.lostTail(head);
  return lost.ok ? undefined : damaged(session, lost.refusal.message);
}

function damaged(session: SessionId, message: string): Problem {
  return { severity: 'error', subject: session, message, repaired: false };
}

interface WrongRefs {
  readonly key: number;
  readonly entries: readonly { readonly seq: number; readonly named: readonly BlobId[] }[];
}

/** Only as far as the chain is intact: what a damaged entry names is not known. */
function entriesWithWrongRefs(scene: RecordScene, session: SessionId): WrongRefs {
  const head = scene.table.head(session);
  if (!head) return { key: 0, entries: [] };
  const refs = refsBySeq(scene, head.key);
  const entries = soundEntries(scene, session, head.key)
    .map(({ seq, entry }) => ({ seq, named: blobsOf(entry) }))
    .filter(({ seq, named }) => !isSameSet(named, refs.get(seq) ?? []));
  return { key: head.key, entries };
}

function soundEntries(
  { table }: RecordScene,
  session: SessionId,
  key: number,
): readonly StoredEntry[] {
  const chain = new ChainReader(session);
  const entries: StoredEntry[] = [];
  for (const link of table.links(key, 0)) {
    const entry = chain.follow(link);
    if (!entry.ok) break;
    entries.push(entry.value);
  }
  return entries;
}

function refsBySeq({ database }: RecordScene, key: number): ReadonlyMap<number, readonly BlobId[]> {
  const refs = new Map<number, BlobId[]>();
  for (const row of database.prepare('SELECT seq, blob FROM refs WHERE session = ?').all(key)) {
    const seq = readNumber(row, 'seq');
    const held = refs.get(seq) ?? [];
    held.push(readBlobId(row, 'blob'));
    refs.set(seq, held);
  }
  return refs;
}

function isSameSet(one: readonly BlobId[], other: readonly BlobId[]): boolean {
  const all = new Set([...one, ...other]);
  return all.size === new Set(one).size && all.size === new Set(other).size;
}
