// docs/requirements.md: every requirement with the tests that carry it, and why an open one is open. Generated, never
// written by hand, and without line numbers, so that only a test that comes, goes or gets a new title changes it.

import type { Requirement } from './requirement.ts';
import type { CitingTest } from './scan.ts';
import { totals, totalsLine } from './table.ts';

const head = `---
search: false
outline: 2
---
# Requirements

Written by \`npm run requirements -- --write\`; \`npm run check\` fails when it is stale. Each requirement is one sentence of a source: one
of the five seeds behind Percept (000 to 004), a measured fact about their world, or the design. Below it stand the tests that carry
its id. A full run fails when a built requirement has no passing test, or an open one has one ([how](../conformance/README.md)).
`;

export function page(
  requirements: readonly Requirement[],
  tests: ReadonlyMap<string, readonly CitingTest[]>,
): string {
  const sections = [...Map.groupBy(requirements, ({ source }) => source)].map(
    ([source, members]) => {
      const { built, total } = totals(members);
      const items = members.map((requirement) =>
        item(requirement, tests.get(requirement.id) ?? []),
      );
      return `## ${source}\n\n${built} of ${total} built.\n\n${items.join('\n')}\n`;
    },
  );
  return [head, `${totalsLine(totals(requirements))}\n`, ...sections].join('\n');
}

/** What is wrong with the page that is kept, if it is not the one of today. */
export function staleness(kept: string, current: string): readonly string[] {
  return kept === current ? [] : ['docs/requirements.md is stale: npm run requirements -- --write'];
}

function item({ id, level, text, reason }: Requirement, tests: readonly CitingTest[]): string {
  const files = [...Map.groupBy(tests, ({ file }) => file)].map(([file, members]) => {
    const titles = new Set(members.map(({ title }) => escaped(title)));
    return `  - [${file}](../${file}): ${[...titles].join(' · ')}`;
  });
  const open = reason === undefined ? [] : [`  - **open**: ${escaped(reason)}`];
  return [`- ${escaped(text)} (${level}, \`${id}\`)`, ...open, ...files].join('\n');
}

/** Words as words in Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_<>{}[\]|~]/g, '\\$&');
}
