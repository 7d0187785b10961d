// Where configuration files are: the first folder from the working one upward that has one, and the user's own. Two files
// in one folder are refused rather than one of them picked in silence.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import type { Environment } from './environment.ts';

const configNames = [
  'percept.config.json',
  'percept.config.js',
  'percept.config.mjs',
  'percept.config.ts',
] as const;

export interface FoundFile {
  readonly path: string;
  /** For people: without the folders above. */
  readonly label: string;
  /** A project may come from anywhere; the user's own file may not. */
  readonly owner: 'project' | 'user';
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly home: string;
}

/** Outermost first: the user's file, then the project's. `PERCEPT_CONFIG` names one file instead, or `none`. */
export async function findConfigFiles({
  cwd,
  env,
  home,
}: Surroundings): Promise<Outcome<readonly FoundFile[]>> {
  const named = env['PERCEPT_CONFIG']?.trim();
  if (named === 'none') return accept([]);
  if (named) {
    const path = resolve(cwd, named);
    if (await isFile(path)) return accept([{ path, label: named, owner: 'user' }]);
    return refuse({
      refused: 'absent',
      message: 'PERCEPT_CONFIG names a file that is not there.',
      hint: 'Give the path of a percept.config file, or "none" to use no file.',
    });
  }
  const base = env['XDG_CONFIG_HOME']?.trim() || join(home, '.config');
  const user = await fileIn(join(base, 'percept'), 'user');
  if (!user.ok) return user;
  const project = await searchUpward(resolve(cwd));
  if (!project.ok) return project;
  return accept([user.value, project.value].filter((file) => file !== undefined));
}

async function searchUpward(from: string): Promise<Outcome<FoundFile | undefined>> {
  let folder = from;
  for (;;) {
    const found = await fileIn(folder, 'project');
    if (!found.ok || found.value) return found;
    const above = dirname(folder);
    if (above === folder) return accept(undefined);
    folder = above;
  }
}

async function fileIn(
  folder: string,
  owner: FoundFile['owner'],
): Promise<Outcome<FoundFile | undefined>> {
  const there = await Promise.all(configNames.map((name) => isFile(join(folder, name))));
  const [first, second] = configNames.filter((_, index) => there[index]);
  if (first === undefined) return accept(undefined);
  if (second !== undefined)
    return refuse({
      refused: 'invalid-input',
      message: `${first} and ${second} stand in the same folder.`,
      hint: 'Keep one of them.',
    });
  const label = owner === 'user' ? `${first} of the user` : first;
  return accept({ path: join(folder, first), label, owner });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
