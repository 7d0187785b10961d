// Qwen Code as its users start it: the published program, a home of its own, one prompt, and a base URL.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownHome } from '../home.ts';

export interface QwenOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** Its own settings file. */
  readonly settings: object;
  readonly picture: Uint8Array;
}

export interface QwenRun {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** Asks about `shot.png`, which lies in the folder that it works in. */
export async function askQwen(options: QwenOptions): Promise<QwenRun> {
  const home = await mkdtemp(join(tmpdir(), 'percept-qwen-'));
  try {
    const cwd = join(home, 'project');
    await mkdir(cwd);
    await mkdir(join(home, '.qwen'));
    await writeFile(join(home, '.qwen', 'settings.json'), JSON.stringify(options.settings));
    await writeFile(join(cwd, 'shot.png'), options.picture);
    return await run(cwd, home, options);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function run(cwd: string, home: string, options: QwenOptions): Promise<QwenRun> {
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve('@qwen-code/qwen-code/package.json')), 'cli.js');
  const { promise, resolve, reject } = Promise.withResolvers<QwenRun>();
  const child = spawn(
    process.execPath,
    [program, '--auth-type', 'openai', '--yolo', '-p', 'Which colours are in shot.png?'],
    {
      cwd,
      env: {
        ...ownHome(home),
        OPENAI_API_KEY: options.apiKey,
        OPENAI_BASE_URL: options.baseUrl,
        OPENAI_MODEL: options.model,
        QWEN_TELEMETRY_ENABLED: 'false',
        QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said: Buffer[] = [];
  const complained: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complained.push(chunk));
  child.once('error', reject);
  child.once('close', (code) => {
    resolve({
      code,
      said: Buffer.concat(said).toString('utf8'),
      complained: Buffer.concat(complained).toString('utf8'),
    });
  });
  return promise;
}
