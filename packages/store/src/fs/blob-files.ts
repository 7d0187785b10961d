// The files behind the blobs. A read is verified against the name, always: wrong bytes are moved to quarantine and never
// served. Which files count is the caller's business (a ledger's, or nobody's); here they are only kept honest.
import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  write,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accept, refuse, type BlobId, type Outcome, type Refused } from '@percept/core';
import { isBlobId, overLimit } from '@percept/core/internal';
import { failureOf, refuseRead, refuseWrite } from '../failure.ts';
import { storeLimits } from '../limits.ts';
import {
  isFolder,
  makeDirectory,
  namesIn,
  openRegular,
  readBytes,
  readRegularSync,
  syncDirectory,
} from './disk.ts';

export interface StagedBlob {
  /** Gives the bytes their name, durably. Throws what the disk throws. */
  publish(): void;
  /** Forgets the bytes unless they were published. */
  discard(): void;
}

const readOnly = 0o400;
const shardName = /^[0-9a-f]{2}$/;
const tempPrefix = '.tmp-';

export function isTempName(name: string): boolean {
  return name.startsWith(tempPrefix);
}

/** A path is only ever built from a checked id, so no id can name a file outside. */
function checked(id: BlobId): BlobId {
  if (!isBlobId(id)) throw new TypeError('A path was asked for something that is not a blob id.');
  return id;
}

/** `blobs/<2 hex>/<64 hex>` holds the bytes, `quarantine/<64 hex>` what no longer matches its name. */
export class BlobFiles {
  readonly folder: string;
  readonly quarantineFolder: string;
  readonly #shards = new Set<string>();

  constructor(directory: string) {
    this.folder = join(directory, 'blobs');
    this.quarantineFolder = join(directory, 'quarantine');
  }

