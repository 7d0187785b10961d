// `npm run mutants -- --package core --count 40 --seed 1`: changes one small thing at a time in a package's source, runs the tests that
// are related to the changed file, and says which changes no test noticed. `--path lens` narrows to a part of the source, `--wide` asks
// the related tests of the whole repository in place of those of the package.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { candidates, type Mutant, sample } from './mutants/candidates.ts';

const { values } = parseArgs({
  options: {
    package: { type: 'string' },
    path: { type: 'string', default: '' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    wide: { type: 'boolean', default: false },
  },
});
if (values.package === undefined) throw new TypeError('Name a package: --package core');

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `packages/${values.package}`;
const files = globSync(join(folder, 'src', values.path, '**/*.ts'), { cwd: root });
const all = files
  .toSorted()
  .flatMap((file) => candidates(file, readFileSync(join(root, file), 'utf8')));
const chosen = sample(all, Number(values.count), Number(values.seed));
console.log(`${all.length} possible changes in ${files.length} files; ${chosen.length} are tried`);

const survivors: Mutant[] = [];
for (const [index, mutant] of chosen.entries()) {
  const isKilled = !passes(mutant);
  if (!isKilled) survivors.push(mutant);
  console.log(`${index + 1}. ${isKilled ? 'killed  ' : 'SURVIVED'} ${spelled(mutant)}`);
}
const killed = chosen.length - survivors.length;
const share = ((100 * killed) / Math.max(1, chosen.length)).toFixed(0);
console.log(`\n${folder}${values.path && `, ${values.path}`}, seed ${values.seed}:`);
console.log(`${killed} of ${chosen.length} killed (${share} %)`);
for (const mutant of survivors) console.log(`  ${spelled(mutant)}`);

/** Whether the related tests pass although something was changed. A run that hangs is ended, and counts as noticed. */
function passes({ file, start, end, to }: Mutant): boolean {
  const path = join(root, file);
  const hook = new URL('mutants/mutated.ts', import.meta.url).href;
  const options = ['--run', '--project', 'portable', '--bail', '1', '--reporter', 'dot'];
  const dir = values.wide ? [] : ['--dir', folder];
  const { status } = spawnSync('vitest', ['related', file, ...options, ...dir], {
    cwd: root,
    timeout: 600_000,
    stdio: 'ignore',
    env: {
      ...process.env,
      PERCEPT_MUTANT: path,
      PERCEPT_MUTANT_START: String(start),
      PERCEPT_MUTANT_END: String(end),
      PERCEPT_MUTANT_TO: to,
      NODE_OPTIONS: `--import=${hook}`,
    },
  });
  return status === 0;
}

function spelled({ file, line, from, to }: Mutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(from)}  →  ${short(to)}`;
}
