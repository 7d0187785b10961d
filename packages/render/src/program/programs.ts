// Programs that a host may have, and what may be run with which walls around it. Found in fixed folders and not by PATH,
// which whoever started us may have set. A program that draws hostile files runs behind bubblewrap, or because its owner
// named it.
import { dirname } from 'node:path';
import { maxProgramDataBytes } from '../limits.ts';
import { checkOptions, either, listOf, maybe, oneOf, word } from '@percept/core/internal/options';
import { accept, refuse, type Outcome } from '@percept/core';
import { findProgram, programFolders } from '@percept/ingest/internal/host-program';

const programNames = ['libreoffice', 'chromium'] as const;
export type ProgramName = (typeof programNames)[number];

export interface Program {
  readonly path: string;
  /** Path of bubblewrap: no network, no files but the system's and one folder. */
  readonly walls?: string;
  /** Path of prlimit, which bounds its memory. */
  readonly prlimit?: string;
}

/** What is here, and may be used. */
export type HostPrograms = Readonly<Partial<Record<ProgramName, Program>>>;

export interface ProgramsWanted {
  /** `auto`: whatever is found, if bubblewrap is there too. Names: exactly these, and without walls where there are none. */
  readonly wanted?: 'auto' | readonly ProgramName[];
  /** Where to look. */
  readonly folders?: readonly string[];
}

const files: Readonly<Record<ProgramName, readonly string[]>> = {
  libreoffice: ['soffice', 'libreoffice'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
};

/**
 * The programs of this machine that may render, where a sandbox is there for them.
 *
 * @example standardRenderers({ programs: findPrograms() })
 */
export function findPrograms(options: ProgramsWanted = {}): HostPrograms {
  checkOptions('findPrograms', options, {
    wanted: maybe(
      either(
        `is auto, or a list of ${programNames.join(', ')}`,
        oneOf(['auto']),
        listOf(oneOf(programNames)),
      ),
    ),
    folders: maybe(listOf(word)),
  });
  const { wanted = 'auto', folders = programFolders } = options;
  const walls = findProgram(['bwrap'], folders);
  const prlimit = findProgram(['prlimit'], folders);
  if (wanted === 'auto' && walls === undefined) return {};
  const found: Partial<Record<ProgramName, Program>> = {};
  for (const name of wanted === 'auto' ? programNames : wanted) {
    const path = findProgram(files[name], folders);
    if (path === undefined) continue;
    const bounds = walls === undefined ? {} : { walls, ...(prlimit !== undefined && { prlimit }) };
    found[name] = { path, ...bounds };
  }
  return found;
}

/** `PERCEPT_PROGRAMS`: `auto`, `none`, or names with commas between. */
export function parsePrograms(text: string | undefined): Outcome<ProgramsWanted> {
  const words = (text ?? 'auto').split(',').flatMap((word) => word.trim().toLowerCase() || []);
  if (words.length === 0 || (words.length === 1 && words[0] === 'auto')) return accept({});
  if (words.length === 1 && words[0] === 'none') return accept({ wanted: [] });
  const wanted = words.flatMap((word) => programNames.find((name) => name === word) ?? []);
  if (wanted.length === words.length) return accept({ wanted });
  return refuse({
    refused: 'invalid-input',
    message: 'PERCEPT_PROGRAMS names a program that is not known.',
    hint: `Write auto, none, or some of ${programNames.join(', ')} with commas between.`,
  });
}

interface Walled {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const systemFolders = (
  '/usr /bin /sbin /lib /lib32 /lib64 /opt /nix/store /run/current-system /etc/fonts ' +
  '/etc/ld.so.cache /etc/libreoffice /etc/chromium /etc/chromium.d /etc/alternatives ' +
  '/var/cache/fontconfig'
).split(' ');

/** No session of its own: the whole group is killed at once, also while the walls are still going up. */
const namespaces = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'];
const inside = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run'];

/**
 * How a program is started on a hostile file: in namespaces of its own, with no network, the system read-only, and an environment that
 * holds nothing of the host's. `folder` is where it works and the only place that it can write to.
 */
export function walled(program: Program, args: readonly string[], folder: string): Walled {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/run/current-system/sw/bin',
    HOME: folder,
    LANG: 'C.UTF-8',
    TMPDIR: folder,
  };
  if (program.walls === undefined) return { file: program.path, args, env };
  const folders = [...systemFolders, dirname(program.path)];
  const binds = folders.flatMap((path) => ['--ro-bind-try', path, path]);
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
