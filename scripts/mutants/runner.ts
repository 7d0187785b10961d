// Runs test files over a changed source, one after the other, in one Vitest that stays: it is asked over a channel which files to run
// after which source has changed, and answers which of them failed first. Started by `asked-tests.ts` in the copy of the checkout.
import { isRecord } from '@percept/core/internal';
import { createVitest } from 'vitest/node';

const vitest = await createVitest({
  project: ['portable'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
});
await vitest.standalone();

/** It is as it was again. */
let restored: string | undefined;

process.on('message', (message) => {
  const { changed, tests } = isRecord(message) ? message : {};
  const names = Array.isArray(tests) ? tests.map(String) : [];
  void firstToFail(String(changed), names).then((failed) => process.send?.({ failed }));
});
process.on('disconnect', () => void vitest.close());

async function firstToFail(changed: string, tests: readonly string[]): Promise<string | undefined> {
  if (restored !== undefined) vitest.invalidateFile(restored);
  vitest.invalidateFile(changed);
  restored = changed;
  for (const test of tests) {
    const asked = await vitest.globTestSpecifications([test]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked, false);
    // It also tells what earlier runs found.
    const paths = new Set(asked.map(({ moduleId }) => moduleId));
    const own = testModules.filter(({ moduleId }) => paths.has(moduleId));
    const isGood = own.length > 0 && own.every((module) => module.ok());
    if (!isGood || unhandledErrors.length > 0) return test;
  }
  return undefined;
}
