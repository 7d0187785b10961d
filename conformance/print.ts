// `npm run requirements`: what is built, what is open, and which claims lack a test. Exit code 1 when the gate is closed.
// `--json` prints one object; `--issue N` and `--open` narrow the table, never the gate. `--proved` asks in place of the test
// files what the last full run of each suite has proven; CI asks that after both. `--quiet` leaves the table out, and `--write` writes docs/requirements.md anew, which is a problem when it is stale.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { complaints, judge } from './gate.ts';
import { malformed } from './malformed.ts';
import { page, staleness } from './page.ts';
import { provedBy } from './proofs.ts';
import { requirements } from './requirements.ts';
import { scan } from './scan.ts';
import { table, totals, totalsLine } from './table.ts';
import { suites } from './test-files.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    issue: { type: 'string' },
    proved: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const scanned = scan(root, suites);
const { citations, unreadable } = values.proved
  ? provedBy(`${root}node_modules/.cache/percept`, suites)
  : scanned;
const pagePath = `${root}docs/requirements.md`;
const current = page(requirements, scanned.tests);
if (values.write) writeFileSync(pagePath, current);
const problems = [
  ...malformed(requirements),
  ...unreadable,
  ...complaints(judge(requirements, citations), values.proved ? 'passed test' : 'test'),
  ...staleness(readFileSync(pagePath, 'utf8'), current),
];
const shown = requirements.filter(
  ({ issue, status }) =>
    (values.issue === undefined || String(issue) === values.issue) &&
    (!values.open || status === 'open'),
);

if (values.json) {
  const rows = shown.map((requirement) => ({
    ...requirement,
    tests: citations.get(requirement.id) ?? 0,
  }));
  console.log(
    JSON.stringify({ requirements: rows, totals: totals(requirements), problems }, null, 2),
  );
} else {
  if (!values.quiet) console.log(`${table(shown, citations)}\n`);
  for (const problem of problems) console.log(`problem: ${problem}`);
  console.log(totalsLine(totals(requirements)));
}
if (problems.length > 0) process.exitCode = 1;
