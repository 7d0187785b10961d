// A store of blobs that is nothing but files, to measure the door without a database: durable and verified.
import { accept, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { refuseWrite } from '../../packages/store/src/failure.ts';
import {
  absentBlob,
  BlobFiles,
  corruptBlob,
  digest,
  notAnId,
} from '../../packages/store/src/fs/blob-files.ts';

/** @example const blobs = new FileBlobStore('.percept'); const id = await blobs.put(bytes); */
export class FileBlobStore implements BlobStore {
  readonly #files: BlobFiles;

  constructor(directory: string) {
    this.#files = new BlobFiles(directory);
  }

  async put(bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const id = digest(bytes);
    if (this.#files.sizeOf(id) !== undefined && (await this.#files.read(id)).ok) return accept(id);
    const staged = await this.#files.stage(id, bytes);
    if (!staged.ok) return staged;
    try {
      staged.value.publish();
      return accept(id);
    } catch (error) {
      return refuseWrite(error);
    } finally {
      staged.value.discard();
    }
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    const read = await this.#files.read(id);
    if (read.ok || read.refusal.refused !== 'corrupt') return read;
    return quarantined(this.#files, id) ? corruptBlob(id) : this.#files.read(id);
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    if (!isBlobId(id)) return notAnId();
    const size = this.#files.sizeOf(id);
    return size === undefined ? absentBlob(id) : accept(size);
  }

  async remove(id: BlobId): Promise<void> {
    if (isBlobId(id)) this.#files.unlink(id);
  }

  list(): AsyncIterable<BlobId> {
    return this.#files.ids();
  }
}

/** A file system that cannot move the file away (it is full, or read-only) does not change the answer: it is not served. */
function quarantined(files: BlobFiles, id: BlobId): boolean {
  try {
    return files.quarantine(id);
  } catch {
    return true;
  }
}
