// What fsck says, and how checks are run: one named invariant each, one after the other, reported as data. A check that
// cannot go on has found something, too: damage, or that this process may not look, in which case nothing is known.
import { accept, type Outcome, type Refusal } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { isStoreError } from '../error.ts';
import { isDenial } from '../failure.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../sql/database.ts';
import { accepted, type Work } from '../sql/work.ts';

/**
 * error: something promised is broken. unchecked: this process may not look, so nothing is known. warning: nothing is
 * lost, and it wants tidying. note: worth knowing.
 */
export type Severity = 'error' | 'unchecked' | 'warning' | 'note';

export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly severity: Severity;
  /** What it is about: a blob id, a session, a path inside the store. */
  readonly subject: string;
  readonly message: string;
  readonly repaired: boolean;
}

export type Problem = Omit<Finding, 'check'>;

/** quick: rows, sizes and names. deep: every byte of every blob is hashed too. */
export type Depth = 'quick' | 'deep';

export interface FsckOptions {
  readonly depth?: Depth;
  /** Mends what can be mended without losing bytes. */
  readonly repair?: boolean;
  readonly clock?: Clock;
  /** Aborted: the check that runs ends, no other begins, and the report says that it is not complete. */
  readonly signal?: AbortSignal | undefined;
}

export interface FsckReport {
  /** All of it was checked and no promise is broken: every error was repaired, or there was none. */
  readonly sound: boolean;
  /** Whether this process could look at everything. When it could not, nothing is said about the rest. */
  readonly complete: boolean;
  readonly depth: Depth;
  readonly findings: readonly Finding[];
  readonly checks: readonly CheckSummary[];
}

export interface CheckSummary {
  readonly name: string;
  readonly invariant: string;
  readonly findings: number;
  readonly ran: boolean;
}

/** How a check is to be done. */
export interface Manner {
  readonly depth: Depth;
  readonly repair: boolean;
  readonly now: number;
}

/** Where a database could be opened. */
export interface RecordScene extends Manner {
  readonly database: Database;
}

export interface Check<Scene> {
  readonly name: string;
  readonly invariant: string;
  run(scene: Scene): AsyncIterable<Problem>;
}

/** A check with what it looks at; undefined where there is nothing that it could look at. */
export interface PlannedCheck {
  readonly name: string;
  readonly invariant: string;
  readonly problems: AsyncIterable<Problem> | undefined;
}

export function plan<Scene>(check: Check<Scene>, scene: Scene | undefined): PlannedCheck {
  const { name, invariant } = check;
  return { name, invariant, problems: scene && check.run(scene) };
}

export async function runChecks(
  checks: readonly PlannedCheck[],
  { depth, signal }: { readonly depth: Depth; readonly signal?: AbortSignal | undefined },
  before: readonly Finding[] = [],
): Promise<FsckReport> {
  const findings: Finding[] = [...before];
  const summaries: CheckSummary[] = [];
  for (const { name, invariant, problems } of checks) {
    const found = problems ? await gather(name, problems, signal) : [];
    findings.push(...found);
    const ran = problems !== undefined && found.every(({ severity }) => severity !== 'unchecked');
    summaries.push({ name, invariant, findings: found.length, ran });
  }
  const complete = findings.every(({ severity }) => severity !== 'unchecked');
  const whole = findings.every(({ severity, repaired }) => severity !== 'error' || repaired);
  return { sound: complete && whole, complete, depth, findings, checks: summaries };
}

async function gather(
  check: string,
  run: AsyncIterable<Problem>,
  signal: AbortSignal | undefined,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  try {
    answerOf(signal?.aborted ? cancelled() : accept(undefined));
    for await (const problem of run) {
      found.push({ check, ...problem });
      answerOf(signal?.aborted ? cancelled() : accept(undefined));
    }
  } catch (error) {
    found.push(stopped(check, error));
  }
  return found;
}

export function stopped(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : 'unknown';
  const cause = error instanceof Error && isStoreError(error) ? error.cause : error;
  const isUnknown = error instanceof CheckStopped ? error.isUnknown : isDenial(cause);
  return {
    check,
    severity: isUnknown ? 'unchecked' : 'error',
    subject: 'store',
    message: `The check could not go on: ${message}`,
    repaired: false,
  };
}

class CheckStopped extends Error {
  readonly isUnknown: boolean;

  constructor({ refused, message }: Refusal) {
    super(message);
    this.isUnknown = refused !== 'corrupt';
  }
}

/** The answer; ends the check when it was refused. */
export function answerOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new CheckStopped(outcome.refusal);
}

type Ask<V> = <T>(script: () => Work<Outcome<T>, V>) => Promise<Outcome<T>>;

/** One consistent view. */
export async function view<T, V>(
  { database }: { readonly database: { readonly read: Ask<V> } },
  work: () => Work<T, V>,
): Promise<T> {
  return answerOf(await database.read(accepted(work)));
}

/** Runs a repair under the write lock when repairs were asked for; says whether it was done. Work that gives `false` was not. */
export async function mend<V>(
  { database, repair }: { readonly database: { readonly write: Ask<V> }; readonly repair: boolean },
  work: () => Work<unknown, V>,
): Promise<boolean> {
  if (!repair) return false;
  const done = await database.write(accepted(work));
  return done.ok && done.value !== false;
}

export function untidy(subject: string, message: string, repaired = false): Problem {
  return { severity: 'warning', subject, message, repaired };
}

export function damage(subject: string, message: string, repaired = false): Problem {
  return { severity: 'error', subject, message, repaired };
}
