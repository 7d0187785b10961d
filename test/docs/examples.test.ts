// The examples as they stand: the command that a reader types, in a folder that has nothing but the repository's `docs`.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-examples-'));
  await symlink(docs, join(folder, 'docs'));
});
afterAll(() => rm(folder, { recursive: true }));

const names = (await readdir(join(docs, 'examples'))).filter((name) => name.endsWith('.ts'));

test.for(names)('node docs/examples/%s runs and prints something', async (name) => {
  const out = await new Promise<string>((resolve, reject) => {
    const args = [`docs/examples/${name}`];
    const env = { ...process.env, TMPDIR: folder };
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    );
  });
  expect(out.trim()).not.toBe('');
  expect(out).not.toContain('refused');
});
