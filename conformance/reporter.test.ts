import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { provedBy, writeProof } from './proofs.ts';
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

describe('a full run', { timeout: 240_000, tags: ['d-requirements-gate'] }, () => {
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

  test('takes the reason of a suite for all of its tests', () => {
    const run = vitest(
      "test('a', { tags: ['x-built'] }, () => {}); describe('s', unless('no scanner'), () => { test('b', () => {}); });",
    );
    expect(run).toMatchObject({ code: 0, last: '1 passed, 0 failed, 1 skipped', stderr: '' });
    expect(run.stdout).toContain('skipped: s > b (no scanner)');
  });

  test('is not asked for what another suite proves, and leaves what it has proven', () => {
    const run = vitest("test('a', { tags: ['x-other'] }, () => {});", '--mode', 'elsewhere');
    expect(run).toMatchObject({ code: 0, last: '1 passed, 0 failed', stderr: '' });
    expect(run.proof).toEqual({ failed: 0, proved: { 'x-other': 1 } });
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

test('both suites together prove what is built, or are told what is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  made.push(folder);
  const suites = [
    { name: 'one', command: 'npm run one' },
    { name: 'two', command: 'npm run two' },
  ];
  writeProof(folder, 'one', { failed: 0, proved: { 'x-a': 2 } });
  expect(provedBy(folder, suites).unreadable).toEqual(['two: no full run yet; npm run two']);
  writeProof(folder, 'two', { failed: 1, proved: { 'x-a': 1, 'x-b': 1 } });
  const { citations, unreadable } = provedBy(folder, suites);
  expect(Object.fromEntries(citations)).toEqual({ 'x-a': 3, 'x-b': 1 });
  expect(unreadable).toEqual(['two: 1 failed; npm run two']);
});

test('a narrowed run is not judged by the gate', { timeout: 240_000 }, () => {
  const run = vitest("test('a', () => {}); test('b', () => {});", '-t', 'a');
  expect(run).toMatchObject({ code: 0, last: '1 passed, 0 failed, 1 skipped' });
});

test('a run of a part of a suite is not judged, and proves nothing', { timeout: 240_000 }, () => {
  const run = vitest("test('a', () => {});", '--mode', 'part');
  expect(run).toMatchObject({ code: 0, last: '1 passed, 0 failed', proof: undefined });
});

/** Runs the real runner over one test file, with one built and one open requirement. */
function vitest(body: string, ...options: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'reporter-'));
  made.push(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(
    join(root, 'a.test.ts'),
    `import { describe, test } from 'vitest';
    import { unless } from ${JSON.stringify(join(repository, 'test/needs.ts'))};
    ${body}\n`,
  );
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { RequirementReporter } from ${JSON.stringify(join(repository, 'conformance/reporter.ts'))};
    const requirements = ['built', 'open'].map((status) => (
      { id: 'x-' + status, source: 'design', level: 'must', text: 'So.', status, issue: 2 }));
    const other = { id: 'x-other', source: 'design', level: 'must', text: 'So.', status: 'built', issue: 2 };
    export default ({ mode }) => {
      const known = mode === 'elsewhere' ? [...requirements, other] : requirements;
      const tags = known.map(({ id }) => ({ name: id }));
      const parts = ['one', 'two'].map((name) => ({ name, suite: 'one' }));
      const options = mode === 'elsewhere' ? { citedElsewhere: () => new Set(['x-built']) } :
        mode === 'part' ? { projects: parts } : {};
      const reporter = new RequirementReporter(known, { ...options, proofs: ${JSON.stringify(root)} });
      const reporters = ['default', reporter];
      return { test: { name: 'one', tags, reporters, include: ['*.test.ts'], maxWorkers: 1 } };
    };`,
  );
  const command = join(repository, 'node_modules/vitest/vitest.mjs');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'run', '--root', root, ...options],
    { encoding: 'utf8', env: { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1', CI: 'true' } },
  );
  const proof: unknown = existsSync(join(root, 'proved-one.json'))
    ? JSON.parse(readFileSync(join(root, 'proved-one.json'), 'utf8'))
    : undefined;
  return { code: status, stdout, stderr, proof, last: stdout.trimEnd().split('\n').at(-1) };
}
