// The shape of a check at scale: one named invariant, and a walk that reports where it does not hold.
import { accept } from '@percept/core';
import type { Depth, Problem } from '../fsck/check.ts';
import type { BlobBackend } from './blob-backend.ts';
import type { PostgresDatabase, Transaction } from './database.ts';

export interface ScaledScene {
  readonly database: PostgresDatabase;
  readonly backend: BlobBackend;
  readonly depth: Depth;
  readonly repair: boolean;
  readonly now: number;
}

export interface ScaledCheck {
  readonly name: string;
  readonly invariant: string;
  run(scene: ScaledScene): AsyncIterable<Problem>;
}

/** One consistent view; throws when the server is away. */
export async function view<T>(
  { database }: ScaledScene,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const outcome = await database.view(async (tx) => accept(await body(tx)));
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

/** Repairs when repairs were asked for; says whether it was done. */
export async function mend(
  { database, repair }: ScaledScene,
  body: (tx: Transaction) => Promise<unknown>,
): Promise<boolean> {
  if (!repair) return false;
  return (await database.transact(async (tx) => accept(await body(tx)))).ok;
}
