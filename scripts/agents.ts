// npm run agents: real agents from npm, bare and through Percept, and the page docs/agents.md that says what came of it.
// Run: npm run agents [-- --agents Copilot,grok --cases good,pdf --ways bare,look-in --fresh]
// What was measured is kept in the cache folder, so that a run of a part renews that part of the page.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRecord, readText } from '@percept/core/internal';
import { caseNames } from './agents/cases.ts';
import { drivers, type Driver } from './agents/drivers.ts';
import { pageOf } from './agents/page.ts';
import { runAgent, ways, type Outcome } from './agents/run.ts';

const { values } = parseArgs({
  options: {
    agents: { type: 'string' },
    cases: { type: 'string', default: caseNames.join() },
    ways: { type: 'string', default: ways.join() },
    cache: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '120' },
    fresh: { type: 'boolean', default: false },
    offline: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const cache = values.cache ?? join(root, 'node_modules', '.cache', 'percept-agents');
const wanted = values.agents?.split(',').map((name) => name.trim().toLowerCase());
const chosen = drivers.filter(
  ({ name }) => wanted?.some((start) => name.toLowerCase().startsWith(start)) ?? true,
);

/** One folder for each agent, named by its package. */
function folderOf({ folder, packages: [first = ''] }: Driver): string {
  const named = first
    .replace(/@[^@]*$/, '')
    .replaceAll(/[^a-z0-9.-]+/gi, '-')
    .replace(/^-/, '');
  return join(cache, folder ?? named);
}

/** No script of a package runs while it is installed. */
function install(driver: Driver): void {
  const folder = folderOf(driver);
  const mark = join(folder, 'installed.json');
  const list = JSON.stringify(driver.packages);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === list) return;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  process.stderr.write(`installing ${driver.packages.join(', ')}\n`);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...driver.packages], { cwd: folder, stdio: 'inherit' });
  writeFileSync(mark, list);
}

if (!values.offline) {
  for (const driver of chosen)
    try {
      install(driver);
    } catch (error) {
      process.stderr.write(`${driver.name} cannot be installed: ${String(error)}\n`);
    }
  // Nothing outside can be reached from here on: a network of its own, with loopback alone.
  const inside = 'ip link set lo up && exec "$@"';
  const again = [process.execPath, import.meta.filename, ...process.argv.slice(2), '--offline'];
  const run = spawnSync(
    'unshare',
    ['--map-root-user', '--net', 'sh', '-c', inside, 'sh', ...again],
    {
      stdio: 'inherit',
    },
  );
  process.exit(run.status ?? 1);
}

const resultsFile = join(cache, 'results.json');
const results = new Map<string, Outcome>();
const keyOf = ({ agent, way, case: name }: Pick<Outcome, 'agent' | 'way' | 'case'>): string =>
  `${agent}|${way}|${name}`;
for (const outcome of kept()) results.set(keyOf(outcome), outcome);

const queue = chosen
  .filter((driver) => existsSync(join(folderOf(driver), 'installed.json')))
  .flatMap((driver) =>
    caseNames
      .filter((name) => values.cases.split(',').includes(name))
      .flatMap((name) =>
        ways
          .filter((way) => values.ways.split(',').includes(way))
          .map((way) => ({ driver, way, case: name })),
      ),
  );

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { driver, way, case: name } = next;
    if (!values.fresh && results.has(keyOf({ agent: driver.name, way, case: name }))) continue;
    const outcome = await runAgent({
      ...next,
      packages: folderOf(driver),
      timeoutMs: Number(values.seconds) * 1000,
    });
    results.set(keyOf(outcome), outcome);
    const { verdict, size = '', why = '', tool = '', seconds } = outcome;
    process.stdout.write(
      `${driver.name} | ${name} | ${way}: ${verdict} ${size} ${why} (${tool}, ${seconds} s)\n`,
    );
    writeFileSync(resultsFile, JSON.stringify([...results.values()], undefined, 1));
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
writeFileSync(join(root, 'docs', 'agents.md'), pageOf([...results.values()]));
process.exit(0);

function kept(): readonly Outcome[] {
  if (!existsSync(resultsFile)) return [];
  const value: unknown = JSON.parse(readFileSync(resultsFile, 'utf8'));
  return Array.isArray(value) ? value.filter(isOutcome) : [];
}

/** Written by this program; anything else in the file is forgotten. */
function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && readText(value['agent']) !== undefined && isWay(value['way']);
}

function isWay(value: unknown): boolean {
  return ways.some((way) => way === value);
}
