// `npm run mutants -- --area core --count 40 --seed 1`: changes one small thing at a time in a copy of the source, runs test files that
// pass through the changed line, and says which changes no test noticed. Without `--area`, every area that has a goal. `--write` puts
// what was found into docs/mutants.md; areas that were not tried keep what the page said of them. A run that was cut off goes on where
// it was, and a later one tries again only what could have become different.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AskedTests } from './mutants/asked-tests.ts';
import { candidates, type Mutant, namesOf, sample } from './mutants/candidates.ts';
import { copyOf } from './mutants/copy.ts';
import { type Area, type AreaResult, pageWith, sectionOf, spelled } from './mutants/page.ts';
import { type Reach, reachOf } from './mutants/reach.ts';
import { Verdicts } from './mutants/verdicts.ts';

/** Where the source of an area is, and the tests that are about it: other tests may notice more, and are not asked. */
const areas: Readonly<Record<string, Area>> = {
  core: { source: 'packages/core', tests: ['packages/core/test/', 'test/wires/'] },
  ingest: {
    source: 'packages/ingest',
    tests: ['packages/ingest/test/'],
    sealed: ['canonical', 'decoder-sealed', 'decoder-wasm', 'door', 'fit', 'foreign', 'nasty'].map(
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
      ...['acp', 'attachments', 'bridge', 'client-servers', 'made', 'mcp', 'stories'].map(under),
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
    tests: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});
const chosenAreas = Object.entries(areas).filter(
  ([name]) => values.area === undefined || values.area === name,
);
if (chosenAreas.length === 0) throw new TypeError(`Areas: ${Object.keys(areas).join(', ')}`);

const root = fileURLToPath(new URL('..', import.meta.url));
using copy = copyOf(root);
using asked = new AskedTests(copy.root);
process.once('SIGINT', () => {
  asked[Symbol.dispose]();
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
  const all = files.flatMap((file) => {
    const source = readFileSync(join(copy.root, file), 'utf8');
    const found = candidates(file, source);
    const names = namesOf(found, source);
    return found.map((mutant, index) => ({ mutant, name: names[index] ?? '' }));
  });
  const reach = await reachOf(root, name, files, area.tests);
  const chosen = sample(all, Number(values.count), Number(values.seed), (one) => one.name);
  console.log(`${name}: ${all.length} possible changes, ${chosen.length} are tried`);
  const verdicts = new Verdicts(root, copy.root, name, reach.digest);
  const survivors: Mutant[] = [];
  for (const [index, { mutant, name: change }] of chosen.entries()) {
    const isKnown = verdicts.isSurvivor(change);
    const noticed =
      verdicts.of(change, mutant.file) ??
      (isKnown ? undefined : await noticedBy(mutant, reach, area));
    verdicts.keep(change, mutant.file, noticed);
    if (noticed === undefined) survivors.push(mutant);
    const said = noticed === undefined ? 'SURVIVED' : 'killed  ';
    console.log(`${index + 1}. ${said} ${spelled(mutant)}${noticed ? `  by ${noticed}` : ''}`);
  }
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

/** The test file that fails by the change. The narrowest are asked first, the others only if those see nothing. */
async function noticedBy(
  { file, start, end, to }: Mutant,
  reach: Reach,
  { sealed = [] }: Area,
): Promise<string | undefined> {
  const path = join(copy.root, file);
  const source = readFileSync(path, 'utf8');
  const known = reach.testsAt(file, start).slice(0, Number(values.tests));
  // What runs in a sealed process cannot report itself.
  let tests = [...known, ...sealed.filter((test) => !known.includes(test))];
  for (;;) {
    writeFileSync(path, source.slice(0, start) + to + source.slice(end));
    const failed = await asked.firstToFail(file, tests).finally(() => writeFileSync(path, source));
    if (failed === undefined || (await asked.passes(failed))) return failed;
    console.log(`${failed} fails without any change too, and is not asked`);
    tests = tests.slice(tests.indexOf(failed) + 1);
  }
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
