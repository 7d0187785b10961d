// Staging: bytes become durable under a temporary name first, so that the real name only ever appears whole. Publishing
// is one rename, done by the caller while it holds whatever lock it needs.
import { randomUUID } from 'node:crypto';
import { renameSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, type BlobId, type Outcome } from '@percept/core';
import { refuseWrite } from '../failure.ts';
import { syncDirectory } from './durable.ts';
import { tempName, type BlobLayout } from './layout.ts';

export interface StagedBlob {
  readonly id: BlobId;
  readonly bytes: number;
  /** Gives the bytes their name, durably. Throws what the disk throws. */
  publish(): void;
  /** Forgets the bytes unless they were published. */
  discard(): void;
}

const readOnly = 0o400;

/** The shard folder is there, and the caller leaves `bytes` alone until this resolves. */
export async function stage(
  layout: BlobLayout,
  id: BlobId,
  bytes: Uint8Array,
): Promise<Outcome<StagedBlob>> {
  const shard = layout.shardOf(id);
  const temp = join(shard, tempName(randomUUID()));
  try {
    await write(temp, bytes);
  } catch (error) {
    discardTemp(temp);
    return refuseWrite(error);
  }
  let staged = true;
  return accept({
    id,
    bytes: bytes.length,
    publish() {
      renameSync(temp, layout.fileOf(id));
      staged = false;
      syncDirectory(shard);
    },
    discard() {
      if (staged) discardTemp(temp);
      staged = false;
    },
  });
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    const { size } = await file.stat();
    if (size !== bytes.length) throw shortWrite(size, bytes.length);
    await file.chmod(readOnly);
    await file.sync();
  } finally {
    await file.close();
  }
}

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
