// What a collection does and says, whatever holds the bytes.
import { accept, type Outcome } from '@percept/core';
import { storeLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';
import { tallyBlobs, type Tally } from './blob-rows.ts';
import type { Database } from './database.ts';
import type { MemoTable } from './memo-table.ts';
import { accepted } from './work.ts';

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

export interface CollectorParts {
  readonly database: Database;
  readonly memos: MemoTable;
  readonly clock: Clock;
}

/** One collection: what nobody put after `cutoff` is condemned, and what is condemned is freed. */
export interface Sweep {
  readonly now: number;
  readonly cutoff: number;
  readonly signal: AbortSignal | undefined;
}

export async function collectWith(
  { database, memos, clock }: CollectorParts,
  { graceMs = storeLimits.graceMs, dryRun = false, signal }: CollectOptions,
  run: (sweep: Sweep) => Promise<Outcome<Pick<Collection, 'condemned' | 'freed'>>>,
): Promise<Outcome<Collection>> {
  const now = clock();
  const cutoff = now - graceMs;
  const done = dryRun ? undefined : await run({ now, cutoff, signal });
  if (done && !done.ok) return done;
  if (done) await memos.forgetBefore(now - storeLimits.memoLifetimeMs);
  const left = await database.readOne(accepted(() => tallyBlobs(cutoff)));
  if (!left.ok) return left;
  const { referenced, young, doomed, condemned } = left.value;
  const foreseen = { condemned: doomed, freed: sum(doomed, condemned) };
  return accept({ dryRun, ...(done?.value ?? foreseen), kept: { referenced, young } });
}

export function sum(one: Tally, other: Tally): Tally {
  return { blobs: one.blobs + other.blobs, bytes: one.bytes + other.bytes };
}
