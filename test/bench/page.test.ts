// The page of benchmarks: what scripts print, with its circumstances; a script that hangs is stopped, and what was measured is kept.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureAll, type BenchRun } from '../../bench/page.ts';

function benches(sources: Readonly<Record<string, string>>, timeoutMs = 60_000): BenchRun {
  const scripts = mkdtempSync(join(tmpdir(), 'percept-bench-'));
  onTestFinished(() => rmSync(scripts, { recursive: true }));
  for (const [name, source] of Object.entries(sources))
    writeFileSync(join(scripts, `${name}.ts`), source);
  return {
    scripts,
    results: join(scripts, 'results'),
    names: Object.keys(sources),
    commit: 'abc1234',
    machine: '2 × a processor',
    day: '2026-01-02',
    timeoutMs,
    say: () => undefined,
  };
}

test('the page holds what was printed, with day, machine and commit', () => {
  const page = measureAll(
    benches({
      ratio: "console.log('| a | b |\\n| - | - |\\n| <1 | 2 |')",
      plain: 'console.log(7)',
    }),
  );
  expect(page).toContain('## ratio');
  expect(page).toContain('2026-01-02, 2 × a processor, commit abc1234.\n\n| a | b |');
  expect(page).toContain('| &lt;1 | 2 |');
  expect(page).toContain('~~~text\n7\n~~~');
});

test('what has a result at this commit is not measured again, and at another it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const count = join(folder, 'count');
  const source = `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(count)}, 'x'); console.log('done');`;
  const run = benches({ once: source });
  expect(measureAll(run)).toBe(measureAll(run));
  expect(readFileSync(count, 'utf8')).toBe('x');
  measureAll({ ...run, commit: 'def5678' });
  expect(readFileSync(count, 'utf8')).toBe('xx');
});

test('less of a benchmark is named with its arguments, and is another result than all of it', () => {
  const run = benches({ rounds: 'console.log(process.argv[2] ?? 300)' });
  const page = measureAll({ ...run, argumentsOf: () => ['40'] });
  expect(page).toContain('`npm run bench -- rounds 40`.');
  expect(page).toContain('~~~text\n40\n~~~');
  expect(measureAll(run)).toContain('~~~text\n300\n~~~');
});

test('a benchmark that fails or does not end has no figures, says so, and keeps none from running', () => {
  const failing = benches({
    broken: "console.log('begun'); console.error('Install it first.'); process.exit(3)",
    thrown: "throw new TypeError('Nothing to measure.')",
    fine: 'console.log(1)',
  });
  const page = measureAll(failing);
  expect(page).toContain('No figures: It ended with 3. Install it first.');
  expect(page).toContain('No figures: It ended with 1. TypeError: Nothing to measure.');
  expect(page).toContain('~~~text\n1\n~~~');
  const endless = benches({ endless: 'setInterval(() => undefined, 1000)' }, 2000);
  expect(measureAll(endless)).toContain('No figures: It was stopped after 2 s.');
});

test('all together take no longer than they may, and what was not reached says so', () => {
  const run = benches({ endless: 'setInterval(() => undefined, 1000)', late: 'console.log(1)' });
  const page = measureAll({ ...run, totalMs: 1500 });
  expect(page).toMatch(/## endless\n\n.*No figures: It was stopped after \d s\./);
  expect(page).toContain('No figures: No time was left for it.');
  expect(measureAll({ ...run, names: ['late'] })).toContain('~~~text\n1\n~~~');
});
