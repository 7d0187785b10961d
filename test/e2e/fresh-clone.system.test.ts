// The README's two commands on a fresh clone, with whatever Node the machine had before: npm brings the right one.
import { execFile, execFileSync, spawn } from 'node:child_process';
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

function environment(): NodeJS.ProcessEnv {
  const env = { ...process.env, PATH: path, CI: 'true', HOME: process.env['HOME'] ?? clone };
  for (const name of Object.keys(env))
    if (/^(npm_|NODE_|VITEST)/.test(name)) Reflect.deleteProperty(env, name);
  return env;
}

/** `npm start` serves until it is told to end; this is the page behind the link that it prints. */
async function startedPage(): Promise<string> {
  const args = ['start', '--', '--port', '0', '--data', join(clone, 'data')];
  const child = spawn('npm', args, {
    cwd: join(clone, 'percept'),
    env: environment(),
    // A group of its own, so that npm and the server end together.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    let printed = '';
    const link = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        const found = /http:\S+\?key=\S+/.exec(printed)?.[0];
        if (found !== undefined) resolve(found);
      });
      void gone.then((code) =>
        reject(new Error(`npm start ended with ${String(code)}:\n${printed}`)),
      );
    });
    return await (await fetch(link)).text();
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await gone;
  }
}

/** What it printed; a failure is an error that holds all of it. */
function npm(args: readonly string[]): Promise<string> {
  const env = environment();
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
  { tags: ['d-two-commands'], timeout: 900_000 },
  async () => {
    await npm(['ci']);
    expect(await startedPage()).toContain('<title>Percept</title>');
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
