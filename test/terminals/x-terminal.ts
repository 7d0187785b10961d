// A real terminal on a screen of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bars, type Scene } from './scene.ts';
import { areaOf, type Screenshot } from './screenshot.ts';
import { endGroup, startXServer } from './x-server.ts';

const patienceMs = 120_000;

/** The arguments that start a terminal which runs the program. */
export type Launch = (program: readonly string[]) => readonly [string, ...string[]];

export async function photograph(
  scene: Scene,
  launch: Launch,
  lines: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Screenshot> {
  using server = await startXServer(scene.folder);
  let terminal: ChildProcess | undefined;
  try {
    const [command, ...args] = launch([...scene.program, String(lines)]);
    const { TMUX: _, ...inherited } = process.env;
    terminal = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      env: { ...inherited, DISPLAY: server.display, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...env },
    });
    await until(() => existsSync(scene.done), 'the program to end');
    const status = readFileSync(scene.done, 'utf8');
    if (status !== '0') throw new Error(`percept view ended with ${status}`);
    // On a busy machine a terminal that redraws its screen has the last line before the first.
    const isDrawn = (): boolean =>
      [bars.before, bars.after].every((bar) => areaOf(server.screenshot(), bar, 0) !== undefined);
    await until(isDrawn, 'the first and the last line to be drawn');
    await sleep(300);
    const folder = process.env['PERCEPT_SCREENSHOTS'];
    if (folder) await server.keep(join(folder, `${Date.now()}.png`));
    return server.screenshot();
  } finally {
    if (terminal?.pid !== undefined) endGroup(terminal.pid);
  }
}

async function until(is: () => boolean, what: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!is()) {
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms for ${what}`);
    await sleep(100);
  }
}
