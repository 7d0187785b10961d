// How a program of the host is started on a hostile file: in namespaces of its own, with no network, the system read-only,
// one folder to write in, and an environment that holds nothing of the host's.
import { dirname } from 'node:path';
import type { Program } from './programs.ts';
import { maxProgramDataBytes } from '../limits.ts';

export interface Walled {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/opt',
  '/nix/store',
  '/run/current-system',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/etc/chromium',
  '/etc/chromium.d',
  '/etc/alternatives',
  '/var/cache/fontconfig',
];

/** No session of its own: the whole group is killed at once, also while the walls are still going up. */
const namespaces = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'];
const inside = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run'];

/** `folder` is where it works and the only place that it can write to. */
export function walled(program: Program, args: readonly string[], folder: string): Walled {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/run/current-system/sw/bin',
    HOME: folder,
    LANG: 'C.UTF-8',
    TMPDIR: folder,
  };
  if (program.walls === undefined) return { file: program.path, args, env };
  const binds = [...systemFolders, dirname(program.path)].flatMap((path) => [
    '--ro-bind-try',
    path,
    path,
  ]);
  const limited =
    program.prlimit === undefined
      ? []
      : [program.prlimit, `--data=${maxProgramDataBytes}`, '--core=0', '--'];
  const work = ['--bind', folder, folder, '--chdir', folder];
  return {
    file: program.walls,
    args: [...namespaces, ...binds, ...inside, ...work, '--', ...limited, program.path, ...args],
    env,
  };
}
