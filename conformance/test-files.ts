// Where tests live, and which suite a file belongs to: `npm test` takes what runs anywhere, and whatever drives real programs of
// the machine, installs something or reads from beside the checkout is named `*.system.test.ts` and waits for
// `npm run test:system`; `*.rehearsal.test.ts` runs all of `npm test` once more on a machine that has next to nothing
// (`npm run test:rehearsal`). The runner and the static scan read the same list, so neither can see more than the other.

export interface Suite {
  readonly name: 'portable' | 'system' | 'rehearsal';
  readonly command: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const systemFiles = [
  'packages/*/test/**/*.system.test.ts',
  'conformance/**/*.system.test.ts',
  'test/**/*.system.test.ts',
];

const rehearsalFiles = ['test/**/*.rehearsal.test.ts'];

/** Run by both suites: the first makes a part of each proof, the second all of it (`test/amount.ts`). */
const longFiles = ['packages/*/test/**/*.long.test.ts', 'test/**/*.long.test.ts'];

const portable: Suite = {
  name: 'portable',
  command: 'npm test',
  include: ['packages/*/test/**/*.test.ts', 'conformance/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: [...systemFiles, ...rehearsalFiles],
};

const system: Suite = {
  name: 'system',
  command: 'npm run test:system',
  include: [...systemFiles, ...longFiles],
  exclude: [],
};

const rehearsal: Suite = {
  name: 'rehearsal',
  command: 'npm run test:rehearsal',
  include: rehearsalFiles,
  exclude: [],
};

export const suites: readonly Suite[] = [portable, system, rehearsal];
