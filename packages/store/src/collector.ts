// Collection in two steps: condemn what nothing refers to and nobody put lately, then free each condemned blob after
// looking once more under the write lock. Running it twice frees nothing more than running it once.
import { accept, type Outcome } from '@percept/core';
import { refuseRead } from './failure.ts';
import type { LedgeredBlobs } from './ledgered-blobs.ts';
import { storeLimits } from './limits.ts';
import type { Clock } from './ports.ts';
import type { BlobLedger, LedgerRow, Tally } from './sqlite/blob-ledger.ts';
import type { GroupCommit } from './sqlite/group-commit.ts';
import type { MemoTable } from './sqlite/memo-table.ts';

export interface CollectOptions {
  /** How long after its last put an unreferenced blob is safe. */
  readonly graceMs?: number;
  /** Says what would happen and changes nothing. */
  readonly dryRun?: boolean;
}

export interface Collection {
  readonly dryRun: boolean;
  /** Condemned by this run. */
  readonly condemned: Tally;
  /** Freed by this run, what an interrupted one had condemned included. */
  readonly freed: Tally;
  readonly kept: { readonly referenced: Tally; readonly young: Tally };
}

export interface CollectorParts {
  readonly commits: GroupCommit;
  readonly ledger: BlobLedger;
  readonly blobs: LedgeredBlobs;
  readonly memos: MemoTable;
  readonly clock: Clock;
}

const blobsPerTransaction = 32;

export class Collector {
  readonly #commits: GroupCommit;
  readonly #ledger: BlobLedger;
  readonly #blobs: LedgeredBlobs;
  readonly #memos: MemoTable;
  readonly #clock: Clock;

  constructor({ commits, ledger, blobs, memos, clock }: CollectorParts) {
    this.#commits = commits;
    this.#ledger = ledger;
    this.#blobs = blobs;
    this.#memos = memos;
    this.#clock = clock;
  }

  async collect(options: CollectOptions = {}): Promise<Outcome<Collection>> {
    const { graceMs = storeLimits.graceMs, dryRun = false } = options;
    const now = this.#clock();
    const cutoff = now - graceMs;
    return dryRun ? this.#foresee(cutoff) : this.#collect(now, cutoff);
  }

  async #foresee(cutoff: number): Promise<Outcome<Collection>> {
    try {
      return await this.#commits.read(() => {
        const { doomed, referenced, young } = this.#ledger.tally(cutoff);
        const earlier = add(this.#ledger.condemned());
        const freed = { blobs: doomed.blobs + earlier.blobs, bytes: doomed.bytes + earlier.bytes };
        return accept({ dryRun: true, condemned: doomed, freed, kept: { referenced, young } });
      });
    } catch (error) {
      return refuseRead(error);
    }
  }

  async #collect(now: number, cutoff: number): Promise<Outcome<Collection>> {
    const condemned = await this.#commits.run(() => accept(this.#ledger.condemn(now, cutoff)));
    if (!condemned.ok) return condemned;
    const doomed = await this.#commits.run(() => accept(this.#ledger.condemned()));
    if (!doomed.ok) return doomed;

    const freed: LedgerRow[] = [];
    for (let start = 0; start < doomed.value.length; start += blobsPerTransaction) {
      const batch = doomed.value.slice(start, start + blobsPerTransaction);
      const swept = await this.#commits.run(() =>
        accept(batch.filter(({ id }) => this.#blobs.sweep(id))),
      );
      if (!swept.ok) return swept;
      freed.push(...swept.value);
    }

    await this.#memos.forgetBefore(now - storeLimits.memoLifetimeMs);
    const after = await this.#commits.run(() => accept(this.#ledger.tally(cutoff)));
    if (!after.ok) return after;
    const { referenced, young } = after.value;
    return accept({
      dryRun: false,
      condemned: add(condemned.value),
      freed: add(freed),
      kept: { referenced, young },
    });
  }
}

function add(rows: readonly LedgerRow[]): Tally {
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}
