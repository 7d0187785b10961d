// Where configuration files are: the user's own, and the project's, looked for from the working folder up to the root of
// its repository or the home folder. The search never passes a folder that others may write to, and reads no file of
// another user. Every file is read once, so that what is judged is what is used.
import { createHash } from 'node:crypto';
import { lstat, realpath, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import { printable } from '@percept/core/internal';
import type { Environment } from './environment.ts';
import { isOwn, ownUid, readOwnFile } from './own-file.ts';
import { maxConfigBytes } from '../limits.ts';

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
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Of the file; -1 where the system has no owners. */
  readonly uid: number;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly home: string;
}

export interface FoundConfig {
  readonly user?: FoundFile;
  readonly project?: FoundFile;
  /** What was left alone, and why. */
  readonly notes: readonly string[];
}

/** Where this user's own settings are. Undefined without an absolute place: a relative one would be the project's. */
export function userConfigFolder({ env, home }: Omit<Surroundings, 'cwd'>): string | undefined {
  const named = env['XDG_CONFIG_HOME']?.trim() ?? '';
  if (isAbsolute(named)) return join(named, 'percept');
  return isAbsolute(home) ? join(home, '.config', 'percept') : undefined;
}

export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** `PERCEPT_CONFIG` names one file instead, or `none`. */
export async function findConfigFiles(place: Surroundings): Promise<Outcome<FoundConfig>> {
  const named = place.env['PERCEPT_CONFIG']?.trim();
  if (named === 'none') return accept({ notes: [] });
  if (named) return namedFile(resolve(place.cwd, named), named);
  const notes: string[] = [];
  const folder = userConfigFolder(place);
  const user = folder === undefined ? accept(undefined) : await fileIn(folder, 'user', notes);
  if (!user.ok) return user;
  const project = await searchUpward(place, notes);
  if (!project.ok) return project;
  return accept({
    ...(user.value && { user: user.value }),
    ...(project.value && { project: project.value }),
    notes,
  });
}

/** Whoever names a file has chosen it: it counts as the user's own. */
async function namedFile(path: string, label: string): Promise<Outcome<FoundConfig>> {
  try {
    const bytes = await readFile(path);
    return accept({ user: foundFile(path, label, 'user', bytes, -1), notes: [] });
  } catch {
    return refuse({
      refused: 'absent',
      message: 'PERCEPT_CONFIG names a file that is not there.',
      hint: 'Give the path of a percept.config file, or "none" to use no file.',
    });
  }
}

function foundFile(
  path: string,
  label: string,
  owner: FoundFile['owner'],
  bytes: Uint8Array,
  uid: number,
): FoundFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, label, owner, bytes, sha256, uid };
}

async function searchUpward(
  { cwd, home }: Surroundings,
  notes: string[],
): Promise<Outcome<FoundFile | undefined>> {
  const end = await realpath(home).catch(() => home);
  for (let folder = await realpath(cwd).catch(() => resolve(cwd)); ; folder = dirname(folder)) {
    const open = await openToOthers(folder);
    if (open) {
      const left = await firstName(folder);
      if (left !== undefined)
        notes.push(
          `${left} in ${printable(folder, 200)} is not read: others may write to this folder.`,
        );
      return accept(undefined);
    }
    const found = await fileIn(folder, 'project', notes);
    if (!found.ok || found.value) return found;
    const isRoot = (await exists(join(folder, '.git'))) || folder === end;
    if (isRoot || dirname(folder) === folder) return accept(undefined);
  }
}

/** A folder of another user, or one that everybody or a foreign group may write to. Root's own folders are nobody's trap. */
async function openToOthers(folder: string): Promise<boolean> {
  if (ownUid() === undefined) return false;
  try {
    const { uid, gid, mode } = await lstat(folder);
    if (!isOwn(uid, true) || (mode & 0o002) !== 0) return true;
    return (mode & 0o020) !== 0 && gid !== process.getgid?.();
  } catch {
    return true;
  }
}

async function fileIn(
  folder: string,
  owner: FoundFile['owner'],
  notes: string[],
): Promise<Outcome<FoundFile | undefined>> {
  // Our own folder may hold links that the user made; a project's may not lead anywhere.
  const isUser = owner === 'user';
  const rules = { maxBytes: maxConfigBytes, allowRoot: isUser, followLinks: isUser };
  const files: FoundFile[] = [];
  for (const name of configNames) {
    const path = join(folder, name);
    const read = await readOwnFile(path, rules);
    if (read.kind === 'absent') continue;
    const label = isUser ? `${name} of the user` : name;
    if (read.kind === 'unsafe') notes.push(`${label} ${read.why}, and is not used.`);
    else files.push(foundFile(path, label, owner, read.file.bytes, read.file.uid));
  }
  const [first, second] = files;
  if (!first || !second) return accept(first);
  const message = `${first.label} and ${second.label} stand in the same folder.`;
  const hint = 'Keep one of them.';
  if (isUser) return refuse({ refused: 'invalid-input', message, hint });
  notes.push(`${message} Neither is used. ${hint}`);
  return accept(undefined);
}

async function firstName(folder: string): Promise<string | undefined> {
  for (const name of configNames) if (await exists(join(folder, name))) return name;
  return undefined;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
