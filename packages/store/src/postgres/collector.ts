// Collection at scale: condemn what nothing refers to and nobody put lately, give up what is still condemned and still
// unreferenced, then delete the copies that were given up. Each step is a commit of its own, so a collector that dies
// anywhere is continued by the next one, and several at once do no harm.
import { accept, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import type { Tally } from '../sql/blob-rows.ts';
import {
  collectWith,
  sum,
  type Collection,
  type CollectOptions,
  type CollectorParts,
} from '../sql/collection.ts';
import { accepted } from '../sql/work.ts';
import type { BlobBackend, BlobCopy } from './blob-backend.ts';
import { condemn, discarded, forgetDiscards, lapse, sweep } from './copy-rows.ts';
import type { PostgresDatabase, PostgresWork } from './database.ts';

export interface ScaledCollectorParts extends CollectorParts {
  readonly database: PostgresDatabase;
  readonly backend: BlobBackend;
}

const rowsPerStep = 256;
const deletionsAtOnce = 8;

export function collectScaled(
  parts: ScaledCollectorParts,
  options: CollectOptions = {},
): Promise<Outcome<Collection>> {
  const { database } = parts;
  return collectWith(parts, options, async ({ now, cutoff, signal }) => {
    const inSteps = async (step: () => PostgresWork<Tally>): Promise<Outcome<Tally>> => {
      let total: Tally = { blobs: 0, bytes: 0 };
      for (;;) {
        if (signal?.aborted) return cancelled();
        const done = await database.write(accepted(step));
        if (!done.ok) return done;
        if (done.value.blobs === 0) return accept(total);
        total = sum(total, done.value);
      }
    };
    const condemned = await inSteps(() => condemn(now, cutoff, rowsPerStep));
    if (!condemned.ok) return condemned;
    const freed = await inSteps(() => sweep(now, rowsPerStep));
    if (!freed.ok) return freed;
    const emptied = await empty(parts, now, signal);
    return emptied.ok ? accept({ condemned: condemned.value, freed: freed.value }) : emptied;
  });
}

/** Deletes the copies that were given up; what cannot be deleted stays on the list. */
async function empty(
  { database, backend }: ScaledCollectorParts,
  now: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<void>> {
  const lapsed = await database.write(
    accepted(() => lapse(now, now - database.limits.staleUploadMs)),
  );
  if (!lapsed.ok) return lapsed;
  let last = '';
  for (;;) {
    if (signal?.aborted) return cancelled();
    const after = last;
    const page = await database.read(accepted(() => discarded(after, rowsPerStep)));
    if (!page.ok) return page;
    const copies = page.value;
    last = copies.at(-1)?.copy ?? '';
    if (last === '') return accept(undefined);
    const deleted = await deleteAll(backend, copies);
    if (!deleted.ok) return deleted;
    const forgotten = await database.write(accepted(() => forgetDiscards(copies)));
    if (!forgotten.ok) return forgotten;
  }
}

async function deleteAll(
  backend: BlobBackend,
  copies: readonly BlobCopy[],
): Promise<Outcome<void>> {
  const queue = copies.values();
  const worker = async (): Promise<Outcome<void>> => {
    for (const copy of queue) {
      const removed = await backend.remove(copy);
      if (!removed.ok) return removed;
    }
    return accept(undefined);
  };
  const done = await Promise.all(Array.from({ length: deletionsAtOnce }, worker));
  return done.find(({ ok }) => !ok) ?? accept(undefined);
}
