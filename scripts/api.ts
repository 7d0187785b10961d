// The public face as declarations, in docs/public-api.txt: a change of what users import is a change of that file, seen in review.
// `npm run api` writes it anew; `--check` exits 1 where it is stale, which `npm run check` asks.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePackages } from './pack/stage.ts';
import { apiDeclarations } from './site/api-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = join(root, 'docs/public-api.txt');
const compiled = mkdtempSync(join(tmpdir(), 'percept-api-'));
try {
  compilePackages(compiled);
  const current = apiDeclarations(root, compiled);
  if (!process.argv.includes('--check')) writeFileSync(path, current);
  else if (readFileSync(path, 'utf8') !== current) {
    console.error('docs/public-api.txt is stale: npm run api, and look at what changed for users');
    process.exitCode = 1;
  }
} finally {
  rmSync(compiled, { recursive: true });
}
