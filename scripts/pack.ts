// `npm run pack [-- FOLDER]`: the tarballs that would be published, one for each package, for `npm publish` or for a machine
// without a registry (`npm install percept-*.tgz`). Nothing is sent anywhere.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { stagePackages } from './pack/stage.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });
const target = resolve(positionals[0] ?? join(root, 'dist'));
const stages = join(root, '.cache', `pack-${process.pid}`);

try {
  for (const build of ['build', 'build:element']) {
    execFileSync('npm', ['run', '-s', '-w', 'packages/web', build], {
      cwd: root,
      stdio: 'inherit',
    });
  }
  mkdirSync(target, { recursive: true });
  for (const { name, folder } of stagePackages(stages)) {
    const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
    for (const message of messages) console.error(`${name}: ${formatMessage(message, pkg ?? {})}`);
    if (messages.length > 0) process.exitCode = 1;
    const packed = ['pack', '--silent', '--pack-destination', target];
    console.log(
      join(target, execFileSync('npm', packed, { cwd: folder, encoding: 'utf8' }).trim()),
    );
  }
} finally {
  rmSync(stages, { recursive: true, force: true });
}
