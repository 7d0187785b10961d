// Tests cite requirements by tag; a tag that is not a requirement stops the run. `--project` chooses the suite.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';
import { AttackReporter } from './test/attacks/reporter.ts';
import { RequirementReporter } from './conformance/reporter.ts';
import { type RequirementId, requirements } from './conformance/requirements.ts';
import { citedOutside } from './conformance/scan.ts';
import { type Project, projectsOf, suites } from './conformance/test-files.ts';
import { fontsFile } from './test/fonts.ts';
import { LongFirst } from './test/sequence.ts';

declare module 'vitest' {
  interface TestTags {
    requirement: RequirementId;
  }
}

const root = fileURLToPath(new URL('.', import.meta.url));

const projects = projectsOf(root);

const cache = `${root}node_modules/.cache/percept`;

// Programs and threads of tests are compiled once, and not at each of their starts. Here, so that workers begin with it.
process.env['NODE_COMPILE_CACHE'] = `${cache}/xdg/percept/code`;

// `npm run mutants` first asks which tests run which lines: then a process is one file's. It runs a few files very often.
const isAsked = process.env['PERCEPT_REACHED'] !== undefined;
const isOfMutant = process.env['PERCEPT_MUTANT'] !== undefined;

/** More than half of a test's time is waiting for a process that it started; what the others start works more itself. */
const workers = { portable: workersBeside(3), system: workersBeside(2), rehearsal: 1 } as const;

function workersBeside(more: number): number {
  return Math.min(availableParallelism() + more, 8);
}

function isWhole({ name, suite }: Project): boolean {
  return name === suite;
}

function configOf({ name, suite, include, exclude, isolate }: Project) {
  return {
    extends: true as const,
    test: {
      name,
      isolate: isolate || isAsked,
      maxWorkers: workers[suite],
      // One suite after the other, where files of several are named.
      sequence: { groupOrder: suites.findIndex((one) => one.name === suite) },
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude],
      env: {
        FONTCONFIG_FILE: fontsFile(),
        PERCEPT_SUITE: suite,
        XDG_CACHE_HOME: `${cache}/xdg`,
      },
    },
  };
}

export default defineConfig({
  test: {
    fsModuleCache: true,
    globalSetup: [`${root}test/compiled-code.ts`],
    setupFiles: isAsked ? [`${root}scripts/mutants/setup.ts`] : [],
    tags: requirements.map(({ id, text }) => ({ name: id, description: text })),
    strictTags: true,
    reporters: [
      'default',
      new AttackReporter(),
      new RequirementReporter(requirements, {
        projects,
        citedElsewhere: (running) => citedOutside(root, running),
        proofs: cache,
      }),
    ],
    sequence: { sequencer: LongFirst },
    projects: projects.filter(isWhole).map((project) => ({
      ...configOf(project),
      // Whoever chooses a suite chooses all parts of it.
      plugins: [
        {
          name: 'percept-parts',
          configureVitest: async ({ vitest, injectTestProjects }: VitestPluginContext) => {
            const parts = projects.filter((part) => part.suite === project.suite && !isWhole(part));
            const chosen = vitest.config.project;
            if (chosen.length > 0) chosen.push(...parts.map(({ name }) => name));
            if (parts.length > 0) await injectTestProjects(parts.map(configOf));
          },
        },
      ],
    })),
    // A guard against what hangs, and no judgement of speed: machines are busy.
    testTimeout: isOfMutant ? 60_000 : 240_000,
    expect: { poll: { timeout: isOfMutant ? 50_000 : 200_000 } },
    hookTimeout: 240_000,
  },
});
