// The invariants of the memory at scale, one check each. Repair never deletes bytes that count: it gives up copies that
// nobody knows, takes back wrong condemnations, and marks what is damaged so that the next put restores it.
import { accept, blobsOf, type BlobId, type SessionId } from '@percept/core';
import { ChainReader } from '../chain.ts';
import type { Problem } from '../fsck/check.ts';
import { copyName, type BlobBackend, type BlobCopy } from './blob-backend.ts';
import { discard, findBlob, livePage, markDamaged, type LedgerRow } from './blob-ledger.ts';
import { mend, view, type ScaledCheck, type ScaledScene } from './check.ts';
import type { Transaction } from './database.ts';
import { grantsOwned, retentionOrder } from './grant-checks.ts';
import { readBlobId, readNumber, readString, toBytes } from './rows.ts';
import { findHead, linksFrom, sessionIds } from './session-table.ts';

const durable: ScaledCheck = {
  name: 'server-durable',
  invariant: 'The server syncs what it acknowledges.',
  async *run(scene) {
    for (const setting of ['fsync', 'full_page_writes']) {
      const [row] = await view(scene, (tx) =>
        tx.query('SELECT current_setting($1) AS value', [setting]),
      );
      if (readString(row, 'value') === 'on') continue;
      const message = `${setting} is off: a crash of the server can lose or damage what was acknowledged.`;
      yield { severity: 'error', subject: setting, message, repaired: false };
    }
  },
};

const chainWhole: ScaledCheck = {
  name: 'chain-whole',
  invariant:
    'No acknowledged entry is missing, numbers are contiguous, the hash chain is intact, and references match entries.',
  async *run(scene) {
    for (const session of await view(scene, (tx) => sessionIds(tx))) {
      const problems = await view(scene, (tx) => brokenLinks(tx, session));
      yield* problems;
    }
  },
};

async function brokenLinks(tx: Transaction, session: SessionId): Promise<readonly Problem[]> {
  const head = await findHead(tx, session);
  if (!head) return [];
  const refs = await refsBySeq(tx, head.key);
  const problems: Problem[] = [];
  const chain = new ChainReader(session);
  for await (const link of linksFrom(tx, head.key, 0)) {
    const entry = chain.follow(link);
    if (!entry.ok) return [...problems, damage(session, entry.refusal.message)];
    if (!isSameSet(blobsOf(entry.value.entry), refs.get(link.seq) ?? [])) {
      const message = 'The references differ from the blobs it names.';
      problems.push(damage(`${session} entry ${link.seq}`, message));
    }
  }
  if (chain.reaches(head)) return problems;
  const lost = chain.lostTail(head);
  return lost.ok ? problems : [...problems, damage(session, lost.refusal.message)];
}

async function refsBySeq(
  tx: Transaction,
  key: number,
): Promise<ReadonlyMap<number, readonly BlobId[]>> {
  const refs = new Map<number, BlobId[]>();
  for (const row of await tx.query('SELECT seq, blob FROM refs WHERE session = $1', [key])) {
    const held = refs.get(readNumber(row, 'seq')) ?? [];
    held.push(readBlobId(row, 'blob'));
    refs.set(readNumber(row, 'seq'), held);
  }
  return refs;
}

const condemnedUnreferenced: ScaledCheck = {
  name: 'condemned-unreferenced',
  invariant: 'A condemned blob has no references.',
  async *run(scene) {
    const rows = await view(scene, (tx) =>
      tx.query(
        `SELECT id FROM blobs WHERE state = 'condemned' AND EXISTS (SELECT 1 FROM refs WHERE blob = id)`,
      ),
    );
    for (const id of rows.map((row) => readBlobId(row, 'id'))) {
      const repaired = await mend(scene, (tx) =>
        tx.query(`UPDATE blobs SET state = 'live', condemned_at = NULL WHERE id = $1`, [
          toBytes(id),
        ]),
      );
      const message = 'A blob that is in use was condemned.';
      yield { severity: 'error', subject: id, message, repaired };
    }
  },
};

