// A real terminal on a screen of its own: Xvfb keeps the frame buffer in a file, and the file is the screenshot.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bars, type Scene } from './scene.ts';
import { areaOf, readFrameBuffer, type Screenshot } from './screenshot.ts';

const patienceMs = 20_000;

/** The arguments that start a terminal which runs the program. */
export type Launch = (program: readonly string[]) => readonly [string, ...string[]];

export async function photograph(
  scene: Scene,
  launch: Launch,
  lines: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Screenshot> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '900x620x24', '-fbdir', scene.folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  let terminal: ChildProcess | undefined;
  try {
    const display = await displayOf(server);
    const [command, ...args] = launch([...scene.program, String(lines)]);
    const { TMUX: _, ...inherited } = process.env;
    terminal = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      env: { ...inherited, DISPLAY: `:${display}`, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...env },
    });
    await until(() => existsSync(scene.done), 'the program to end');
    const status = readFileSync(scene.done, 'utf8');
    if (status !== '0') throw new Error(`percept view ended with ${status}`);
    const frame = (): Screenshot =>
      readFrameBuffer(readFileSync(join(scene.folder, 'Xvfb_screen0')));
    await until(() => areaOf(frame(), bars.after, 0) !== undefined, 'the last line to be drawn');
    await sleep(300);
    const file = readFileSync(join(scene.folder, 'Xvfb_screen0'));
    keepForTheEye(file);
    return readFrameBuffer(file);
  } finally {
    if (terminal?.pid !== undefined) endGroup(terminal.pid);
    server.kill();
  }
}

/** PERCEPT_SCREENSHOTS=FOLDER keeps what the tests saw, for people. */
function keepForTheEye(file: Buffer): void {
  const folder = process.env['PERCEPT_SCREENSHOTS'];
  if (folder) writeFileSync(join(folder, `${Date.now()}.xwd`), file);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

async function displayOf(server: ChildProcess): Promise<string> {
  const pipe = server.stdio[3];
  if (!pipe || !('on' in pipe)) throw new Error('no pipe to Xvfb');
  return new Promise((resolve, reject) => {
    pipe.on('data', (data: Buffer) => resolve(data.toString().trim()));
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
}

async function until(is: () => boolean, what: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!is()) {
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms for ${what}`);
    await sleep(100);
  }
}
