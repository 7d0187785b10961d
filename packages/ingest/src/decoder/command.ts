// How a decoder process is started: which walls stand around it is decided here, once, and nowhere else. The environment
// is written anew, so nothing of the host's (keys, tokens, NODE_OPTIONS) is inherited.
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../host-program.ts';
import { sealedName, type Walls } from './walls.ts';
import { maxOpenFiles } from '../limits.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandOptions {
  readonly entry: URL;
  readonly maxMemoryBytes: number;
  readonly maxSourceBytes: number;
  /** Compiled code of the decoder, made by `warmDecoder`: read, and never written from inside. */
  readonly codeCache?: string | undefined;
}

/** What Node and libvips reserve without using it; RLIMIT_DATA counts reservations. */
const reservedBytes = 704 * 1024 * 1024;

const childEnvironment = {
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  // Rasters come and go with every picture: they are taken from memory that is held, not from fresh pages.
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '33554432',
  UV_THREADPOOL_SIZE: '2',
} as const;

const nodeFlags = [
  '--max-old-space-size=128',
  '--disable-proto=delete',
  '--disallow-code-generation-from-strings',
  '--no-warnings',
];

/** RLIMIT_DATA bounds what it allocates, RLIMIT_FSIZE keeps it from writing files, and it dies with its parent. */
export function limitedCommand(options: CommandOptions): Command | undefined {
  const prlimit = findProgram(['prlimit']);
  if (!prlimit) return undefined;
  const setpriv = findProgram(['setpriv']);
  const tether = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  return {
    file: prlimit,
    args: [...limits(options), '--', ...tether, ...node(options, 'limited')],
    env: environmentOf(options),
  };
}

/** The same, in namespaces of its own: no network, no files but its own code, no capabilities, a private process list. */
export function sealedCommand(options: CommandOptions): Command | undefined {
  const prlimit = findProgram(['prlimit']);
  const bwrap = findProgram(['bwrap']);
  if (!prlimit || !bwrap) return undefined;
  const cache = options.codeCache === undefined ? [] : [options.codeCache];
  const folders = [...systemFolders, ...codeFolders(options.entry), ...cache];
  const binds = folders.flatMap((path) => ['--ro-bind-try', path, path]);
  const variables = Object.entries(environmentOf(options));
  const environment = variables.flatMap((pair) => ['--setenv', ...pair]);
  return {
    file: prlimit,
    args: [
      ...limits(options),
      '--',
      bwrap,
      ...walls,
      ...binds,
      ...inside,
      ...environment,
      '--',
      ...node(options, 'sealed'),
    ],
    env: {},
  };
}

function environmentOf({ codeCache }: CommandOptions): Readonly<Record<string, string>> {
  return { ...childEnvironment, ...(codeCache !== undefined && { NODE_COMPILE_CACHE: codeCache }) };
}

/** Compiles the decoder's code into a folder, under the flags that it will run with: code belongs to its flags. */
export function warmCommand(entry: URL, codeCache: string): Command {
  return {
    file: nodePath(),
    args: [...nodeFlags, realpathSync(fileURLToPath(entry))],
    env: { NODE_COMPILE_CACHE: codeCache },
  };
}

function limits({ maxMemoryBytes }: CommandOptions): string[] {
  const data = maxMemoryBytes + reservedBytes;
  return [`--data=${data}`, '--core=0', '--fsize=0', `--nofile=${maxOpenFiles}`];
}

function node(
  { entry, maxMemoryBytes, maxSourceBytes }: CommandOptions,
  walls: Walls,
): readonly string[] {
  const path = realpathSync(fileURLToPath(entry));
  return [nodePath(), ...nodeFlags, path, String(maxMemoryBytes), String(maxSourceBytes), walls];
}

function nodePath(): string {
  return realpathSync(process.execPath);
}

const walls = [
  '--unshare-all',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
  '--hostname',
  sealedName,
  '--proc',
  '/proc',
  '--dev',
  '/dev',
];
const inside = ['--remount-ro', '/', '--chdir', '/', '--clearenv'];

/** The dynamic linker's world. */
const systemFolders =
  '/lib /lib64 /usr/lib /usr/lib64 /usr/local/lib /nix/store /etc/ld.so.cache'.split(' ');

/** The runtime, this package, and the folders from which its imports resolve: nothing else is there. */
function codeFolders(entry: URL): string[] {
  const path = realpathSync(fileURLToPath(entry));
  const own = packageFolder(path);
  const require = createRequire(entry);
  const imports = ['@percept/core', 'sharp'].map((name) => realpathSync(require.resolve(name)));
  const modules = ancestors(path).map((folder) => join(folder, 'node_modules'));
  return [
    ...new Set([nodePath(), own, ...modules.filter(existsSync), ...imports.map(importFolder)]),
  ];
}

/** The outermost `node_modules` of an installed package, or the folder of a package in the workspace. */
function importFolder(path: string): string {
  const marker = `${sep}node_modules${sep}`;
  const at = path.indexOf(marker);
  return at === -1 ? packageFolder(path) : path.slice(0, at + marker.length - 1);
}

function packageFolder(path: string): string {
  return (
    ancestors(path).find((folder) => existsSync(join(folder, 'package.json'))) ?? dirname(path)
  );
}

/** Nearest first. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestors(parent)];
}
