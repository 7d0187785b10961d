// Prints the table of attacks: where they come from, how often they were tried, and how many tests saw one succeed.
import type { Reporter, TestModule } from 'vitest/node';
import './tries.ts';

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
    for (const [source, tries] of Object.entries(test.meta().attacks ?? {})) {
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
