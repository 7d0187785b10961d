// The invariants of the memory at scale, one check each. Repair never deletes bytes that count: it gives up copies that
// nobody knows, takes back wrong condemnations, and marks what is damaged so that the next put restores it.
import { accept } from '@percept/core';
import { grantsOwned, grantsSealed, retentionOrder } from '../fsck/grant-checks.ts';
import {
  chainWhole,
  condemnedUnreferenced,
  refsMatchEntries,
  rowsSealed,
} from '../fsck/record-checks.ts';
import {
  answerOf,
  damage,
  mend,
  untidy,
  view,
  type Check,
  type Manner,
  type Problem,
} from '../fsck/report.ts';
import { pages } from '../pages.ts';
import { livePage } from '../sql/blob-rows.ts';
import { readString } from '../sql/rows.ts';
import { query } from '../sql/work.ts';
import { copyName, type BlobBackend, type BlobCopy } from './blob-backend.ts';
import {
  copyColumns,
  discard,
  findBlob,
  markDamaged,
  readCopyRow,
  type CopyRow,
} from './copy-rows.ts';
import type { PostgresDatabase, PostgresWork } from './database.ts';

export interface ScaledScene extends Manner {
  readonly database: PostgresDatabase;
  readonly backend: BlobBackend;
}

const durable: Check<ScaledScene> = {
  name: 'server-durable',
  invariant: 'The server syncs what it acknowledges.',
  async *run(scene) {
    for (const setting of ['fsync', 'full_page_writes']) {
      const [row] = await view(scene, () =>
        query('SELECT current_setting($1) AS value', [setting]),
      );
      if (readString(row, 'value') === 'on') continue;
      const message = `${setting} is off: a crash of the server can lose or damage what was acknowledged.`;
      yield damage(setting, message);
    }
  },
};

const blobsHaveCopies: Check<ScaledScene> = {
  name: 'blobs-have-copies',
  invariant: 'Every blob that counts has its copy, with the bytes that its name says.',
  async *run(scene) {
    const rows = pages<CopyRow>(async (last) =>
      (await view(scene, () => livePage(copyColumns, last?.id))).map(readCopyRow),
    );
    for await (const row of rows) {
      const message = await whyNotSound(scene, row);
      if (message === undefined) continue;
      const now = await view(scene, () => findBlob(row.id));
      if (now?.copy !== row.copy) continue;
      // Marked, not mended: only whoever has the bytes can do that.
      await mend(scene, () => markDamaged(row, scene.now));
      yield damage(row.id, message);
    }
  },
};

async function whyNotSound(
  { backend, depth }: ScaledScene,
  row: CopyRow,
): Promise<string | undefined> {
  const size = depth === 'deep' ? await lengthOf(backend, row) : await backend.size(row);
  if (!size.ok) {
    const { refused } = size.refusal;
    if (refused !== 'absent' && refused !== 'corrupt') answerOf(size);
    return refused === 'absent'
      ? 'The copy is not there; put the same bytes again to restore it.'
      : 'The bytes are not what was put; put them again to restore the copy.';
  }
  return size.value === row.bytes
    ? undefined
    : `The copy has ${size.value} bytes instead of ${row.bytes}; put the same bytes again.`;
}

async function lengthOf(backend: BlobBackend, row: CopyRow): ReturnType<BlobBackend['size']> {
  const read = await backend.read(row);
  return read.ok ? accept(read.value.length) : read;
}

const copiesKnown: Check<ScaledScene> = {
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
  const known = await view(scene, () => knownAmong(copies));
  for (const copy of copies) {
    if (known.has(copy.copy)) continue;
    // It was announced before it was written, so what is not known now will never count.
    const repaired = await mend(scene, () => discard([copy], scene.now));
    const message = repaired
      ? 'Nobody knew this copy; the next collection deletes it.'
      : 'Nobody knows this copy.';
    yield untidy(copyName(copy), message, repaired);
  }
}

function* knownAmong(copies: readonly BlobCopy[]): PostgresWork<ReadonlySet<string>> {
  const rows = yield* query(
    `SELECT copy FROM blobs WHERE copy = ANY($1::text[]) UNION ALL
     SELECT copy FROM uploads WHERE copy = ANY($1::text[]) UNION ALL
     SELECT copy FROM discards WHERE copy = ANY($1::text[])`,
    [copies.map(({ copy }) => copy)],
  );
  return new Set(rows.map((row) => readString(row, 'copy')));
}

const rowsPerPage = 256;

export const scaledChecks: readonly Check<ScaledScene>[] = [
  durable,
  chainWhole,
  refsMatchEntries,
  rowsSealed,
  condemnedUnreferenced,
  grantsOwned,
  grantsSealed,
  retentionOrder,
  blobsHaveCopies,
  copiesKnown,
];
