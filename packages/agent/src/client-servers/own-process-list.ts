// A program in a process list of its own, where the system has bubblewrap: it sees none of our processes, so it reads nobody's
// variables in /proc, and whatever it started, however it hides, ends when its list does. Files and network stay as they are:
// a server is there to work with them.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { GroupCommand } from './process-group.ts';

const walls = ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--'];

/** By fixed folders and not by PATH, which whoever started us may have set. */
const places = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'];

let tried: string | false | undefined;

/** The program that makes lists, if it works here: tried once, because many containers forbid it. */
export function listMaker(): string | undefined {
  tried ??= places.find((place) => isProgram(place) && works(place)) ?? false;
  return tried === false ? undefined : tried;
}

function works(bwrap: string): boolean {
  const { status } = spawnSync(bwrap, [...walls, '/bin/sh', '-c', ':'], {
    stdio: 'ignore',
    timeout: 3_000,
    env: {},
  });
  return status === 0;
}

/** The command as it is started. One that is not there is left alone, so that the system says so itself. */
export function inOwnList(given: GroupCommand): Pick<GroupCommand, 'command' | 'args'> {
  const maker = process.platform === 'linux' && isThere(given) ? listMaker() : undefined;
  if (maker === undefined) return given;
  return { command: maker, args: [...walls, given.command, ...given.args] };
}

function isThere({ command, cwd, env }: GroupCommand): boolean {
  if (command.includes('/')) return isProgram(resolve(cwd, command));
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.some((folder) => isProgram(join(folder, command)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
