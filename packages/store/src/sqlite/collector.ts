// Collection in two steps: condemn what nothing refers to and nobody put lately, then free each condemned blob after
// looking once more under the write lock. Running it twice frees nothing more than running it once.
import { accept, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { storeLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';
import { addUp, tallyBlobs, type BlobRow } from '../sql/blob-rows.ts';
import { foresee, type Collection, type CollectOptions } from '../sql/collection.ts';
import type { Database } from '../sql/database.ts';
import type { MemoTable } from '../sql/memo-table.ts';
import { accepted } from '../sql/work.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import { condemnBlobs, condemnedBlobs } from './file-blob-rows.ts';

export interface CollectorParts {
  readonly database: Database;
  readonly blobs: EmbeddedBlobs;
  readonly memos: MemoTable;
  readonly clock: Clock;
}

const blobsPerTransaction = 32;

export async function collectEmbedded(
  { database, blobs, memos, clock }: CollectorParts,
  options: CollectOptions = {},
): Promise<Outcome<Collection>> {
  const { graceMs = storeLimits.graceMs, dryRun = false, signal } = options;
  const now = clock();
  const cutoff = now - graceMs;
  if (dryRun) return foresee(database, cutoff);
  const condemned = await database.write(function* () {
    const fresh = yield* condemnBlobs(now, cutoff);
    return accept({ fresh, all: yield* condemnedBlobs() });
  });
  if (!condemned.ok) return condemned;
  const { fresh, all } = condemned.value;

  const freed: BlobRow[] = [];
  for (let start = 0; start < all.length; start += blobsPerTransaction) {
    if (signal?.aborted) return cancelled();
    const batch = all.slice(start, start + blobsPerTransaction);
    const swept = await database.write(function* () {
      const gone: BlobRow[] = [];
      for (const row of batch) if (yield* blobs.sweep(row.id)) gone.push(row);
      return accept(gone);
    });
    if (!swept.ok) return swept;
    freed.push(...swept.value);
  }

  await memos.forgetBefore(now - storeLimits.memoLifetimeMs);
  const left = await database.write(accepted(() => tallyBlobs(cutoff)));
  if (!left.ok) return left;
  const { referenced, young } = left.value;
  return accept({
    dryRun: false,
    condemned: addUp(fresh),
    freed: addUp(freed),
    kept: { referenced, young },
  });
}
