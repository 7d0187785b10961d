// A cloned repository, its user's home and the user's own settings: what attacks on configuration stand on.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '@percept/agent/internal';
import { type PerceptConfig } from '@percept/agent';
import { ownHome } from '../home.ts';

export interface Clone extends AsyncDisposable {
  readonly top: string;
  /** The root of the repository. */
  readonly root: string;
  /** A folder deep inside it, where the person works. */
  readonly deep: string;
  readonly home: string;
  /** Exists when code of the repository ran. */
  readonly marker: string;
  readonly env: Record<string, string>;
  write(path: string, content: unknown): Promise<string>;
  load(env?: Readonly<Record<string, string>>, cwd?: string): Promise<PerceptConfig>;
}

export async function openClone(): Promise<Clone> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'percept-attack-')));
  const home = join(top, 'home');
  const root = join(home, 'src', 'clone');
  const deep = join(root, 'packages', 'deep');
  await mkdir(deep, { recursive: true });
  await mkdir(join(root, '.git'));
  await mkdir(join(home, '.config', 'percept'), { recursive: true, mode: 0o700 });
  const env = {
    ...ownHome(home),
    PERCEPT_DATA: join(top, 'data'),
    PERCEPT_DISCOVERY: '0',
  };
  const write = async (path: string, content: unknown): Promise<string> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  return {
    top,
    root,
    deep,
    home,
    marker: join(top, 'code-ran'),
    env,
    write,
    load: async (own = {}, cwd = deep) => {
      const config = await loadConfig({ cwd, env: own, home });
      if (!config.ok) throw new Error(`${config.refusal.message} ${config.refusal.hint}`);
      return config.value;
    },
    async [Symbol.asyncDispose]() {
      await chmod(top, 0o700);
      await rm(top, { recursive: true, force: true });
    },
  };
}

/** Code that leaves a mark, and the variables that it could read. */
export function markingCode(marker: string, dialect: 'module' | 'commonjs'): string {
  const act = `.writeFileSync(${JSON.stringify(marker)}, Object.keys(process.env).join())`;
  return dialect === 'module'
    ? `import { writeFileSync } from 'node:fs'; const fs = { writeFileSync }; fs${act}; export default {};`
    : `require('node:fs')${act}; module.exports = {};`;
}

const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `percept` as a person starts it in the clone. Not in the way of servers of this process. */
export async function percept(
  clone: Clone,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: options.cwd ?? clone.deep,
    env: { ...clone.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 200_000,
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((exited) => child.once('close', exited)),
  ]);
  return { code, stdout, stderr };
}

/** A command that stays until it is told to end: it gets its first words and a moment. */
export async function perceptFor(
  clone: Clone,
  args: readonly string[],
  until: (output: string) => boolean,
  options: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: clone.deep,
    env: { ...clone.env, ...options.env },
  });
  let output = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    if (until(output)) resolve();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.once('exit', () => resolve());
  if (options.input !== undefined) child.stdin.write(options.input);
  const timer = setTimeout(resolve, 200_000);
  await promise;
  clearTimeout(timer);
  const gone = new Promise((end) => child.once('exit', end));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await gone;
  }
  return output;
}
