// Where things lie: `blobs/<2 hex>/<64 hex>` holds the bytes, `quarantine/<64 hex>` what no longer matches its name. A
// path is only ever built from a checked id, so no id can name a file outside.
import { join } from 'node:path';
import { isBlobId } from '@percept/core/internal';
import { type BlobId } from '@percept/core';

export interface BlobLayout {
  readonly blobs: string;
  readonly quarantine: string;
  shardOf(id: BlobId): string;
  fileOf(id: BlobId): string;
  quarantineOf(id: BlobId): string;
}

export function blobLayout(directory: string): BlobLayout {
  const blobs = join(directory, 'blobs');
  const quarantine = join(directory, 'quarantine');
  const shardOf = (id: BlobId): string => join(blobs, checked(id).slice(0, 2));
  return {
    blobs,
    quarantine,
    shardOf,
    fileOf: (id) => join(shardOf(id), id),
    quarantineOf: (id) => join(quarantine, checked(id)),
  };
}

const shardName = /^[0-9a-f]{2}$/;
const tempPrefix = '.tmp-';

export function isShardName(name: string): boolean {
  return shardName.test(name);
}

export function tempName(random: string): string {
  return tempPrefix + random;
}

export function isTempName(name: string): boolean {
  return name.startsWith(tempPrefix);
}

function checked(id: BlobId): BlobId {
  if (!isBlobId(id)) throw new TypeError('A path was asked for something that is not a blob id.');
  return id;
}
