// Prints the table of attacks: where they come from, how often they were tried, and how many tests saw one succeed.
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import './tries.ts';

/** Files whose attacks were rebuilt from a script of the red team. */
const findings: Readonly<Record<string, string>> = {
  'test/permission/chat.test.ts': 'finding chatpty, plain-typeahead',
  'test/permission/edits.test.ts': 'finding edit-race, swap-write',
  'test/permission/questions.test.ts': 'finding ids-anthropic, guests',
  'packages/web/test/app-questions.system.test.ts': 'finding web, web-same',
  'packages/agent/test/fence-places.test.ts': 'finding compact, names',
  'packages/core/test/fence.test.ts': 'finding compact, names',
  'packages/host/test/crowds.test.ts': 'finding silent sockets',
};

/** As the test counted them; otherwise a test that says that it is an attack is one. */
function attacksOf(test: TestCase): Readonly<Record<string, number>> {
  const counted = test.meta().attacks;
  if (counted) return counted;
  if (!test.name.startsWith('attack: ')) return {};
  const file = test.module.moduleId.replaceAll('\\', '/');
  const known = Object.keys(findings).find((path) => file.endsWith(path));
  return { [known === undefined ? 'own' : (findings[known] ?? 'own')]: 1 };
}

interface Row {
  tests: number;
  tries: number;
  succeeded: number;
}

export class AttackReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = tableOf(modules);
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

function tableOf(modules: readonly TestModule[]): readonly string[] {
  const rows = new Map<string, Row>();
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    for (const [source, tries] of Object.entries(attacksOf(test))) {
      const row = rows.get(source) ?? { tests: 0, tries: 0, succeeded: 0 };
      row.tests += 1;
      row.tries += tries;
      if (test.result().state === 'failed') row.succeeded += 1;
      rows.set(source, row);
    }
  }
  if (rows.size === 0) return [];
  const all = [...rows.values()];
  const sum = (read: (row: Row) => number): number =>
    all.reduce((total, row) => total + read(row), 0);
  const width = Math.max(...[...rows.keys()].map((name) => name.length), 'attacks'.length);
  const line = (name: string, tests: unknown, tries: unknown, succeeded: unknown): string =>
    `${name.padEnd(width)}  ${String(tests).padStart(6)}  ${String(tries).padStart(8)}  ${String(succeeded).padStart(9)}`;
  return [
    line('attacks', 'tests', 'tries', 'succeeded'),
    ...[...rows]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, { tests, tries, succeeded }]) => line(name, tests, tries, succeeded)),
    line(
      'all',
      sum(({ tests }) => tests),
      sum(({ tries }) => tries),
      sum(({ succeeded }) => succeeded),
    ),
  ];
}