const blobsHaveCopies: ScaledCheck = {
  name: 'blobs-have-copies',
  invariant: 'Every blob that counts has its copy, with the bytes that its name says.',
  async *run(scene) {
    for await (const row of liveBlobs(scene)) {
      const message = await whyNotSound(scene, row);
      if (message === undefined) continue;
      const now = await view(scene, (tx) => findBlob(tx, row.id));
      if (now?.copy !== row.copy) continue;
      // Marked, not mended: only whoever has the bytes can do that.
      await mend(scene, (tx) => markDamaged(tx, row, scene.now));
      yield { severity: 'error', subject: row.id, message, repaired: false };
    }
  },
};

async function whyNotSound(
  { backend, depth }: ScaledScene,
  row: LedgerRow,
): Promise<string | undefined> {
  const size = depth === 'deep' ? await lengthOf(backend, row) : await backend.size(row);
  if (!size.ok) {
    const { refused, message } = size.refusal;
    if (refused !== 'absent' && refused !== 'corrupt') throw new Error(message);
    return refused === 'absent'
      ? 'The copy is not there; put the same bytes again to restore it.'
      : 'The bytes are not what was put; put them again to restore the copy.';
  }
  return size.value === row.bytes
    ? undefined
    : `The copy has ${size.value} bytes instead of ${row.bytes}; put the same bytes again.`;
}

async function lengthOf(backend: BlobBackend, row: LedgerRow): ReturnType<BlobBackend['size']> {
  const read = await backend.read(row);
  return read.ok ? accept(read.value.length) : read;
}

const copiesKnown: ScaledCheck = {
  name: 'copies-known',
  invariant: 'Every copy counts, is being written, or is about to be deleted.',
  async *run(scene) {
    let page: BlobCopy[] = [];
    for await (const copy of scene.backend.list()) {
      page.push(copy);
      if (page.length < rowsPerPage) continue;
      yield* strangersIn(scene, page);
      page = [];
    }
    yield* strangersIn(scene, page);
  },
};

async function* strangersIn(
  scene: ScaledScene,
  copies: readonly BlobCopy[],
): AsyncIterable<Problem> {
  const known = await view(scene, (tx) => knownAmong(tx, copies));
  for (const copy of copies) {
    if (known.has(copy.copy)) continue;
    // It was announced before it was written, so what is not known now will never count.
    const repaired = await mend(scene, (tx) => discard(tx, [copy], scene.now));
    const message = repaired
      ? 'Nobody knew this copy; the next collection deletes it.'
      : 'Nobody knows this copy.';
    yield { severity: 'warning', subject: copyName(copy), message, repaired };
  }
}

async function knownAmong(
  tx: Transaction,
  copies: readonly BlobCopy[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    `SELECT copy FROM blobs WHERE copy = ANY($1::text[]) UNION ALL
     SELECT copy FROM uploads WHERE copy = ANY($1::text[]) UNION ALL
     SELECT copy FROM discards WHERE copy = ANY($1::text[])`,
    [copies.map(({ copy }) => copy)],
  );
  return new Set(rows.map((row) => readString(row, 'copy')));
}

const rowsPerPage = 256;

export const scaledChecks: readonly ScaledCheck[] = [
  durable,
  chainWhole,
  condemnedUnreferenced,
  grantsOwned,
  retentionOrder,
  blobsHaveCopies,
  copiesKnown,
];

async function* liveBlobs(scene: ScaledScene): AsyncIterable<LedgerRow> {
  let last: BlobId | undefined;
  do {
    const after = last;
    const page = await view(scene, (tx) => livePage(tx, after, rowsPerPage));
    last = page.at(-1)?.id;
    yield* page;
  } while (last !== undefined);
}

function damage(subject: string, message: string): Problem {
  return { severity: 'error', subject, message, repaired: false };
}

function isSameSet(one: readonly BlobId[], other: readonly BlobId[]): boolean {
  const all = new Set([...one, ...other]);
  return all.size === new Set(one).size && all.size === new Set(other).size;
}