  fileOf(id: BlobId): string {
    return join(this.#shardOf(id), id);
  }

  /**
   * Makes the bytes durable under a temporary name, so that the real one only ever appears whole. The caller leaves them alone until
   * this resolves, and publishes them while it holds whatever lock it needs.
   */
  async stage(id: BlobId, bytes: Uint8Array): Promise<Outcome<StagedBlob>> {
    if (bytes.length > storeLimits.maxBlobBytes) return blobTooLarge(bytes.length);
    const shard = this.#shardOf(id);
    const file = this.fileOf(id);
    const temp = join(shard, tempPrefix + randomUUID());
    try {
      this.#makeShard(shard);
      await writeWhole(temp, bytes);
    } catch (error) {
      discardTemp(temp);
      return refuseWrite(error);
    }
    let staged = true;
    return accept({
      publish() {
        renameSync(temp, file);
        staged = false;
        syncDirectory(shard);
      },
      discard() {
        if (staged) discardTemp(temp);
        staged = false;
      },
    });
  }

  /** The bytes if they are what their name says; `corrupt` leaves the file where it is, for `quarantine` to judge again. */
  async read(id: BlobId): Promise<Outcome<Uint8Array>> {
    if (!isBlobId(id)) return notAnId();
    try {
      const read = await readBlobFile(this.fileOf(id), id);
      return !read.ok && read.refusal.refused === 'absent' && this.isQuarantined(id)
        ? corruptBlob(id)
        : read;
    } catch (error) {
      return refuseRead(error);
    }
  }

  /** The size of the file, or undefined when there is none. */
  sizeOf(id: BlobId): number | undefined {
    return sizeOfFile(this.fileOf(id));
  }

  isQuarantined(id: BlobId): boolean {
    return sizeOfFile(this.#quarantineOf(id)) !== undefined;
  }

  /**
   * Moves the file aside and looks at it once more there: a sound one (a put may just have replaced it) goes back.
   * Returns whether a bad file was taken out of service.
   */
  quarantine(id: BlobId): boolean {
    const file = this.fileOf(id);
    const aside = this.#quarantineOf(id);
    makeDirectory(this.quarantineFolder);
    try {
      renameSync(file, aside);
    } catch (error) {
      if (failureOf(error) === 'ENOENT') return false;
      throw error;
    }
    const sound = isSound(aside, id);
    if (sound) renameSync(aside, file);
    syncDirectory(this.#shardOf(id));
    return !sound;
  }

  unlink(id: BlobId): void {
    try {
      unlinkSync(this.fileOf(id));
    } catch (error) {
      if (failureOf(error) !== 'ENOENT') throw error;
    }
  }

  /** Every name in every shard folder, temporary and foreign ones included. */
  async *names(): AsyncIterable<{
    readonly shard: string;
    readonly name: string;
    readonly path: string;
  }> {
    for await (const shard of namesIn(this.folder)) {
      const folder = join(this.folder, shard);
      if (!shardName.test(shard) || !isFolder(folder)) {
        yield { shard: '', name: shard, path: folder };
        continue;
      }
      for await (const name of namesIn(folder)) yield { shard, name, path: join(folder, name) };
    }
  }

  /** Every stored id, by its file. */
  async *ids(): AsyncIterable<BlobId> {
    for await (const { shard, name } of this.names()) {
      if (isBlobId(name) && name.startsWith(shard)) yield name;
    }
  }

  /** The parent is synced also when the folder was there: whoever made it may have died before doing so. */
  #makeShard(shard: string): void {
    if (this.#shards.has(shard)) return;
    if (!makeDirectory(shard)) syncDirectory(this.folder);
    this.#shards.add(shard);
  }

  #shardOf(id: BlobId): string {
    return join(this.folder, checked(id).slice(0, 2));
  }

  #quarantineOf(id: BlobId): string {
    return join(this.quarantineFolder, checked(id));
  }
}

/** The bytes of a file if they are what the id says. Throws what the disk throws. */
export async function readBlobFile(path: string, id: BlobId): Promise<Outcome<Uint8Array>> {
  const opened = await openRegular(path);
  if (opened.kind === 'absent') return absentBlob(id);
  if (opened.kind === 'irregular') return corruptBlob(id);
  await using file = opened.file;
  if (opened.bytes > storeLimits.maxBlobBytes) return corruptBlob(id);
  const bytes = await readBytes(file, opened.bytes);
  return digest(bytes) === id ? accept(bytes) : corruptBlob(id);
}

export function digest(bytes: Uint8Array): BlobId {
  const name = hash('sha256', bytes, 'hex');
  if (!isBlobId(name)) throw new Error('SHA-256 did not give 64 hexadecimal digits.');
  return name;
}

/** Only what waits for the disk is done beside the program: every further call there costs more than it does. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, 'wx', readOnly);
  try {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await writeFrom(file, bytes, at);
      if (bytesWritten === 0) break;
      at += bytesWritten;
    }
    const { size } = fstatSync(file);
    if (size !== bytes.length) throw shortWrite(size, bytes.length);
    await sync(file);
  } finally {
    closeSync(file);
  }
}

const writeFrom = promisify(write);
const sync = promisify(fsync);

function shortWrite(size: number, wanted: number): Error {
  return Object.assign(new Error(`Only ${size} of ${wanted} bytes were written.`), { code: 'EIO' });
}

/** Best effort: what stays behind is found by `fsck`. */
function discardTemp(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

function isSound(path: string, id: BlobId): boolean {
  try {
    const bytes = readRegularSync(path, storeLimits.maxBlobBytes);
    return bytes !== undefined && digest(bytes) === id;
  } catch {
    return false;
  }
}

function sizeOfFile(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

export function notAnId(): Refused {
  return refuse({
    refused: 'invalid-input',
    message: 'This is not a blob id.',
    hint: 'It is the 64 lower-case hexadecimal digits of a SHA-256.',
  });
}

export function blobTooLarge(bytes: number): Refused {
  const { maxBlobBytes } = storeLimits;
  return refuse(
    overLimit('maxBlobBytes', maxBlobBytes, bytes, 'Split it, or keep it outside the store.'),
  );
}

export function absentBlob(id: BlobId): Refused {
  return refuse({
    refused: 'absent',
    message: `There is no blob ${id}.`,
    hint: 'Put the bytes first, or look at the source again.',
  });
}

export function corruptBlob(id: BlobId): Refused {
  return refuse({
    refused: 'corrupt',
    message: `The stored copy of ${id} is not what was put: it is in quarantine and is not served.`,
    hint: 'Put the same bytes again to restore it.',
  });
}
