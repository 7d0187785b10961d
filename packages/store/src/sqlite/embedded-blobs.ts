// Files and rows as one blob store. Bytes are staged outside the lock and published inside it, together with their row; a
// copy that is there already is trusted only while its row is live, seen under the lock. So a collector at work can never
// take away what a put has just acknowledged, except after the grace it is given.
import { accept, type BlobId, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { StoreError } from '../error.ts';
import { absentBlob, corruptBlob, digest, notAnId, type BlobFiles } from '../fs/blob-files.ts';
import { VerifiedFiles } from '../fs/verified-file.ts';
import type { Clock } from '../ports.ts';
import type { MemoryBlobs } from '../sql/assemble.ts';
import { holdBlobs, liveIds } from '../sql/blob-rows.ts';
import type { Database } from '../sql/database.ts';
import { underLock, type Work } from '../sql/work.ts';
import {
  condemnBlob,
  enlivenBlob,
  findBlob,
  forgetBlob,
  isDoomed,
  touchBlob,
} from './file-blob-rows.ts';

export interface EmbeddedBlobsParts {
  readonly database: Database;
  readonly files: BlobFiles;
  readonly clock: Clock;
}

export interface EmbeddedBlobs extends MemoryBlobs {
  /** Under the lock: frees the blob if it is still condemned and still unreferenced. The file goes first. */
  sweep(id: BlobId): Work<boolean>;
}

export function embeddedBlobs({ database, files, clock }: EmbeddedBlobsParts): EmbeddedBlobs {
  const verified = new VerifiedFiles(files);

  async function publish(id: BlobId, bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const staged = await files.stage(id, bytes);
    if (!staged.ok) return staged;
    const now = clock();
    try {
      return await database.write(function* () {
        staged.value.publish();
        yield* enlivenBlob(id, bytes.length, now);
        return accept(id);
      });
    } finally {
      staged.value.discard();
    }
  }

  /** What was found wrong is judged again under the lock; where it is sound by now, it is read once more. */
  async function judged<T>(id: BlobId, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const first = await read();
    if (first.ok || first.refusal.refused !== 'corrupt') return first;
    const moved = await database.write(() => underLock(() => accept(files.quarantine(id))));
    return !moved.ok || moved.value ? corruptBlob(id) : read();
  }

  function* sweep(id: BlobId): Work<boolean> {
    if (!(yield* isDoomed(id))) return false;
    files.unlink(id);
    yield* forgetBlob(id);
    return true;
  }

  return {
    async put(bytes) {
      const id = digest(bytes);
      const present = await files.read(id);
      if (present.ok) {
        const now = clock();
        const kept = await database.write(function* () {
          return accept(files.sizeOf(id) === bytes.length && (yield* touchBlob(id, now)));
        });
        if (!kept.ok) return kept;
        if (kept.value) return accept(id);
      }
      return publish(id, bytes);
    },

    get: (id) => judged(id, () => files.read(id)),

    /** For what is too large to hold: the same promise as `get`, piece by piece. */
    open: (id) => judged(id, () => verified.open(id)),

    async size(id) {
      if (!isBlobId(id)) return notAnId();
      const size = files.sizeOf(id);
      if (size === undefined) return files.isQuarantined(id) ? corruptBlob(id) : absentBlob(id);
      return database.readOne(function* () {
        const row = yield* findBlob(id);
        return row === undefined || row.bytes === size ? accept(size) : corruptBlob(id);
      });
    },

    /** What a session refers to stays. */
    async remove(id) {
      if (!isBlobId(id)) return;
      const now = clock();
      const removed = await database.write(function* () {
        yield* condemnBlob(id, now);
        return accept(yield* sweep(id));
      });
      if (!removed.ok) throw new StoreError('directory-unusable', removed.refusal.message);
    },

    list: () => liveIds(database, 'directory-unusable'),

    /** Under the lock: only what has its row and its file can be referred to. */
    hold: (ids) => holdBlobs(ids, ({ id, bytes }) => files.sizeOf(id) === bytes),

    sweep,
  };
}
