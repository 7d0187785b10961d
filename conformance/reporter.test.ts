import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { lastLine } from './reporter.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const made: string[] = [];
afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

test('the last line counts, and names skips only when there are some', () => {
  expect(lastLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(lastLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

describe('a full run', { timeout: 60_000, tags: ['d-requirements-gate'] }, () => {
  test('passes when claims and proofs agree', () => {
    const run = vitest("test('a', { tags: ['x-built'] }, () => {}); test('b', () => {});");
    expect(run).toMatchObject({ code: 0, last: '2 passed, 0 failed', stderr: '' });
  });

  test('fails when a built requirement is carried by no passing test', () => {
    const run = vitest(
      "test('a', { tags: ['x-built'] }, (context) => context.skip('no scanner'));",
    );
    expect(run).toMatchObject({ code: 1, last: '0 passed, 1 failed, 1 skipped' });
    expect(run.stderr).toContain('x-built: claimed as built, but no passed test carries it');
    expect(run.stdout).toContain('skipped: a (no scanner)');
  });

  test('fails when an open requirement is carried by a passing test', () => {
    const run = vitest("test('a', { tags: ['x-built', 'x-open'] }, () => {});");
    expect(run).toMatchObject({ code: 1, last: '1 passed, 1 failed' });
    expect(run.stderr).toContain('x-open: a passed test carries it; flip it to built');
  });

  test('fails on an id that is no requirement', () => {
    const run = vitest("test('a', { tags: ['x-lost'] }, () => {});");
    expect(run.code).toBe(1);
    expect(run.last).not.toContain(' 0 failed');
    expect(run.stderr).toContain('"x-lost" is not defined');
  });

  test('fails on a skip without a reason', () => {
    const run = vitest("test('a', { tags: ['x-built'] }, () => {}); test.skip('b', () => {});");
    expect(run).toMatchObject({ code: 1, last: '1 passed, 1 failed, 1 skipped' });
    expect(run.stderr).toContain("b: skipped without a reason; use context.skip('why')");
  });

  test('counts a file that cannot be loaded and an error outside any test as failed', () => {
    const broken = vitest("import './missing.ts';");
    expect(broken.code).toBe(1);
    expect(broken.last).toBe('0 passed, 2 failed');
    const loose = vitest(
      "test('a', { tags: ['x-built'] }, async () => { void Promise.reject(new Error('loose')); await new Promise((done) => setTimeout(done, 20)); });",
    );
    expect(loose).toMatchObject({ code: 1, last: '1 passed, 1 failed' });
  });
});

test('a narrowed run is not judged by the gate', { timeout: 60_000 }, () => {
  const run = vitest("test('a', () => {}); test('b', () => {});", '-t', 'a');
  expect(run).toMatchObject({ code: 0, last: '1 passed, 0 failed, 1 skipped' });
});

/** Runs the real runner over one test file, with one built and one open requirement. */
function vitest(body: string, ...options: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'reporter-'));
  made.push(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'a.test.ts'), `import { test } from 'vitest';\n${body}\n`);
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { RequirementReporter } from ${JSON.stringify(join(repository, 'conformance/reporter.ts'))};
    const requirements = ['built', 'open'].map((status) => (
      { id: 'x-' + status, source: 'design', level: 'must', text: 'So.', status, issue: 2 }));
    const tags = requirements.map(({ id }) => ({ name: id }));
    const reporters = ['default', new RequirementReporter(requirements)];
    export default { test: { tags, reporters, include: ['*.test.ts'], maxWorkers: 1 } };`,
  );
  const command = join(repository, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'run', '--root', root, ...options],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], NO_COLOR: '1', CI: 'true' } },
  );
  return { code: status, stdout, stderr, last: stdout.trimEnd().split('\n').at(-1) };
}
