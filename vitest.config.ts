// Tests cite requirements by tag; a tag that is not a requirement stops the run. `--project` chooses the suite.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { AttackReporter } from './test/attacks/reporter.ts';
import { RequirementReporter } from './conformance/reporter.ts';
import { type RequirementId, requirements } from './conformance/requirements.ts';
import { citedOutside } from './conformance/scan.ts';
import { suites } from './conformance/test-files.ts';
import { fontsFile } from './test/fonts.ts';

declare module 'vitest' {
  interface TestTags {
    requirement: RequirementId;
  }
}

const root = fileURLToPath(new URL('.', import.meta.url));

const isMutant = process.env['PERCEPT_MUTANT'] !== undefined;

export default defineConfig({
  plugins: isMutant ? [mutantPlugin()] : [],
  test: {
    // A changed file is not to be remembered by runs after this one, nor the unchanged one found by this.
    fsModuleCache: !isMutant,
    tags: requirements.map(({ id, text }) => ({ name: id, description: text })),
    strictTags: true,
    reporters: [
      'default',
      new AttackReporter(),
      new RequirementReporter(requirements, {
        citedElsewhere: (running) => citedOutside(root, running),
        proofs: `${root}node_modules/.cache/percept`,
      }),
    ],
    projects: suites.map(({ name, include, exclude }) => ({
      extends: true as const,
      test: {
        name,
        include: [...include],
        exclude: ['**/node_modules/**', ...exclude],
        env: {
          FONTCONFIG_FILE: fontsFile(),
          PERCEPT_SUITE: name,
          XDG_CACHE_HOME: `${root}node_modules/.cache/percept/xdg`,
        },
      },
    })),
    // Half of a test's time is waiting for a process that it started, so one more than there are processors.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    // A guard against what hangs, and no judgement of speed: machines are busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

/** A run of `npm run mutants`: one file is read with one change (scripts/mutants). */
function mutantPlugin(): Plugin {
  return {
    name: 'percept-mutant',
    enforce: 'pre',
    async transform(code, id) {
      const { mutated } = await import('./scripts/mutants/mutated.ts');
      return mutated(id, code);
    },
  };
}
