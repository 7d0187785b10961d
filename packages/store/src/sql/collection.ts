// What a collection does and says, whatever holds the bytes.
import { accept, type Outcome } from '@percept/core';
import { tallyBlobs, type Tally } from './blob-rows.ts';
import type { Database } from './database.ts';

export interface CollectOptions {
  /** How long after its last put an unreferenced blob is safe. */
  readonly graceMs?: number;
  /** Says what would happen and changes nothing. */
  readonly dryRun?: boolean;
  /** Aborted: it stops between two steps, refused as `cancelled`. The next collection goes on where it was. */
  readonly signal?: AbortSignal | undefined;
}

export interface Collection {
  readonly dryRun: boolean;
  /** Condemned by this run. */
  readonly condemned: Tally;
  /** Freed by this run, what an interrupted one had condemned included. */
  readonly freed: Tally;
  readonly kept: { readonly referenced: Tally; readonly young: Tally };
}

export function foresee(database: Database, cutoff: number): Promise<Outcome<Collection>> {
  return database.readOne(function* () {
    const { referenced, young, doomed, condemned } = yield* tallyBlobs(cutoff);
    return accept({
      dryRun: true,
      condemned: doomed,
      freed: sum(doomed, condemned),
      kept: { referenced, young },
    });
  });
}

export function sum(one: Tally, other: Tally): Tally {
  return { blobs: one.blobs + other.blobs, bytes: one.bytes + other.bytes };
}
