// Draws the sample pictures of the first visit with Percept's own renderer: `node packages/web/scripts/samples.ts`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../percept/bin/percept.js', import.meta.url));
for (const name of ['receipt', 'chart', 'screen']) {
  const from = fileURLToPath(new URL(`samples/${name}.svg`, import.meta.url));
  const to = fileURLToPath(new URL(`../src/app/samples/${name}.png`, import.meta.url));
  execFileSync(process.execPath, [command, 'view', from, '--out', to], { stdio: 'inherit' });
}
