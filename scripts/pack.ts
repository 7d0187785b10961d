// `npm run pack [-- FOLDER]`: the tarballs that would be published, one for each package, for `npm publish` or for a machine
// without a registry (`npm install percept-*.tgz`). Standard output is their paths, each after what it needs: the order in which
// they can be published. Nothing is sent anywhere.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packTarballs } from './pack/tarballs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });

for (const { name, file, complaints } of await packTarballs(
  resolve(positionals[0] ?? join(root, 'dist')),
)) {
  console.log(file);
  for (const complaint of complaints) console.error(`${name}: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}
