// Copies as files of one directory, for one machine or a shared file system. A name is new, so there is nothing to
// replace and nothing to rename: the file is synced under its own name, and only then does the ledger say that it counts.
import { checkOptions, word } from '@percept/core/internal/options';
import { constants } from 'node:fs';
import { unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { accept, type Outcome } from '@percept/core';
import { failureOf, refuseRead, refuseWrite } from '../failure.ts';
import { absentBlob, corruptBlob, readBlobFile } from '../fs/blob-files.ts';
import { makeDirectory, namesIn, openRegular, syncDirectory } from '../fs/disk.ts';
import { copyName, parseCopyName, type BlobBackend, type BlobCopy } from './blob-backend.ts';

const create = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Copies of blobs in a folder that all servers reach, beside a memory in PostgreSQL.
 *
 * @example const memory = await openScaledMemory({ postgres, blobs: new FileBackend('/srv/percept') });
 */
export class FileBackend implements BlobBackend {
  readonly #directory: string;

  constructor(directory: string) {
    checkOptions('FileBackend', { directory }, { directory: word });
    this.#directory = join(resolve(directory), 'copies');
  }

  async write(copy: BlobCopy, bytes: Uint8Array): Promise<Outcome<void>> {
    const path = this.#pathOf(copy);
    try {
      makeDirectory(dirname(path));
      await writeFile(path, bytes, { flag: create, mode: 0o400, flush: true });
      syncDirectory(dirname(path));
      return accept(undefined);
    } catch (error) {
      return refuseWrite(error);
    }
  }

  read(copy: BlobCopy): Promise<Outcome<Uint8Array>> {
    return readBlobFile(this.#pathOf(copy), copy.id).catch(refuseRead);
  }

  async size(copy: BlobCopy): Promise<Outcome<number>> {
    try {
      const opened = await openRegular(this.#pathOf(copy));
      if (opened.kind === 'absent') return absentBlob(copy.id);
      if (opened.kind === 'irregular') return corruptBlob(copy.id);
      await opened.file.close();
      return accept(opened.bytes);
    } catch (error) {
      return refuseRead(error);
    }
  }

  async remove(copy: BlobCopy): Promise<Outcome<void>> {
    try {
      await unlink(this.#pathOf(copy));
    } catch (error) {
      if (failureOf(error) !== 'ENOENT') return refuseWrite(error);
    }
    return accept(undefined);
  }

  async *list(): AsyncIterable<BlobCopy> {
    for await (const shard of namesIn(this.#directory)) {
      for await (const name of namesIn(join(this.#directory, shard))) {
        const copy = parseCopyName(name);
        if (copy?.id.startsWith(shard)) yield copy;
      }
    }
  }

  #pathOf(copy: BlobCopy): string {
    return join(this.#directory, copy.id.slice(0, 2), copyName(copy));
  }
}
