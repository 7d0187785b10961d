// Finds a story that breaks an invariant and makes it short. Shrinking is fast-check's: a story is a list of small records,
// and its shrinker takes steps out and makes those that stay simpler; each candidate walks on a fresh stage.
import fc from 'fast-check';
import type { FaceKind } from './face.ts';
import type { Violation } from './invariant.ts';
import { judgeRun } from './invariants.ts';
import type { Report } from './report.ts';
import { walk } from './run.ts';
import type { JudgedWire } from 'percept/conformance';
import { commandOf, stories, type Step } from './story.ts';

export interface Place {
  readonly face: FaceKind;
  readonly wire: JudgedWire;
  readonly strict: boolean;
}

export interface Search extends Place {
  readonly seed: number;
  readonly length: number;
  /** Prints every violation of the story and does not shrink it. */
  readonly all?: boolean;
}

/** Shrinking ends somewhere: a story that is short enough to read is good enough. */
const maxShrinkMs = 120_000;

/** The story of this seed. */
export function storyOf(seed: number, length: number): readonly Step[] {
  return fc.sample(stories(length, length), { seed, numRuns: 1 })[0] ?? [];
}

export async function search(
  { seed, length, all = false, ...place }: Search,
  report: Report,
): Promise<string | undefined> {
  const steps = storyOf(seed, length);
  const run = await walk(steps, place);
  const violations = judgeRun(run);
  report.add(steps.length, run, violations);
  const [first] = violations;
  if (!first) return undefined;
  if (all) return told(steps, place, violations);
  const short = await shorten(steps, place, first.invariant);
  const again = judgeRun(await walk(short, place));
  // What hung on the moment is told as it was seen.
  return again.length > 0 ? told(short, place, again) : told(steps, place, violations);
}

export async function tell(steps: readonly Step[], place: Place, report: Report): Promise<string> {
  const run = await walk(steps, place);
  const violations = judgeRun(run);
  report.add(steps.length, run, violations);
  return told(steps, place, violations);
}

async function shorten(
  long: readonly Step[],
  place: Place,
  invariant: string,
): Promise<readonly Step[]> {
  let shortest = long;
  const property = fc.asyncProperty(stories(long.length), async (steps) => {
    const found = judgeRun(await walk(steps, place));
    const holds = !found.some((violation) => violation.invariant === invariant);
    if (!holds && steps.length <= shortest.length) shortest = steps;
    return holds;
  });
  await fc.check(property, {
    examples: [[[...long]]],
    numRuns: 1,
    plugins: [fc.interruptAfterTimeLimit(maxShrinkMs)],
  });
  return shortest;
}

function told(
  steps: readonly Step[],
  { face, wire, strict }: Place,
  violations: readonly Violation[],
): string {
  const lines = violations.map(
    ({ invariant, step, what }) => `  ${invariant} at step ${step}: ${what}`,
  );
  const command = commandOf(face.name, wire, steps) + (strict ? ' --strict' : '');
  return [command, ...(lines.length > 0 ? lines : ['  nothing broken'])].join('\n');
}
