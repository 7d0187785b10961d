// `npm run site`: the documentation as a static site under dist/site. What can be read from the code is generated first
// (docs/reference, never committed); the site is built; every link and anchor in it must lead somewhere.
// `--generate` stops after the first step; `--pictures` draws those of docs/retention.md anew, and a test says when they are stale.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { compilePackages } from './pack/stage.ts';
import { apiPages } from './site/api-pages.ts';
import { agentsSummary } from './site/agents-summary.ts';
import { commandPage } from './site/command-page.ts';
import { configurationPage } from './site/configuration-page.ts';
import { brokenLinks } from './site/links.ts';
import { limitsPage } from './site/limits-page.ts';
import { retentionPictures } from './site/retention-pictures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv.includes('--pictures'))
  for (const [name, svg] of await retentionPictures())
    writeFileSync(join(root, 'docs/pictures', name), svg);
await generate(join(root, 'docs/reference'));
if (!process.argv.includes('--generate')) {
  await build(join(root, 'docs'));
  const site = join(root, 'dist/site');
  const broken = brokenLinks(site);
  for (const line of broken) console.error(`broken: ${line}`);
  if (broken.length > 0) process.exitCode = 1;
  else console.log(`dist/site: every link and anchor leads somewhere`);
}

async function generate(into: string): Promise<void> {
  const declarations = mkdtempSync(join(tmpdir(), 'percept-site-'));
  try {
    compilePackages(declarations);
    const pages = new Map([
      ['command', await commandPage()],
      ['configuration', configurationPage(root)],
      ['limits', limitsPage(root)],
      ['agents-summary', agentsSummary(readFileSync(join(root, 'docs/agents.md'), 'utf8'))],
      ...[...apiPages(root, declarations)].map(([name, page]) => [`api/${name}`, page] as const),
    ]);
    rmSync(into, { recursive: true, force: true });
    for (const [name, page] of pages) {
      const path = join(into, `${name}.md`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, page);
    }
  } finally {
    rmSync(declarations, { recursive: true });
  }
}
