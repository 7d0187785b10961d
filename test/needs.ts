// What a test needs and this machine may not have. A test that is skipped says why, and the reporter prints it.

declare module 'vitest' {
  interface TaskMeta {
    /** Why the tests of a suite, or one test, do not run here. */
    readonly skippedBecause?: string;
  }
}

interface Skipped {
  readonly skip: boolean;
  readonly meta: { readonly skippedBecause?: string };
}

/**
 * Options of a suite or a test that runs unless there is a reason against it.
 *
 * @example
 * describe('at scale', unless(noPostgres), () => { … });
 */
export function unless(reason: string | undefined): Skipped {
  if (reason === undefined) return { skip: false, meta: {} };
  return { skip: true, meta: { skippedBecause: reason } };
}

/** Whether this is the suite that drives real programs: what it finds missing is a failure in CI. */
export function inSystemSuite(): boolean {
  return process.env['PERCEPT_SUITE'] === 'system';
}
