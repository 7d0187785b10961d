// A program in a process list of its own, where the system has bubblewrap: it sees none of our processes, so it reads nobody's
// variables in /proc, and whatever it started, however it hides, ends when its list does. Files and network stay as they are:
// a server is there to work with them.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import {
  findProgram,
  foldersOf,
  isProgram,
  programFolders,
} from '@percept/ingest/internal/host-program';
import type { GroupCommand } from './process-group.ts';

const walls = ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--'];

let tried: string | false | undefined;

/** The program that makes lists, if it works here: tried once, because many containers forbid it. */
export function listMaker(): string | undefined {
  const places = programFolders.map((folder) => join(folder, 'bwrap'));
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
  return findProgram([command], foldersOf(env['PATH'])) !== undefined;
}
