// The last word of a test run: the requirement gate, the reason of every skip, and one line to read.
// Nothing may print after `N passed, N failed`, so it is written when the process exits.

import { writeSync } from 'node:fs';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  Vitest,
} from 'vitest/node';
import { complaints, judge } from './gate.ts';
import type { Requirement } from './requirement.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export class RequirementReporter implements Reporter {
  readonly #requirements: readonly Requirement[];
  #vitest: Vitest | undefined;
  #full = false;
  #tally: Tally | undefined;
  #announced = false;

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (this.#vitest === undefined) return;
    this.#full = await isFull(this.#vitest, specifications);
    if (this.#announced || this.#vitest.config.watch) return;
    this.#announced = true;
    process.once('exit', () => writeSync(1, `${lastLine(this.#tally ?? unfinished)}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const full = this.#full && !tests.some(({ options }) => options.mode === 'only');
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    if (full)
      for (const test of skipped) console.log(`skipped: ${test.fullName} (${reason(test)})`);

    const failures = full ? this.#objections(tests, skipped) : [];
    if (failures.length > 0) {
      console.error(
        `\nThe requirement gate is closed:\n${failures.map((line) => `  ${line}`).join('\n')}\n`,
      );
      process.exitCode = 1;
    }
    const broken = modules.filter((module) => module.errors().length > 0).length;
    this.#tally = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed:
        tests.filter((test) => test.result().state === 'failed').length +
        broken +
        unhandled.length +
        (failures.length > 0 ? 1 : 0),
      skipped: skipped.length,
    };
  }

  #objections(tests: readonly TestCase[], skipped: readonly TestCase[]): readonly string[] {
    const citations = new Map<string, number>();
    for (const test of tests) {
      if (test.result().state !== 'passed') continue;
      for (const id of test.tags) citations.set(id, (citations.get(id) ?? 0) + 1);
    }
    const { unknown, uncited, unclaimed } = judge(this.#requirements, citations);
    // Elsewhere a program or the shared cases may be missing, and what needs them cannot be proven there.
    const excused = new Set(inCi() ? [] : skipped.flatMap((test) => [...test.tags]));
    const verdict = { unknown, unclaimed, uncited: uncited.filter((id) => !excused.has(id)) };
    const silent = inCi() ? skipped.filter((test) => reason(test) === noReason) : [];
    return [
      ...complaints(verdict, 'passed test'),
      ...silent.map(
        (test) => `${test.fullName}: skipped without a reason; use context.skip('why')`,
      ),
    ];
  }
}

/** CI has everything: there a skip is never an excuse, and always has a reason. */
function inCi(): boolean {
  return process.env['CI'] === 'true';
}

const noReason = 'no reason given';

/** A run that never ended is no success. */
const unfinished: Tally = { passed: 0, failed: 1, skipped: 0 };

function reason(test: TestCase): string {
  const result = test.result();
  if (test.options.mode === 'todo') return 'todo';
  return (result.state === 'skipped' ? result.note : undefined) ?? noReason;
}

/** A run is full when nothing narrowed it: the gate can only judge what had the chance to run. */
async function isFull(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const { testNamePattern, tagsFilter, shard } = vitest.config;
  if (testNamePattern !== undefined || tagsFilter !== undefined || shard !== undefined)
    return false;
  const all = await vitest.globTestSpecifications();
  const chosen = new Set(specifications.map(({ moduleId }) => moduleId));
  return all.every(({ moduleId }) => chosen.has(moduleId));
}

export function lastLine({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
