// `npm run mutants -- --area core --count 40 --seed 1`: changes one small thing at a time in a copy of the source, runs test files that
// pass through the changed line, and says which changes no test noticed. Without `--area`, every area that has a goal. `--write` puts
// what was found into docs/mutants.md; areas that were not tried keep what the page said of them. What was tried at this source is not
// tried again, so a run that was cut off goes on where it was.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isRecord } from '@percept/core/internal';
import { candidates, type Mutant, sample } from './mutants/candidates.ts';
import { copyOf } from './mutants/copy.ts';
import { type Area, type AreaResult, pageWith, sectionOf, spelled } from './mutants/page.ts';
import { type Reach, reachOf } from './mutants/reach.ts';

/** Where the source of an area is, and the tests that are about it: other tests may notice more, and are not asked. */
const areas: Readonly<Record<string, Area>> = {
  core: { source: 'packages/core', tests: ['packages/core/test/', 'test/wires/'] },
  ingest: {
    source: 'packages/ingest',
    tests: ['packages/ingest/test/'],
    sealed: ['canonical', 'decoder-sealed', 'door', 'fit', 'foreign', 'nasty'].map(
      (name) => `packages/ingest/test/${name}.test.ts`,
    ),
  },
  // What speaks to real servers is driven by the system suite.
  store: {
    source: 'packages/store',
    without: ['/src/postgres/', '/src/s3/'],
    tests: ['packages/store/test/'],
  },
  agent: {
    source: 'packages/agent',
    tests: [
      'agent/test/',
      ...['acp', 'attachments', 'bridge', 'made', 'mcp', 'stories'].map(under),
    ],
  },
  gateway: {
    source: 'packages/host/src/gateway',
    tests: ['host/test/gateway', 'host/gateway-', 'library/fetch'],
  },
};

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    write: { type: 'boolean', default: false },
  },
});
const chosenAreas = Object.entries(areas).filter(
  ([name]) => values.area === undefined || values.area === name,
);
if (chosenAreas.length === 0) throw new TypeError(`Areas: ${Object.keys(areas).join(', ')}`);

const root = fileURLToPath(new URL('..', import.meta.url));
using copy = copyOf(root);
process.once('SIGINT', () => {
  copy[Symbol.dispose]();
  process.exit(130);
});
for (const [name, area] of chosenAreas) {
  const result = await tryArea(name, area);
  console.log(`\n${sectionOf(result)}\n`);
  if (values.write) write(result);
}

async function tryArea(name: string, area: Area): Promise<AreaResult> {
  const files = filesOf(area);
  const reach = await reachOf(root, files, area.tests);
  const all = files.flatMap((file) => candidates(file, readFileSync(join(root, file), 'utf8')));
  const chosen = sample(all, Number(values.count), Number(values.seed));
  console.log(`${name}: ${all.length} possible changes, ${chosen.length} are tried`);
  const tried = join(root, 'node_modules/.cache/percept', `tried-${reach.digest}.json`);
  const known = new Map(existsSync(tried) ? readTried(tried) : []);
  const survivors = chosen.filter((mutant, index) => {
    const key = `${mutant.file}#${mutant.start} ${mutant.to}`;
    const isNoticed = known.get(key) ?? noticed(mutant, reach, area);
    known.set(key, isNoticed);
    writeFileSync(tried, JSON.stringify(Object.fromEntries(known)));
    console.log(`${index + 1}. ${isNoticed ? 'killed  ' : 'SURVIVED'} ${spelled(mutant)}`);
    return !isNoticed;
  });
  return {
    name,
    area,
    day: new Date().toISOString().slice(0, 10),
    seed: Number(values.seed),
    possible: all.length,
    tried: chosen.length,
    survivors,
  };
}

function readTried(path: string): readonly (readonly [change: string, isNoticed: boolean])[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(isRecord(value) ? value : {}).map(([key, was]) => [key, was === true]);
}

/** Whether a test fails by the change. The narrowest tests are asked first, the others only if those see nothing. */
function noticed({ file, start, end, to }: Mutant, reach: Reach, { sealed = [] }: Area): boolean {
  const path = join(copy.root, file);
  const source = readFileSync(path, 'utf8');
  const known = reach.testsAt(file, start).slice(0, Number(values.tests));
  // What runs in a sealed process cannot report itself.
  const tests = known.length > 0 ? known : sealed;
  writeFileSync(path, source.slice(0, start) + to + source.slice(end));
  try {
    return [tests.slice(0, 3), tests.slice(3)].some((some) => some.length > 0 && fails(some));
  } finally {
    writeFileSync(path, source);
  }
}

/** A run that hangs is ended, and counts as noticed. */
function fails(tests: readonly string[]): boolean {
  const options = ['run', '--project', 'portable', '--bail', '1', '--reporter', 'dot'];
  const { status } = spawnSync('vitest', [...options, ...tests], {
    cwd: copy.root,
    timeout: 600_000,
    stdio: 'ignore',
  });
  return status !== 0;
}

function write(result: AreaResult): void {
  const path = join(root, 'docs/mutants.md');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  writeFileSync(path, pageWith(result, Object.keys(areas), before));
}

/** Suites that others can run are tests themselves. */
function filesOf({ source, without = [] }: Area): readonly string[] {
  return globSync(`${source}/**/*.ts`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/test/**', '**/testing/**'],
  })
    .filter((file) => file.includes('/src/') && !without.some((part) => file.includes(part)))
    .toSorted();
}

function under(name: string): string {
  return `test/${name}/`;
}
