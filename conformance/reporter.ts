// The last word of a test run: the requirement gate, the reason of every skip, and one line to read.
// Nothing may print after `N passed, N failed`, so it is written when the process exits.

import { writeSync } from 'node:fs';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { type Citations, complaints, judge } from './gate.ts';
import { writeProof } from './proofs.ts';
import type { Requirement } from './requirement.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface ReporterOptions {
  /** Of each project of the runner, the suite that it is a part of. Without it, each is a suite of its own. */
  readonly projects?: readonly { readonly name: string; readonly suite: string }[];
  /** The ids that only suites outside this run can prove. */
  readonly citedElsewhere?: (running: readonly string[]) => ReadonlySet<string>;
  /** The folder where a full run of one suite leaves what it has proven. */
  readonly proofs?: string;
}

export class RequirementReporter implements Reporter {
  readonly #requirements: readonly Requirement[];
  readonly #options: ReporterOptions;
  #vitest: Vitest | undefined;
  #full = false;
  #tally: Tally | undefined;
  #announced = false;

  constructor(requirements: readonly Requirement[], options: ReporterOptions = {}) {
    this.#requirements = requirements;
    this.#options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (this.#vitest === undefined) return;
    this.#full = this.#runsWholeSuites() && (await isFull(this.#vitest, specifications));
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

    const running = this.#running().map((name) => this.#suiteOf(name));
    const failures = full ? this.#objections(tests, skipped, running) : [];
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
    if (full && this.#options.proofs !== undefined) this.#leaveProofs(tests, this.#options.proofs);
  }

  #running(): readonly string[] {
    return (this.#vitest?.projects ?? []).map(({ name }) => name);
  }

  #suiteOf(project: string): string {
    return this.#options.projects?.find(({ name }) => name === project)?.suite ?? project;
  }

  #runsWholeSuites(): boolean {
    const running = this.#running();
    const suites = new Set(running.map((name) => this.#suiteOf(name)));
    return (this.#options.projects ?? []).every(
      ({ name, suite }) => !suites.has(suite) || running.includes(name),
    );
  }

  #leaveProofs(tests: readonly TestCase[], folder: string): void {
    const failed = this.#tally?.failed ?? 1;
    for (const [suite, own] of Map.groupBy(tests, ({ project }) => this.#suiteOf(project.name))) {
      const proved = Object.fromEntries(citationsOf(own));
      writeProof(folder, suite, { failed, proved });
    }
  }

  #objections(
    tests: readonly TestCase[],
    skipped: readonly TestCase[],
    running: readonly string[],
  ): readonly string[] {
    const { unknown, uncited, unclaimed } = judge(this.#requirements, citationsOf(tests));
    // Outside CI a program may be missing, and what needs it cannot be proven there.
    const excused = new Set([
      ...(this.#options.citedElsewhere?.(running) ?? []),
      ...(inCi() ? [] : skipped.flatMap((test) => [...test.tags])),
    ]);
    const verdict = { unknown, unclaimed, uncited: uncited.filter((id) => !excused.has(id)) };
    const silent = skipped.filter((test) => reason(test) === noReason);
    return [
      ...complaints(verdict, 'passed test'),
      ...silent.map(
        (test) => `${test.fullName}: skipped without a reason; use context.skip('why')`,
      ),
    ];
  }
}

/** How many passed tests carry each id. */
function citationsOf(tests: readonly TestCase[]): Citations {
  const citations = new Map<string, number>();
  for (const test of tests) {
    if (test.result().state !== 'passed') continue;
    for (const id of test.tags) citations.set(id, (citations.get(id) ?? 0) + 1);
  }
  return citations;
}

/** CI has everything: there a skip is never an excuse. */
function inCi(): boolean {
  return process.env['CI'] === 'true';
}

const noReason = 'no reason given';

/** A run that never ended is no success. */
const unfinished: Tally = { passed: 0, failed: 1, skipped: 0 };

function reason(test: TestCase): string {
  const result = test.result();
  if (test.options.mode === 'todo') return 'todo';
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? whyUnless(test) ?? noReason;
}

/** The reason that a test, or a suite around it, was given (test/needs.ts). */
function whyUnless(test: TestCase | TestSuite): string | undefined {
  const own = test.meta().skippedBecause;
  if (own !== undefined || test.parent.type === 'module') return own;
  return whyUnless(test.parent);
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
