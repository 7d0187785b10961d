// Checks that hold the ledger against the files. Repair never deletes bytes: what nobody knows is adopted and left to
// the collector's grace, and what is damaged goes to quarantine.
import { accept, type BlobId, type Outcome } from '@percept/core';
import { readBlobId, readNumber, toBytes } from '../sqlite/rows.ts';
import type { Problem, RecordCheck, RecordScene } from './check.ts';

export const refsLive: RecordCheck = {
  needs: 'record',
  name: 'refs-live',
  invariant: 'Every reference has a live blob with a file of its size.',
  async *run(scene) {
    const rows = scene.database
      .prepare('SELECT blob, count(*) AS refs FROM refs GROUP BY blob')
      .all();
    for (const row of rows) {
      const id = readBlobId(row, 'blob');
      const message = whyNotLive(scene, id);
      if (message === undefined) continue;
      const refs = readNumber(row, 'refs');
      yield {
        severity: 'error',
        subject: id,
        message: `${message}; ${refs} entries refer to it.`,
        repaired: false,
      };
    }
  },
};

/** A condemned row has a check of its own. */
function whyNotLive({ ledger, files }: RecordScene, id: BlobId): string | undefined {
  const row = ledger.find(id);
  if (row === undefined) return 'The blob has no row';
  const size = files.sizeOf(id);
  if (size === undefined) return 'The blob has no file';
  return size === row.bytes ? undefined : `The file has ${size} bytes instead of ${row.bytes}`;
}

export const condemnedUnreferenced: RecordCheck = {
  needs: 'record',
  name: 'condemned-unreferenced',
  invariant: 'A condemned blob has no references.',
  async *run(scene) {
    const rows = scene.database
      .prepare(
        `SELECT id FROM blobs WHERE state = 'condemned' AND EXISTS (SELECT 1 FROM refs WHERE blob = id)`,
      )
      .all();
    for (const row of rows) {
      const id = readBlobId(row, 'id');
      const repaired = await mend(scene, () => {
        scene.ledger.revive(id);
        return accept(true);
      });
      yield {
        severity: 'error',
        subject: id,
        message: 'A blob that is in use was condemned.',
        repaired,
      };
    }
  },
};

export const rowsHaveFiles: RecordCheck = {
  needs: 'record',
  name: 'rows-have-files',
  invariant: 'Every live blob has its file.',
  async *run(scene) {
    const rows = scene.database
      .prepare(
        `SELECT id FROM blobs WHERE state = 'live' AND NOT EXISTS (SELECT 1 FROM refs WHERE blob = id)`,
      )
      .all();
    for (const row of rows) {
      const id = readBlobId(row, 'id');
      if (scene.files.sizeOf(id) !== undefined) continue;
      const repaired = await mend(scene, () => {
        const isGone = scene.files.sizeOf(id) === undefined && !isReferenced(scene, id);
        if (isGone) scene.ledger.forget(id);
        return accept(isGone);
      });
      yield {
        severity: 'warning',
        subject: id,
        message: 'The row has no file, and nothing refers to it.',
        repaired,
      };
    }
  },
};

export const filesHaveRows: RecordCheck = {
  needs: 'record',
  name: 'files-have-rows',
  invariant: 'Every blob file has a row; an orphan is what a killed writer leaves behind.',
  async *run(scene) {
    for await (const id of scene.files.ids()) {
      if (scene.ledger.find(id) !== undefined) continue;
      yield* orphan(scene, id);
    }
  },
};

/** A publish in another process may be under way: only under the lock is an orphan really one. */
async function* orphan(scene: RecordScene, id: BlobId): AsyncIterable<Problem> {
  const read = scene.repair ? await scene.files.read(id) : undefined;
  const repaired = await mend(scene, () => {
    const isSound = read?.ok === true && scene.files.sizeOf(id) === read.value.length;
    if (isSound && scene.ledger.find(id) === undefined)
      scene.ledger.enliven(id, read.value.length, scene.now);
    return accept(isSound);
  });
  const message = repaired
    ? 'The file had no row; it has one now, and is collected after the grace unless someone refers to it.'
    : 'The file has no row.';
  yield { severity: 'warning', subject: id, message, repaired };
}

export const filesMatchNames: RecordCheck = {
  needs: 'record',
  name: 'files-match-names',
  invariant:
    'Every blob file holds the bytes that its name says; a repeated put therefore changes nothing.',
  async *run(scene) {
    for await (const id of scene.files.ids()) {
      const state = await stateOf(scene, id);
      if (state === 'sound') continue;
      if (state === 'unreadable') {
        yield {
          severity: 'unchecked',
          subject: id,
          message: 'This process may not read the file.',
          repaired: false,
        };
        continue;
      }
      const repaired = await mend(scene, () => accept(scene.files.quarantine(id)));
      const message = repaired
        ? 'The bytes were not what was put; the file is in quarantine now.'
        : 'The bytes are not what was put; the file is refused on every read.';
      yield { severity: 'error', subject: id, message, repaired };
    }
  },
};

async function stateOf(
  { depth, files, ledger }: RecordScene,
  id: BlobId,
): Promise<'sound' | 'wrong' | 'unreadable'> {
  if (depth === 'deep') {
    const read = await files.read(id);
    if (read.ok || read.refusal.refused === 'absent') return 'sound';
    return read.refusal.refused === 'corrupt' ? 'wrong' : 'unreadable';
  }
  const row = ledger.find(id);
  const size = files.sizeOf(id);
  return row === undefined || size === undefined || size === row.bytes ? 'sound' : 'wrong';
}

/** Runs a repair under the write lock when repairs were asked for; says whether it was done. */
export async function mend(scene: RecordScene, job: () => Outcome<boolean>): Promise<boolean> {
  if (!scene.repair) return false;
  const done = await scene.commits.run(job);
  return done.ok && done.value;
}

function isReferenced({ database }: RecordScene, id: BlobId): boolean {
  return database.prepare('SELECT 1 FROM refs WHERE blob = ?').get(toBytes(id)) !== undefined;
}
