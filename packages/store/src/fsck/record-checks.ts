// Checks of the record, in whatever database it is: every row against the chain and the seals, because a flipped bit in a
// page can look perfectly healthy to the database.
import type { BlobId, SessionId } from '@percept/core';
import { blobsOf } from '@percept/core/internal';
import { ChainReader } from '../chain.ts';
import { holdBlobs, reviveBlobs } from '../sql/blob-rows.ts';
import { isMemoSound, memoColumns } from '../sql/memo-table.ts';
import { pages } from '../pages.ts';
import { readBlobId, readHex, readNumber, readString, toBytes, type Row } from '../sql/rows.ts';
import {
  findHead,
  followChain,
  sealSession,
  sessionIdsAfter,
  visitLinks,
} from '../sql/session-rows.ts';
import { query, queryRows, type Work } from '../sql/work.ts';
import { damage, mend, view, type Check, type Problem, type RecordScene } from './report.ts';

export const chainWhole: Check<RecordScene> = {
  name: 'chain-whole',
  invariant:
    'No acknowledged entry is missing, numbers are contiguous, and the hash chain is intact.',
  async *run(scene) {
    for await (const { key, id } of everySession(scene)) {
      const problem = await view(scene, () => brokenChain(key, id));
      if (problem) yield problem;
    }
  },
};

function* brokenChain(key: number, session: SessionId): Work<Problem | undefined> {
  const head = yield* findHead(session);
  if (!head) {
    const listed = yield* query('SELECT key FROM sessions WHERE key = $1', [key]);
    return listed.length > 0
      ? damage(session, 'The session is listed, and cannot be found.')
      : undefined;
  }
  const whole = yield* followChain(session, head);
  return whole.ok ? undefined : damage(session, whole.refusal.message);
}

export const refsMatchEntries: Check<RecordScene> = {
  name: 'refs-match-entries',
  invariant: 'The references of an entry are exactly the blobs that it names.',
  async *run(scene) {
    for await (const { key, id } of everySession(scene)) {
      const wrong = await view(scene, () => entriesWithWrongRefs(key, id));
      for (const { seq, named } of wrong) {
        const repaired = await mend(scene, function* () {
          yield* query('DELETE FROM refs WHERE session = $1 AND seq = $2', [key, seq]);
          const found = yield* holdBlobs(named.toSorted());
          const held = [...found.keys()];
          yield* reviveBlobs(found, held);
          const refs = held.map((blob) => [key, seq, toBytes(blob)]);
          yield* queryRows('INSERT INTO refs (session, seq, blob) VALUES :rows', refs);
          return held.length === new Set(named).size;
        });
        const message = 'The references differ from the blobs it names.';
        yield damage(`${id} entry ${seq}`, message, repaired);
      }
    }
  },
};

interface WrongRefs {
  readonly seq: number;
  readonly named: readonly BlobId[];
}

/** Only as far as the chain is intact: what a damaged entry names is not known. */
function* entriesWithWrongRefs(key: number, session: SessionId): Work<readonly WrongRefs[]> {
  const rows = yield* query('SELECT seq, blob FROM refs WHERE session = $1', [key]);
  const refs = Map.groupBy(rows, (row) => readNumber(row, 'seq'));
  const chain = new ChainReader(session);
  const wrong: WrongRefs[] = [];
  yield* visitLinks(key, { from: 0 }, (link) => {
    const entry = chain.follow(link);
    if (!entry.ok) return entry;
    const named = blobsOf(entry.value.entry);
    const held = (refs.get(link.seq) ?? []).map((row) => readBlobId(row, 'blob'));
    if (!isSameSet(named, held)) wrong.push({ seq: link.seq, named });
    return entry;
  });
  return wrong;
}

export const rowsSealed: Check<RecordScene> = {
  name: 'rows-sealed',
  invariant:
    'Whose a session is, what kind it is, what of it was imported and when it was last used is what was written; no memo was changed.',
  async *run(scene) {
    for await (const { key, id } of everySession(scene)) {
      const [row] = await view(scene, () =>
        query(
          `SELECT tenant, kind, imported, seal, updated_at, coalesce(entries.at, updated_at) AS last_at FROM sessions
             LEFT JOIN entries ON session = key AND seq = head_seq WHERE key = $1`,
          [key],
        ),
      );
      if (!row) continue;
      const sealed = sealSession({
        id,
        tenant: readString(row, 'tenant'),
        kind: readString(row, 'kind'),
        imported: readNumber(row, 'imported'),
      });
      if (!(row['seal'] instanceof Uint8Array) || readHex(row, 'seal') !== sealed.toString('hex'))
        yield damage(
          id,
          'Its tenant, its kind or what was imported of it is not what was written.',
        );
      const at = readNumber(row, 'last_at');
      if (readNumber(row, 'updated_at') === at) continue;
      const repaired = await mend(scene, () =>
        query('UPDATE sessions SET updated_at = $2 WHERE key = $1', [key, at]),
      );
      yield damage(id, 'The time of its last entry is not the one in its row.', repaired);
    }
    const sql = `SELECT ${memoColumns} FROM memos WHERE key > $1 ORDER BY key LIMIT 256`;
    const memos = pages<Row>((last) =>
      view(scene, () => query(sql, [last ? readString(last, 'key') : ''])),
    );
    for await (const memo of memos) {
      if (isMemoSound(memo)) continue;
      const key = readString(memo, 'key');
      const repaired = await mend(scene, () => query('DELETE FROM memos WHERE key = $1', [key]));
      yield damage(`memo ${key}`, 'The memo was changed after it was written.', repaired);
    }
  },
};

export const condemnedUnreferenced: Check<RecordScene> = {
  name: 'condemned-unreferenced',
  invariant: 'A condemned blob has no references.',
  async *run(scene) {
    const rows = await view(scene, () =>
      query(
        `SELECT id FROM blobs WHERE state = 'condemned' AND EXISTS (SELECT 1 FROM refs WHERE blob = id)`,
      ),
    );
    for (const row of rows) {
      const id = readBlobId(row, 'id');
      const repaired = await mend(scene, function* () {
        const held = yield* holdBlobs([id]);
        yield* reviveBlobs(held, [id]);
        return held.has(id);
      });
      yield damage(id, 'A blob that is in use was condemned.', repaired);
    }
  },
};

function everySession(
  scene: RecordScene,
): AsyncIterable<{ readonly key: number; readonly id: SessionId }> {
  return pages((last) => view(scene, () => sessionIdsAfter(last?.key ?? 0)));
}

function isSameSet(one: readonly BlobId[], other: readonly BlobId[]): boolean {
  const all = new Set([...one, ...other]);
  return all.size === new Set(one).size && all.size === new Set(other).size;
}
