// The README's example is a program: it runs as it stands.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freshDirectory } from './scene.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

test('the example of the README runs and says what it did', async () => {
  const readme = await readFile(join(here, '../README.md'), 'utf8');
  const [, code = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  const folder = join(here, '.readme');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'example.ts'), code);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.ts')], {
    cwd: await freshDirectory(),
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stdout).toBe('entry 2\n2 entries, sound: true\n');
});
