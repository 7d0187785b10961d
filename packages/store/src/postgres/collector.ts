// Collection at scale: condemn what nothing refers to and nobody put lately, give up what is still condemned and still
// unreferenced, then delete the copies that were given up. Each step is a commit of its own, so a collector that dies
// anywhere is continued by the next one, and several at once do no harm.
import { accept, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { storeLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';
import { tallyBlobs, type Tally } from '../sql/blob-rows.ts';
import { foresee, sum, type Collection, type CollectOptions } from '../sql/collection.ts';
import type { MemoTable } from '../sql/memo-table.ts';
import { accepted } from '../sql/work.ts';
import type { BlobBackend, BlobCopy } from './blob-backend.ts';
import { condemn, discarded, forgetDiscards, lapse, sweep } from './copy-rows.ts';
import type { PostgresDatabase, PostgresWork } from './database.ts';

export interface ScaledCollectorParts {
  readonly database: PostgresDatabase;
  readonly backend: BlobBackend;
  readonly memos: MemoTable;
  readonly clock: Clock;
}

const rowsPerStep = 256;
const deletionsAtOnce = 8;

export class ScaledCollector {
  readonly #database: PostgresDatabase;
  readonly #backend: BlobBackend;
  readonly #memos: MemoTable;
  readonly #clock: Clock;

  constructor({ database, backend, memos, clock }: ScaledCollectorParts) {
    this.#database = database;
    this.#backend = backend;
    this.#memos = memos;
    this.#clock = clock;
  }

  async collect(options: CollectOptions = {}): Promise<Outcome<Collection>> {
    const { graceMs = storeLimits.graceMs, dryRun = false, signal } = options;
    const now = this.#clock();
    const cutoff = now - graceMs;
    if (dryRun) return foresee(this.#database, cutoff);
    const condemned = await this.#inSteps(
      () => condemn({ now, cutoff, limit: rowsPerStep }),
      signal,
    );
    if (!condemned.ok) return condemned;
    const freed = await this.#inSteps(() => sweep({ now, limit: rowsPerStep }), signal);
    if (!freed.ok) return freed;
    const emptied = await this.#empty(now, signal);
    if (!emptied.ok) return emptied;
    await this.#memos.forgetBefore(now - storeLimits.memoLifetimeMs);
    const left = await this.#database.read(accepted(() => tallyBlobs(cutoff)));
    if (!left.ok) return left;
    const { referenced, young } = left.value;
    return accept({
      dryRun: false,
      condemned: condemned.value,
      freed: freed.value,
      kept: { referenced, young },
    });
  }

  async #inSteps(
    step: () => PostgresWork<Tally>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Tally>> {
    let total: Tally = { blobs: 0, bytes: 0 };
    for (;;) {
      if (signal?.aborted) return cancelled();
      const done = await this.#database.write(accepted(step));
      if (!done.ok) return done;
      if (done.value.blobs === 0) return accept(total);
      total = sum(total, done.value);
    }
  }

  /** Deletes the copies that were given up; what cannot be deleted stays on the list. */
  async #empty(now: number, signal: AbortSignal | undefined): Promise<Outcome<void>> {
    const lapsed = await this.#database.write(
      accepted(() => lapse(now, now - this.#database.limits.staleUploadMs)),
    );
    if (!lapsed.ok) return lapsed;
    let last = '';
    for (;;) {
      if (signal?.aborted) return cancelled();
      const after = last;
      const page = await this.#database.read(accepted(() => discarded(after, rowsPerStep)));
      if (!page.ok) return page;
      const copies = page.value;
      last = copies.at(-1)?.copy ?? '';
      if (last === '') return accept(undefined);
      const deleted = await this.#delete(copies);
      if (!deleted.ok) return deleted;
      const forgotten = await this.#database.write(accepted(() => forgetDiscards(copies)));
      if (!forgotten.ok) return forgotten;
    }
  }

  async #delete(copies: readonly BlobCopy[]): Promise<Outcome<void>> {
    const queue = copies.values();
    const worker = async (): Promise<Outcome<void>> => {
      for (const copy of queue) {
        const removed = await this.#backend.remove(copy);
        if (!removed.ok) return removed;
      }
      return accept(undefined);
    };
    const done = await Promise.all(Array.from({ length: deletionsAtOnce }, worker));
    return done.find(({ ok }) => !ok) ?? accept(undefined);
  }
}
