// `npm run bench` runs every benchmark, one after the other, and writes docs/benchmarks.md; what was measured at this commit already
// is not measured again. `npm run bench -- --minutes N` gives each no more than that (default: 15), to see whether all of them run.
// `npm run bench -- --within N` takes no longer than N minutes for all of them, with fewer rounds where many take long (the page says
// which), and the next run goes on from there.
// `npm run bench -- NAME [ARGUMENTS]` runs one, and writes nothing.
// A benchmark is a file in this folder that prints its own table of ratios measured in one run.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureAll } from './page.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));
const notBenchmarks: ReadonlySet<string> = new Set(['run.ts', 'page.ts']);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !notBenchmarks.has(name))
  .map((name) => basename(name, '.ts'))
  .toSorted();
/** Less of the same, for a run that must end soon: fewer rounds, pages or kinds, and nothing else than what all of it measures. */
const brief: ReadonlyMap<string, readonly string[]> = new Map([
  ['controls', ['--pages', '4']],
  ['eyes', ['--only', 'light-1x']],
  ['gateway', ['40']],
  ['ingest', ['--rounds', '2']],
  ['legible', ['anthropic']],
  ['refusals', ['node_modules']],
  ['render-speed', ['--looks', '15']],
  ['render-text', ['--looks', '6']],
  ['start', ['--rounds', '2']],
]);
const [name, ...args] = process.argv.slice(2);
const maxMinutes = name === '--minutes' ? Number(args[0]) : 15;
const totalMinutes = name === '--within' ? Number(args[0]) : Infinity;

if (name === '--list') {
  console.log(names.join('\n'));
} else if (!(maxMinutes > 0 && totalMinutes > 0)) {
  console.error(`${name} takes a number above zero.`);
  process.exitCode = 2;
} else if (name === undefined || name === '--minutes' || name === '--within') {
  const page = measureAll({
    scripts: folder,
    results: join(root, '.cache', 'bench'),
    names,
    argumentsOf: (one) => (totalMinutes === Infinity ? [] : (brief.get(one) ?? [])),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
    }).trim(),
    machine: machine(),
    day: new Date().toISOString().slice(0, 10),
    timeoutMs: maxMinutes * 60_000,
    totalMs: totalMinutes * 60_000,
    say: (line) => console.error(line),
  });
  writeFileSync(join(root, 'docs', 'benchmarks.md'), page);
} else if (names.includes(name)) {
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.ts`), ...args], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else {
  console.error(`There is no benchmark "${name}". There are: ${names.join(', ')}`);
  process.exitCode = 2;
}

function machine(): string {
  const all = cpus();
  const model = all[0]?.model.trim() ?? process.arch;
  const gigabytes = Math.round(totalmem() / 1e9);
  const load = loadavg()[0]?.toFixed(1);
  return `${all.length} × ${model}, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}, load ${load} when it began`;
}
