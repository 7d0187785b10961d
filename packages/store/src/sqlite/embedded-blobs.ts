// Files and rows as one blob store. Bytes are staged outside the lock and published inside it, together with their row; a
// copy that is there already is trusted only while its row is live, seen under the lock. So a collector at work can never
// take away what a put has just acknowledged, except after the grace it is given.
import { accept, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { StoreError } from '../error.ts';
import { absentBlob, corruptBlob, digest, notAnId, type BlobFiles } from '../fs/blob-files.ts';
import { VerifiedFiles, type BlobReader } from '../fs/verified-file.ts';
import type { Clock } from '../ports.ts';
import { holdBlobs, liveIds, type HeldBlobs } from '../sql/blob-rows.ts';
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

export class EmbeddedBlobs implements BlobStore {
  readonly #database: Database;
  readonly #files: BlobFiles;
  readonly #verified: VerifiedFiles;
  readonly #clock: Clock;

  constructor({ database, files, clock }: EmbeddedBlobsParts) {
    this.#database = database;
    this.#files = files;
    this.#verified = new VerifiedFiles(files);
    this.#clock = clock;
  }

  async put(bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const id = digest(bytes);
    const present = await this.#files.read(id);
    if (present.ok) {
      const files = this.#files;
      const now = this.#clock();
      const kept = await this.#database.write(function* () {
        return accept(files.sizeOf(id) === bytes.length && (yield* touchBlob(id, now)));
      });
      if (!kept.ok) return kept;
      if (kept.value) return accept(id);
    }
    return this.#publish(id, bytes);
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    const read = await this.#files.read(id);
    if (read.ok || read.refusal.refused !== 'corrupt') return read;
    return (await this.#isQuarantined(id)) ? corruptBlob(id) : this.#files.read(id);
  }

  /** For what is too large to hold: the same promise as `get`, piece by piece. */
  async open(id: BlobId): Promise<Outcome<BlobReader>> {
    const opened = await this.#verified.open(id);
    if (opened.ok || opened.refusal.refused !== 'corrupt') return opened;
    return (await this.#isQuarantined(id)) ? corruptBlob(id) : this.#verified.open(id);
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    if (!isBlobId(id)) return notAnId();
    const size = this.#files.sizeOf(id);
    if (size === undefined) return this.#files.isQuarantined(id) ? corruptBlob(id) : absentBlob(id);
    return this.#database.readOne(function* () {
      const row = yield* findBlob(id);
      return row === undefined || row.bytes === size ? accept(size) : corruptBlob(id);
    });
  }

  /** What a session refers to stays. */
  async remove(id: BlobId): Promise<void> {
    if (!isBlobId(id)) return;
    const now = this.#clock();
    const sweep = this.sweep.bind(this);
    const removed = await this.#database.write(function* () {
      yield* condemnBlob(id, now);
      return accept(yield* sweep(id));
    });
    if (!removed.ok) throw new StoreError('directory-unusable', removed.refusal.message);
  }

  list(): AsyncIterable<BlobId> {
    return liveIds(this.#database, 'directory-unusable');
  }

  /** Under the lock: only what has its row and its file can be referred to. */
  readonly hold = (ids: readonly BlobId[]): Work<HeldBlobs> =>
    holdBlobs(ids, ({ id, bytes }) => this.#files.sizeOf(id) === bytes);

  /** Under the lock: frees the blob if it is still condemned and still unreferenced. The file goes first. */
  *sweep(id: BlobId): Work<boolean> {
    if (!(yield* isDoomed(id))) return false;
    this.#files.unlink(id);
    yield* forgetBlob(id);
    return true;
  }

  async #isQuarantined(id: BlobId): Promise<boolean> {
    const files = this.#files;
    const moved = await this.#database.write(() => underLock(() => accept(files.quarantine(id))));
    return !moved.ok || moved.value;
  }

  async #publish(id: BlobId, bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const staged = await this.#files.stage(id, bytes);
    if (!staged.ok) return staged;
    const now = this.#clock();
    try {
      return await this.#database.write(function* () {
        staged.value.publish();
        yield* enlivenBlob(id, bytes.length, now);
        return accept(id);
      });
    } finally {
      staged.value.discard();
    }
  }
}
