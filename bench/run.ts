// `npm run bench` runs every benchmark, one after the other; `npm run bench -- NAME [ARGUMENTS]` runs one.
// A benchmark is a file in this folder that prints its own table of ratios measured in one run.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => basename(name, '.ts'))
  .toSorted();
const [name, ...args] = process.argv.slice(2);

if (name === '--list') {
  console.log(names.join('\n'));
} else if (name !== undefined && !names.includes(name)) {
  console.error(`There is no benchmark "${name}". There are: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  for (const chosen of name === undefined ? names : [name]) {
    console.log(`\n# ${chosen}`);
    const path = new URL(`${chosen}.ts`, folder).pathname;
    const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
