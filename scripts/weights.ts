// `npm run weights`: what somebody downloads who wants a part of Percept, installed from the tarballs into empty folders, beside
// the limit that each part has. Exit code 1 when one is heavier. Needs npm's registry or its cache.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage, weigh } from './pack/install.ts';
import { parts } from './pack/parts.ts';
import { packTarballs } from './pack/tarballs.ts';

const home = mkdtempSync(join(tmpdir(), 'percept-weights-'));
try {
  const tarballs = await packTarballs(join(home, 'tarballs'));
  console.log('| part | package | MB | limit | packages |\n| --- | --- | ---: | ---: | ---: |');
  for (const { part, name, maxMegabytes } of parts) {
    const folder = join(home, part);
    installPackage(name, tarballs, folder);
    const { bytes, packages } = weigh(folder);
    const megabytes = bytes / 1e6;
    console.log(`| ${part} | ${name} | ${megabytes.toFixed(1)} | ${maxMegabytes} | ${packages} |`);
    if (megabytes > maxMegabytes) {
      console.error(`${name} installs as more than ${maxMegabytes} MB`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
