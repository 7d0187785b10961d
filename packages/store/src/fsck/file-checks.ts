// Checks that need nothing but the directory: they run even when the database cannot be opened.
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { isBlobId } from '@percept/core/internal';
import { storeLimits } from '../limits.ts';
import { isTempName, type BlobFiles } from '../fs/blob-files.ts';
import { isFolder, namesIn } from '../fs/disk.ts';
import { damage, untidy, type Check, type Manner, type Problem } from './report.ts';

export interface FileScene extends Manner {
  readonly directory: string;
  readonly files: BlobFiles;
}

export const tempFilesYoung: Check<FileScene> = {
  name: 'temp-files-young',
  invariant: 'A temporary file older than an hour is garbage.',
  async *run({ files, directory, now, repair }) {
    for await (const { name, path } of files.names()) {
      if (!isTempName(name)) continue;
      const modified = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (modified === undefined || now - modified < storeLimits.staleTempMs) continue;
      if (repair) unlinkSync(path);
      const message = 'A writer died before it could finish this file.';
      yield untidy(relative(directory, path), message, repair);
    }
  },
};

export const filesNamedByHash: Check<FileScene> = {
  name: 'files-named-by-hash',
  invariant:
    'Every file among the blobs is named by its hash, once, in the folder of its first two digits.',
  async *run({ files, directory }) {
    yield* inTheWay(files.folder, 'nothing can be put');
    for await (const { shard, name, path } of files.names()) {
      if (isTempName(name) || (isBlobId(name) && shard !== '' && name.startsWith(shard))) continue;
      const message = 'This file does not belong here; it is never served.';
      yield untidy(relative(directory, path), message);
    }
  },
};

const writeBits = 0o222;

export const filesReadOnly: Check<FileScene> = {
  name: 'files-read-only',
  invariant: 'A stored blob is read-only.',
  async *run({ files, directory, repair }) {
    for await (const id of files.ids()) {
      const path = files.fileOf(id);
      const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
      if (mode === undefined || (mode & writeBits) === 0) continue;
      if (repair) chmodSync(path, 0o400);
      yield untidy(relative(directory, path), 'This file can be written.', repair);
    }
  },
};

export const quarantineEmpty: Check<FileScene> = {
  name: 'quarantine-empty',
  invariant: 'Wrong bytes are moved to quarantine and never served.',
  async *run({ files }) {
    yield* inTheWay(files.quarantineFolder, 'wrong bytes cannot be moved here');
    for await (const name of namesIn(files.quarantineFolder)) {
      const isBack = isBlobId(name) && files.sizeOf(name) !== undefined;
      yield {
        severity: 'note',
        subject: name,
        message: isBack
          ? 'A damaged copy lies in quarantine; a sound one took its place.'
          : 'A damaged copy lies in quarantine; put the same bytes again to restore it.',
        repaired: false,
      };
    }
  },
};

function* inTheWay(folder: string, so: string): Iterable<Problem> {
  if (!lstatSync(folder, { throwIfNoEntry: false }) || isFolder(folder)) return;
  yield damage(basename(folder), `What lies here is no folder, so ${so}.`);
}

export const roomToWrite: Check<FileScene> = {
  name: 'room-to-write',
  invariant: 'A full disk refuses new puts and loses nothing.',
  async *run({ directory }) {
    const { bavail, bsize } = await statfs(directory);
    const free = bavail * bsize;
    if (free < storeLimits.minFreeBytes)
      yield untidy('disk', `Only ${free} bytes are free: puts will soon be refused.`);
  },
};
