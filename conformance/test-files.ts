// Where tests live, and which suite a file belongs to: `npm test` takes what runs anywhere, and whatever drives real programs of
// the machine, installs something or reads from beside the checkout is named `*.system.test.ts` and waits for
// `npm run test:system`; `*.rehearsal.test.ts` runs all of `npm test` once more on a machine that has next to nothing
// (`npm run test:rehearsal`). The runner and the static scan read the same list, so neither can see more than the other.

import { globSync } from 'node:fs';

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

/**
 * Files of the first suite that run in one process after each other, and load what they test once. Everything that they open they
 * close, and they neither watch their own process (memory, handles, time) nor change it; a file that does is left out.
 */
const sharing = {
  include: [
    ...['agent', 'core', 'eyes', 'host', 'openwop', 'percept', 'store', 'terminal', 'web'].map(
      (name) => `packages/${name}/test/**/*.test.ts`,
    ),
    // The others there watch decoders, memory or time.
    'packages/ingest/test/{admission,breaks-off,canonical,clipboard-platforms,door,door-keep}.test.ts',
    'packages/ingest/test/{fit,fit-orientation,fit-target,foreign,legacy-text,nasty,path}.test.ts',
    'packages/ingest/test/{path-name,probe,probe-good,stream-request,strip,url,url-policy}.test.ts',
    ...['acp', 'attachments', 'attacks', 'bridge', 'chat', 'client-servers', 'eyes', 'host'].map(
      (name) => `test/${name}/**/*.test.ts`,
    ),
    ...['library', 'made', 'mcp', 'permission', 'stories', 'terminals', 'wires'].map(
      (name) => `test/${name}/**/*.test.ts`,
    ),
  ],
  exclude: [
    ...portable.exclude,
    ...longFiles,
    // They count what this process does, or replace a part of it.
    'packages/agent/test/{client-servers,models,tools}.test.ts',
    'packages/core/test/{oracle-hostile,words}.test.ts',
    'packages/core/test/lens/{hostile,scale}.test.ts',
    'packages/host/test/assets-{bytes,constant-time}.test.ts',
    'packages/store/test/{closing,record}.test.ts',
    'test/acp/startup.test.ts',
    'test/host/list-cost.test.ts',
    'test/host/openwop-abuse.test.ts',
    // It loads other test files a second time.
    'test/host/openwop-model-nodes.test.ts',
  ],
};

export interface Project {
  readonly name: string;
  readonly suite: Suite['name'];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly isolate: boolean;
}

/** What the runner calls a project: a suite, or a part of one that begins with its name. */
export function projectsOf(root: string): readonly Project[] {
  const shared = globSync(sharing.include, { cwd: root, exclude: sharing.exclude }).toSorted();
  return suites.flatMap(({ name, include, exclude }): readonly Project[] =>
    name === 'portable'
      ? [
          { name, suite: name, include, exclude: [...exclude, ...shared], isolate: true },
          { name: `${name}-shared`, suite: name, include: shared, exclude, isolate: false },
        ]
      : [{ name, suite: name, include, exclude, isolate: true }],
  );
}
