import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { complaints, judge } from './gate.ts';
import { malformed } from './malformed.ts';
import { page, staleness } from './page.ts';
import type { Requirement } from './requirement.ts';
import { requirements } from './requirements.ts';
import { citedIn, scan } from './scan.ts';
import { table, totals, totalsLine } from './table.ts';

describe('the list of requirements', () => {
  test('has ids of their own, known sources and one short sentence each', () => {
    expect(malformed(requirements)).toEqual([]);
  });

  test.each<[string, Partial<Requirement>]>([
    ['x-built: not an id of design Somewhere', {}],
    ['d-Built: not an id of design Somewhere', { id: 'd-Built' }],
    ['d-built: no source "seed 7"', { id: 'd-built', source: 'seed 7' }],
    ['d-built: say it in one sentence of 10 to 120 characters', { id: 'd-built', text: 'So' }],
    ['d-built: no issue 1', { id: 'd-built', issue: 1 }],
    [
      'd-built: neither built (built.ts) nor open with a reason (open.ts)',
      { id: 'd-built', status: 'open' },
    ],
    ['d-built: built, and open with a reason', { id: 'd-built', reason: 'Not yet.' }],
  ])('would be told: %s', (complaint, change) => {
    expect(malformed([{ ...sample('built'), text: 'It is so, always.', ...change }])).toEqual([
      complaint,
    ]);
  });

  test('would be told of an id that stands twice', () => {
    const one = { ...sample('built'), id: 'd-built', text: 'It is so, always.' };
    expect(malformed([one, one])).toEqual(['d-built: stands twice']);
  });

  test('covers all five seeds, the facts and the design', () => {
    const origins = new Set(requirements.map(({ source }) => source.split(/[ /]/)[0] ?? ''));
    expect([...origins].toSorted()).toEqual(['000', '001', '002', '003', '004', 'design', 'facts']);
  });
});

describe('the gate', () => {
  const [open, built] = [sample('open'), sample('built')];

  test('is open when what is built is cited and nothing else is', () => {
    expect(verdict([open, built], { 'x-built': 1 })).toEqual([]);
  });

  test('closes on an id that nobody defined', { tags: ['d-requirements-gate'] }, () => {
    expect(verdict([open], { 'x-invented': 1 })).toEqual(['x-invented: no such requirement']);
  });

  test('closes on a claim without proof', { tags: ['d-requirements-gate'] }, () => {
    expect(verdict([built], {})).toEqual(['x-built: claimed as built, but no test carries it']);
  });

  test('closes on a proof without claim', { tags: ['d-requirements-gate'] }, () => {
    expect(verdict([open], { 'x-open': 2 })).toEqual([
      'x-open: a test carries it; flip it to built (conformance/built.ts)',
    ]);
  });
});

