// An acknowledged record survives a kill at any system call, and a disk that fails at any of them.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  inject,
  needsStrace,
  pointsOf,
  whyNoStrace,
  type Fault,
  type Point,
  type Run,
  type Syscall,
} from './strace.ts';
import { violations } from './verdict.ts';

const everyCall: ReadonlySet<Syscall> = new Set([
  'fsync',
  'fdatasync',
  'rename',
  'mkdir',
  'ftruncate',
  'fchmod',
  'unlink',
]);
const minCrashPoints = 187;
/** A few more than needed: a point late in the run is missed when a run makes one call less. */
const crashPoints = 205;
const failingPoints = 30;
const timeout = 600_000;

/** A kill loses nothing that was handed to the kernel, so a disk would only make this slower. `power-cut.ts` uses one. */
const inMemory = '/dev/shm';

let root: string;
let points: readonly Point[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(existsSync(inMemory) ? inMemory : tmpdir(), 'percept-faults-'));
  if ((await whyNoStrace()) === undefined)
    points = await pointsOf(join(root, 'count'), join(root, 'calls.log'));
}, timeout);

afterAll(() => rm(root, { recursive: true, force: true }));

describe('the memory under faults', () => {
  test(
    'keeps every acknowledged record when it is killed at any system call',
    { tags: ['f-store-ack-means-durable', 'f-store-blob-before-ref'], timeout },
    async (context) => {
      await needsStrace(context);
      const rare = points.filter(({ syscall }) => everyCall.has(syscall));
      const frequent = points.filter(({ syscall }) => !everyCall.has(syscall));
      const chosen = [...rare, ...spread(frequent, crashPoints - rare.length)];
      const report = await runAll(chosen, 'signal=KILL');
      console.log(
        `crash points: ${report.struck} killed of ${points.length} known, ${report.violations.length} violations`,
      );
      expect(report.violations).toEqual([]);
      expect(report.struck).toBeGreaterThanOrEqual(minCrashPoints);
    },
  );

  test.for(['error=ENOSPC', 'error=EIO'] as const)(
    'loses nothing when the disk answers once with %s',
    { tags: ['f-store-disk-full', 'f-fsck-10-full-disk'], timeout },
    async (fault, context) => {
      await needsStrace(context);
      const failing = points.filter(({ syscall }) => canFail.has(syscall));
      const report = await runAll(spread(failing, failingPoints), fault);
      console.log(
        `${fault}: ${report.runs} failing calls, ${report.refusals} refusals, ${report.violations.length} violations`,
      );
      expect(report.violations).toEqual([]);
      expect(report.refusals).toBeGreaterThan(0);
    },
  );
});

/** A failed close or a failed eventfd write kills Node itself, which the first test covers. */
const canFail: ReadonlySet<Syscall> = new Set([
  'pwrite64',
  'fsync',
  'fdatasync',
  'rename',
  'mkdir',
  'ftruncate',
  'fchmod',
]);

/** `count` of the points, evenly from first to last. */
function spread(all: readonly Point[], count: number): readonly Point[] {
  return all.filter(
    (_, index) =>
      Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  );
}

interface Report {
  readonly runs: number;
  readonly struck: number;
  readonly refusals: number;
  readonly violations: readonly string[];
}

async function runAll(chosen: readonly Point[], fault: Fault): Promise<Report> {
  const results: { readonly run: Run; readonly violations: readonly string[] }[] = [];
  const queue = chosen.values();
  const worker = async (): Promise<void> => {
    for (const point of queue) {
      const directory = join(root, `${fault}-${point.syscall}-${point.when}`);
      const run = await inject(directory, point, fault);
      const found = await violations(directory, run.output);
      results.push({
        run,
        violations: found.map((what) => `${fault} at ${point.syscall} ${point.when}: ${what}`),
      });
      await rm(directory, { recursive: true, force: true });
    }
  };
  await Promise.all([worker(), worker()]);
  return {
    runs: results.length,
    struck: results.filter(({ run }) => run.killed).length,
    refusals: results.flatMap(({ run }) => run.output).filter((line) => line.startsWith('refused'))
      .length,
    violations: results.flatMap((result) => result.violations),
  };
}
