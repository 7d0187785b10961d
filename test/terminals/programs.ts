// The programs that these tests drive. One that is missing skips its tests with the reason; with CI=true it fails, and
// names the Debian package.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';

const packages = {
  Xvfb: 'xvfb',
  xterm: 'xterm',
  mlterm: 'mlterm',
  kitty: 'kitty',
  foot: 'foot',
  weston: 'weston',
  tmux: 'tmux',
  xclip: 'xclip',
  chromium: 'chromium',
} as const;

export type Program = keyof typeof packages;

/** Why a test cannot run here, or undefined. */
export function missing(programs: readonly Program[]): string | undefined {
  const absent = programs.filter((program) => pathOf(program) === undefined);
  if (absent.length === 0) return undefined;
  const wanted = absent.map((program) => packages[program]).join(' ');
  return `${absent.join(', ')} missing; on Debian: apt-get install ${wanted}`;
}

export function needs(context: TestContext, programs: readonly Program[]): void {
  const reason = missing(programs);
  if (reason === undefined) return;
  if (process.env['CI']) throw new Error(reason);
  context.skip(reason);
}

/** Where it is, as the shell would find it. */
export function pathOf(program: Program): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
