// Tests cite requirements by tag; a tag that is not a requirement stops the run.

import { defineConfig } from 'vitest/config';
import { RequirementReporter } from './conformance/reporter.ts';
import { type RequirementId, requirements } from './conformance/requirements.ts';
import { testFiles } from './conformance/test-files.ts';

declare module 'vitest' {
  interface TestTags {
    requirement: RequirementId;
  }
}

export default defineConfig({
  test: {
    include: [...testFiles],
    tags: requirements.map(({ id, text }) => ({ name: id, description: text })),
    strictTags: true,
    reporters: ['default', new RequirementReporter(requirements)],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
