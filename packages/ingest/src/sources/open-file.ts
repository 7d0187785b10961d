// A path is opened once, and everything is decided on the handle: kind, size and place. What was looked at before
// opening only spares devices an open; a swap in between changes nothing, because the handle is what is read.
import { accept, refuse, type Outcome, type Refused } from '@percept/core';
import { constants, type BigIntStats, type Stats } from 'node:fs';
import { lstat, open, stat, type FileHandle } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { isInside, isNamed, nameOfHandle, placeOf, realRoots, type Root } from './containment.ts';
import { checkPathName, isFileUrl, pathOfFileUrl } from './path-name.ts';
import { isReplaced, rawPath } from './raw-name.ts';
import { cancelled, errorCode, quoted } from './source.ts';
import { waitFor } from './wait.ts';

export type PathAccess =
  /** A person named the file: whatever they may read, links followed. */
  | { readonly followLinks: 'user-chosen' }
  /** An agent asks: links are followed while they stay inside, or not at all. */
  | { readonly followLinks: 'inside-roots' | 'never'; readonly roots: readonly string[] };

export interface OpenOptions {
  /** What relative paths are relative to. */
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** Whose rules for names and handles apply; this machine's when not given. */
  readonly platform?: NodeJS.Platform | undefined;
}

export interface OpenFile {
  readonly handle: FileHandle;
  /** The absolute path that was asked for. */
  readonly path: string;
  /** Where that led, without a link on the way; undefined where it cannot be told, or is no text. */
  readonly realPath: string | undefined;
  readonly bytes: number;
}

/** @example const file = await openInside(['/project'], 'logo.png', { cwd: '/project' }); */
export function openInside(
  roots: readonly string[],
  path: string | URL,
  options: OpenOptions,
): Promise<Outcome<OpenFile>> {
  return openPath(path, { followLinks: 'inside-roots', roots }, options);
}

/** The caller closes the handle. */
export async function openPath(
  path: string | URL,
  access: PathAccess,
  options: OpenOptions,
): Promise<Outcome<OpenFile>> {
  const platform = options.platform ?? process.platform;
  const named = nameOf(path, platform);
  if (!named.ok) return named;
  const paths = platform === 'win32' ? win32 : posix;
  const absolute = paths.resolve(options.cwd, named.value);
  const folders =
    access.followLinks === 'user-chosen'
      ? undefined
      : access.roots.filter((root) => root !== '').map((root) => paths.resolve(options.cwd, root));
  if (options.signal?.aborted) return cancelled(quoted(absolute));
  const opening = openChecked(absolute, access, folders, platform);
  const waited = await waitFor(opening, { signal: options.signal });
  switch (waited.kind) {
    case 'done':
      return waited.value;
    case 'cancelled':
    case 'timed-out':
      void opening.then((late) => (late.ok ? closeQuietly(late.value.handle) : undefined));
      return cancelled(quoted(absolute));
    case 'failed':
      throw waited.error;
  }
}

export async function closeQuietly(handle: FileHandle): Promise<void> {
  try {
    await handle.close();
  } catch {
    // Nothing was written: a failing close loses nothing.
  }
}

function nameOf(path: string | URL, platform: NodeJS.Platform): Outcome<string> {
  const text = path instanceof URL ? path.href : path;
  if (path instanceof URL || isFileUrl(text)) return pathOfFileUrl(text, platform);
  return checkPathName(text, platform);
}

async function openChecked(
  path: string,
  access: PathAccess,
  folders: readonly string[] | undefined,
  platform: NodeJS.Platform,
): Promise<Outcome<OpenFile>> {
  const roots = folders && (await realRoots(folders));
  if (roots && (await placeOf(path, roots)) === 'outside') return outside(path);
  const follow = access.followLinks !== 'never';
  // A person's argument may be a name that is no text; an agent writes text.
  const place = (!folders && isReplaced(path) && (await rawPath(path))) || path;
  try {
    const before = kindOf(await (follow ? stat(place) : lstat(place)));
    if (before !== 'file') return notAFile(path, before);
  } catch (error) {
    return failed(path, error);
  }
  const flags =
    constants.O_RDONLY |
    (constants.O_NONBLOCK ?? 0) |
    (constants.O_NOCTTY ?? 0) |
    (follow ? 0 : (constants.O_NOFOLLOW ?? 0));
  let handle: FileHandle;
  try {
    handle = await open(place, flags);
  } catch (error) {
    return failed(path, error);
  }
  const checked = await checkHandle(handle, path, access, roots, platform);
  if (!checked.ok) await closeQuietly(handle);
  return checked;
}

