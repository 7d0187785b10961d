// The README's two commands on a fresh clone, with whatever Node the machine had before: npm brings the right one.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'percept-clone-'));
  execFileSync('git', [
    'clone',
    '--quiet',
    '--depth',
    '1',
    `file://${repository}`,
    join(clone, 'percept'),
  ]);
});
afterAll(() => rm(clone, { recursive: true, force: true }));

/** The path of a shell outside this project: no `node_modules/.bin`, so the machine's own npm and Node. */
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** What it printed; a failure is an error that holds all of it. */
function npm(args: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: path, CI: 'true', HOME: process.env['HOME'] ?? clone };
  for (const name of Object.keys(env))
    if (/^(npm_|NODE_|VITEST)/.test(name)) Reflect.deleteProperty(env, name);
  return new Promise((resolve, reject) => {
    execFile(
      'npm',
      [...args],
      { cwd: join(clone, 'percept'), env, maxBuffer: 1e8 },
      (error, out, err) => {
        if (error) reject(new Error(`npm ${args.join(' ')} failed:\n${out}${err}`));
        else resolve(out + err);
      },
    );
  });
}

test(
  'npm ci and npm start work, and npm test runs on the Node that came along',
  { tags: ['d-two-commands'], timeout: 300_000 },
  async () => {
    await npm(['ci']);
    expect(await npm(['start'])).toContain('every blob and row verified');
    const tested = await npm(['test', '--', 'packages/core/test/words.test.ts']);
    expect(tested.trim().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed$/);
    const version = execFileSync(
      join(clone, 'percept', 'node_modules', '.bin', 'node'),
      ['--version'],
      { encoding: 'utf8' },
    );
    expect(version).toMatch(/^v24\./);
  },
);