describe('the static scan', () => {
  test.each([
    ["test('a', { tags: ['x-one'] }, () => {});", ['x-one']],
    ["it('a', { timeout: 5, tags: ['x-one', 'x-two'] }, () => {});", ['x-one', 'x-two']],
    ["describe('a', { tags: 'x-one' }, () => {});", ['x-one']],
    ["test.each([1])('a %i', { 'tags': ['x-one'] }, () => {});", ['x-one']],
    ["test.skipIf(slow)('a', { tags: ['x-one'] }, () => {});", ['x-one']],
    ["describe('a', () => { test('b', { tags: ['x-one'] }, () => {}); });", ['x-one']],
  ])('reads the citation in %s', (source, ids) => {
    const { citations, unreadable } = citedIn('a.test.ts', source);
    expect(citations.map(({ id }) => id)).toEqual(ids);
    expect(unreadable).toEqual([]);
  });

  test.each([
    ["test('plain', { tags: ['x-one'] }, () => {});", 'plain'],
    ["test.for(all)(`of ${kind}: ${name}`, { tags: ['x-one'] }, () => {});", 'of …: …'],
    ["test(name, { tags: ['x-one'] }, () => {});", '…'],
  ])('reads the title in %s', (source, title) => {
    expect(citedIn('a.test.ts', source).citations).toEqual([{ id: 'x-one', title }]);
  });

  test.each([
    "// test('a', { tags: ['x-one'] }, () => {});",
    "test('a', () => { use('{ tags: [1] }'); });",
    "test.skip('a', { tags: ['x-one'] }, () => {});",
    "test.todo('a', { tags: ['x-one'] });",
    "publish('a', { tags: ['x-one'] });",
  ])('finds no citation in %s', (source) => {
    expect(citedIn('a.test.ts', source)).toEqual({ citations: [], unreadable: [] });
  });

  test('objects to tags that cannot be searched for', () => {
    const source = "import { ids } from './ids.ts';\ntest('a', { tags: [...ids] }, () => {});";
    expect(citedIn('a.test.ts', source).unreadable).toEqual([
      'a.test.ts:2: tags must be written as plain strings',
    ]);
  });

  test('objects to a test file that does not parse', () => {
    expect(citedIn('a.test.ts', "test('a', {").unreadable).toHaveLength(1);
  });

  test('counts over all files and feeds the gate', { tags: ['d-requirements-gate'] }, () => {
    const root = tree({
      'packages/a/test/one.test.ts': "test('a', { tags: ['x-built'] }, () => {});",
      'packages/a/test/deep/two.test.ts': "test('a', { tags: ['x-built', 'x-lost'] }, () => {});",
      'packages/a/src/no-test.ts': "test('a', { tags: ['x-open'] }, () => {});",
    });
    const { citations } = scan(root, [{ include: ['packages/*/test/**/*.test.ts'], exclude: [] }]);
    expect([...citations]).toEqual([
      ['x-built', 2],
      ['x-lost', 1],
    ]);
    expect(complaints(judge([sample('built'), sample('open')], citations), 'test')).toEqual([
      'x-lost: no such requirement',
    ]);
  });
});

describe('the table', () => {
  test('shows status, citing tests and totals by source', () => {
    const both = [sample('built'), sample('open')];
    expect(table(both, new Map([['x-built', 2]])).split('\n')).toEqual([
      'design Somewhere  (1 of 2 built)',
      '  built  must     #2  2 tests   x-built  It is so.',
      '  open   must     #2            x-open   It is so.',
    ]);
    expect(totalsLine(totals(both))).toBe('requirements: 1 built, 1 open, 2 total');
  });
});

describe('the page of requirements', () => {
  test('names the tests of each, and why one is open', { tags: ['d-requirements-page'] }, () => {
    const requirements = [sample('built'), { ...sample('open'), reason: 'Not yet.' }];
    const tests = new Map([
      [
        'x-built',
        [
          { file: 'a/test/one.test.ts', title: 'is *so*' },
          { file: 'a/test/one.test.ts', title: 'is so, <b> as well' },
          { file: 'b/test/two.test.ts', title: 'is so' },
        ],
      ],
    ]);
    expect(page(requirements, tests).split('\n').slice(-10)).toEqual([
      '## design Somewhere',
      '',
      '1 of 2 built.',
      '',
      '- It is so. (must, `x-built`)',
      '  - [a/test/one.test.ts](../a/test/one.test.ts): is \\*so\\* · is so, \\<b\\> as well',
      '  - [b/test/two.test.ts](../b/test/two.test.ts): is so',
      '- It is so. (must, `x-open`)',
      '  - **open**: Not yet.',
      '',
    ]);
  });
});

describe('a page that is kept', { tags: ['d-requirements-page'] }, () => {
  const now = page([sample('built')], new Map());

  test('is a problem of the check when it is not the one of today', () => {
    expect(staleness(page([sample('open')], new Map()), now)).toEqual([
      'docs/requirements.md is stale: npm run requirements -- --write',
    ]);
    expect(staleness(now, now)).toEqual([]);
  });
});

const made: string[] = [];
afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'requirements-'));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

function sample(status: 'built' | 'open'): Requirement {
  return {
    id: `x-${status}`,
    source: 'design Somewhere',
    level: 'must',
    text: 'It is so.',
    status,
    issue: 2,
  };
}

function verdict(known: readonly Requirement[], cited: Readonly<Record<string, number>>) {
  return complaints(judge(known, new Map(Object.entries(cited))), 'test');
}
