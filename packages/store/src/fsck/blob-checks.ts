// Checks that hold the rows of blobs against their files. Repair never deletes bytes: what nobody knows is adopted and left
// to the collector's grace, and what is damaged goes to quarantine.
import type { BlobId } from '@percept/core';
import type { BlobFiles } from '../fs/blob-files.ts';
import { readBlobId, readNumber, toBytes } from '../sql/rows.ts';
import { query, underLock, type Work } from '../sql/work.ts';
import { enlivenBlob, findBlob, forgetBlob } from '../sqlite/file-blob-rows.ts';
import {
  damage,
  mend,
  untidy,
  view,
  type Check,
  type Problem,
  type RecordScene,
} from './report.ts';

export interface BlobScene extends RecordScene {
  readonly files: BlobFiles;
}

export const refsLive: Check<BlobScene> = {
  name: 'refs-live',
  invariant: 'Every reference has a live blob with a file of its size.',
  async *run(scene) {
    const rows = await view(scene, () =>
      query('SELECT blob, count(*) AS refs FROM refs GROUP BY blob'),
    );
    for (const row of rows) {
      const id = readBlobId(row, 'blob');
      const message = await whyNotLive(scene, id);
      if (message === undefined) continue;
      yield damage(id, `${message}; ${readNumber(row, 'refs')} entries refer to it.`);
    }
  },
};

/** A condemned row has a check of its own. */
async function whyNotLive(scene: BlobScene, id: BlobId): Promise<string | undefined> {
  const row = await rowOf(scene, id);
  if (row === undefined) return 'The blob has no row';
  const size = scene.files.sizeOf(id);
  if (size === undefined) return 'The blob has no file';
  return size === row.bytes ? undefined : `The file has ${size} bytes instead of ${row.bytes}`;
}

export const rowsHaveFiles: Check<BlobScene> = {
  name: 'rows-have-files',
  invariant: 'Every live blob has its file.',
  async *run(scene) {
    const { files } = scene;
    const rows = await view(scene, () =>
      query(
        `SELECT id FROM blobs WHERE state = 'live' AND NOT EXISTS (SELECT 1 FROM refs WHERE blob = id)`,
      ),
    );
    for (const row of rows) {
      const id = readBlobId(row, 'id');
      if (files.sizeOf(id) !== undefined) continue;
      const repaired = await mend(scene, function* () {
        const isGone = files.sizeOf(id) === undefined && !(yield* isReferenced(id));
        if (isGone) yield* forgetBlob(id);
        return isGone;
      });
      const message = 'The row has no file, and nothing refers to it.';
      yield untidy(id, message, repaired);
    }
  },
};

export const filesHaveRows: Check<BlobScene> = {
  name: 'files-have-rows',
  invariant: 'Every blob file has a row; an orphan is what a killed writer leaves behind.',
  async *run(scene) {
    for await (const id of scene.files.ids())
      if ((await rowOf(scene, id)) === undefined) yield* orphan(scene, id);
  },
};

/** A publish in another process may be under way: only under the lock is an orphan really one. */
async function* orphan(scene: BlobScene, id: BlobId): AsyncIterable<Problem> {
  const { files, now } = scene;
  const read = scene.repair ? await files.read(id) : undefined;
  const repaired = await mend(scene, function* () {
    const isSound = read?.ok === true && files.sizeOf(id) === read.value.length;
    if (isSound && (yield* findBlob(id)) === undefined)
      yield* enlivenBlob(id, read.value.length, now);
    return isSound;
  });
  const message = repaired
    ? 'The file had no row; it has one now, and is collected after the grace unless someone refers to it.'
    : 'The file has no row.';
  yield untidy(id, message, repaired);
}

export const filesMatchNames: Check<BlobScene> = {
  name: 'files-match-names',
  invariant:
    'Every blob file holds the bytes that its name says; a repeated put therefore changes nothing.',
  async *run(scene) {
    const { files } = scene;
    for await (const id of files.ids()) {
      const state = await stateOf(scene, id);
      if (state === 'sound') continue;
      if (state === 'unreadable') {
        const message = 'This process may not read the file.';
        yield { severity: 'unchecked', subject: id, message, repaired: false };
        continue;
      }
      const repaired = await mend(scene, () => underLock(() => files.quarantine(id)));
      const message = repaired
        ? 'The bytes were not what was put; the file is in quarantine now.'
        : 'The bytes are not what was put; the file is refused on every read.';
      yield damage(id, message, repaired);
    }
  },
};

async function stateOf(scene: BlobScene, id: BlobId): Promise<'sound' | 'wrong' | 'unreadable'> {
  if (scene.depth === 'deep') {
    const read = await scene.files.read(id);
    if (read.ok || read.refusal.refused === 'absent') return 'sound';
    return read.refusal.refused === 'corrupt' ? 'wrong' : 'unreadable';
  }
  const row = await rowOf(scene, id);
  const size = scene.files.sizeOf(id);
  return row === undefined || size === undefined || size === row.bytes ? 'sound' : 'wrong';
}

function rowOf(scene: BlobScene, id: BlobId): Promise<{ readonly bytes: number } | undefined> {
  return view(scene, () => findBlob(id));
}

function* isReferenced(id: BlobId): Work<boolean> {
  return (yield* query('SELECT blob FROM refs WHERE blob = $1 LIMIT 1', [toBytes(id)])).length > 0;
}
