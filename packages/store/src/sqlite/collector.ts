// Collection in two steps: condemn what nothing refers to and nobody put lately, then free each condemned blob after
// looking once more under the write lock. Running it twice frees nothing more than running it once.
import { accept, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { addUp, type BlobRow } from '../sql/blob-rows.ts';
import {
  collectWith,
  type Collection,
  type CollectOptions,
  type CollectorParts,
} from '../sql/collection.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import { condemnBlobs, condemnedBlobs } from './file-blob-rows.ts';

const blobsPerTransaction = 32;

export function collectEmbedded(
  { blobs, ...parts }: CollectorParts & { readonly blobs: EmbeddedBlobs },
  options: CollectOptions = {},
): Promise<Outcome<Collection>> {
  const { database } = parts;
  return collectWith(parts, options, async ({ now, cutoff, signal }) => {
    const condemned = await database.write(function* () {
      const fresh = yield* condemnBlobs(now, cutoff);
      return accept({ fresh, all: yield* condemnedBlobs() });
    });
    if (!condemned.ok) return condemned;
    const { fresh, all } = condemned.value;
    const freed: BlobRow[] = [];
    for (let start = 0; start < all.length; start += blobsPerTransaction) {
      if (signal?.aborted) return cancelled();
      const swept = await database.write(function* () {
        const gone: BlobRow[] = [];
        for (const row of all.slice(start, start + blobsPerTransaction))
          if (yield* blobs.sweep(row.id)) gone.push(row);
        return accept(gone);
      });
      if (!swept.ok) return swept;
      freed.push(...swept.value);
    }
    return accept({ condemned: addUp(fresh), freed: addUp(freed) });
  });
}