async function checkHandle(
  handle: FileHandle,
  path: string,
  access: PathAccess,
  roots: readonly Root[] | undefined,
  platform: NodeJS.Platform,
): Promise<Outcome<OpenFile>> {
  let facts: BigIntStats;
  try {
    facts = await handle.stat({ bigint: true });
  } catch (error) {
    return failed(path, error);
  }
  const kind = kindOf(facts);
  if (kind !== 'file') return notAFile(path, kind);
  const name = await nameOfHandle(handle, path, facts, platform);
  if (roots) {
    if (!name || !roots.some((root) => isInside(root.real, name))) return outside(path);
    if (access.followLinks === 'never' && !isNamed(path, name, roots)) return linked(path);
  }
  if (name && platform === 'linux' && kernelRoots.some((root) => isInside(root, name))) {
    return refuse({
      refused: 'forbidden',
      message: `${quoted(path)} is made by the kernel, not stored.`,
      hint: 'Name a file on a disk.',
    });
  }
  return accept({ handle, path, realPath: name && textOf(name), bytes: Number(facts.size) });
}

function textOf(name: Uint8Array): string | undefined {
  const text = Buffer.from(name).toString();
  return Buffer.compare(Buffer.from(text), name) === 0 ? text : undefined;
}

const kernelRoots: readonly Uint8Array[] = [Buffer.from('/proc'), Buffer.from('/sys')];

type FileKind = 'file' | 'folder' | 'link' | 'FIFO' | 'socket' | 'device' | 'special file';

function kindOf(facts: Stats | BigIntStats): FileKind {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'folder';
  if (facts.isSymbolicLink()) return 'link';
  if (facts.isFIFO()) return 'FIFO';
  if (facts.isSocket()) return 'socket';
  if (facts.isCharacterDevice() || facts.isBlockDevice()) return 'device';
  return 'special file';
}

function notAFile(path: string, kind: Exclude<FileKind, 'file'>): Refused {
  switch (kind) {
    case 'folder':
      return refuse({
        refused: 'invalid-input',
        message: `${quoted(path)} is a folder.`,
        hint: 'Name a file inside it.',
      });
    case 'link':
      return linked(path);
    case 'FIFO':
    case 'socket':
    case 'device':
    case 'special file':
      return refuse({
        refused: 'forbidden',
        message: `${quoted(path)} is a ${kind}, and only regular files are read.`,
        hint: 'Save its content to a file first.',
      });
  }
}

function outside(path: string): Refused {
  return refuse({
    refused: 'forbidden',
    message: `${quoted(path)} is not inside the folders that may be read.`,
    hint: 'Copy the file into one of them, or ask for the folder to be allowed.',
  });
}

function linked(path: string): Refused {
  return refuse({
    refused: 'forbidden',
    message: `${quoted(path)} is reached through a link, and links are not followed here.`,
    hint: 'Name the file that the link leads to.',
  });
}

function failed(path: string, error: unknown): Refused {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refuse({
        refused: 'absent',
        message: `There is no file ${quoted(path)}.`,
        hint: path.includes('\ufffd')
          ? 'Its name is not UTF-8, and several files or none read like it: rename it, or give its content through standard input.'
          : 'Check the spelling and the folder.',
      });
    case 'EMFILE':
    case 'ENFILE':
      return refuse({
        refused: 'unavailable',
        message: `Too many files are open to read ${quoted(path)} (${code}).`,
        hint: 'Raise the limit of open files (`ulimit -n`), and try again.',
      });
    case 'EACCES':
    case 'EPERM':
      return refuse({
        refused: 'forbidden',
        message: `This user may not read ${quoted(path)} (${code}).`,
        hint: 'Change the permissions of the file, or copy it.',
      });
    case 'ELOOP':
      return linked(path);
    case 'ENXIO':
    case 'ENODEV':
      return notAFile(path, 'special file');
    case 'ENAMETOOLONG':
      return refuse({
        refused: 'invalid-input',
        message: `A part of the path ${quoted(path)} is too long for a file name.`,
        hint: 'Name a file, not its content.',
      });
    default:
      return refuse({
        refused: 'unavailable',
        message: `The system could not open ${quoted(path)} (${code}).`,
        hint: 'Try again, or copy the file to a local disk.',
      });
  }
}
