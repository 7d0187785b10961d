// A path is opened once, and everything is decided on the handle: kind, size and place. What was looked at before
// opening only spares devices an open; a swap in between changes nothing, because the handle is what is read: as many bytes
// as it said it has, no more when the file grows, and none when it shrinks.
import { accept, refuse, type Outcome } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { constants, type BigIntStats, type Stats } from 'node:fs';
import { lstat, open, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, posix, win32 } from 'node:path';
import {
  isInside,
  isLink,
  isNamed,
  nameOfHandle,
  placeOf,
  realRoots,
  type Root,
} from './containment.ts';
import { checkPathName, isFileUrl, pathOfFileUrl } from './path-name.ts';
import { isReplaced, rawPath } from './raw-name.ts';
import { failed, linked, notAFile, outside, type FileKind } from './path-refusals.ts';
import {
  cancelled,
  empty,
  errorCode,
  fits,
  quoted,
  sourceOf,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';

const chunkBytes = 1024 * 1024;

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

export type PathOptions = SourceOptions & OpenOptions & PathAccess;

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
async function openPath(
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

/** @example await readPath('shot.png', { followLinks: 'user-chosen', cwd: process.cwd(), maxBytes: 100_000_000 }); */
export async function readPath(
  path: string | URL,
  options: PathOptions,
): Promise<Outcome<SourceBytes>> {
  const opened = await openPath(path, options, options);
  if (!opened.ok) return opened;
  try {
    return await readFile(opened.value, options);
  } finally {
    // A read that hangs in the system keeps its handle until it ends; nobody waits for that.
    void closeQuietly(opened.value.handle);
  }
}

/** Reads an open file to its end; the handle stays open. */
export async function readFile(
  file: OpenFile,
  options: SourceOptions,
): Promise<Outcome<SourceBytes>> {
  const { signal, onProgress, maxBytes } = options;
  const shown = quoted(file.path);
  const totalBytes = file.bytes;
  if (!fits(totalBytes, maxBytes)) return tooLarge(shown, totalBytes, maxBytes);
  if (totalBytes === 0) return empty(shown);
  if ((await options.room?.(totalBytes)) === false) return cancelled(shown);
  const buffer = Buffer.allocUnsafeSlow(totalBytes + 1);
  let readBytes = 0;
  while (readBytes < buffer.length) {
    const length = Math.min(chunkBytes, buffer.length - readBytes);
    const waited = await waitFor(file.handle.read(buffer, readBytes, length, readBytes), {
      signal,
    });
    if (waited.kind === 'failed')
      return refuse({
        refused: 'unavailable',
        message: `Reading ${shown} failed after ${readBytes} of ${totalBytes} bytes (${errorCode(waited.error)}).`,
        hint: 'Check the disk or the network drive, and try again.',
      });
    if (waited.kind !== 'done') return cancelled(shown);
    if (waited.value.bytesRead === 0) break;
    readBytes += waited.value.bytesRead;
    onProgress?.({ readBytes: Math.min(readBytes, totalBytes), totalBytes });
  }
  if (readBytes !== totalBytes) {
    const how = readBytes > totalBytes ? 'grew' : `ended at byte ${readBytes}`;
    return refuse({
      refused: 'corrupt',
      message: `${shown} had ${totalBytes} bytes when it was opened and ${how} while it was read.`,
      hint: 'Wait until it is written completely, then try again.',
    });
  }
  const bytes = new Uint8Array(buffer.buffer, 0, totalBytes);
  return accept(sourceOf(bytes, { name: basename(file.path) }));
}

/** Nothing was written: a failing close loses nothing. */
function closeQuietly(handle: FileHandle): Promise<void> {
  return handle.close().catch(() => {});
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
  const place = isReplaced(path) ? await oddPlace(path, roots !== undefined) : path;
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

/** A name that is no text, by what it reads like: inside roots only the last one, and no link, so that nothing outside is looked at. */
async function oddPlace(path: string, isBounded: boolean): Promise<string | Buffer> {
  if (isBounded && isReplaced(dirname(path))) return path;
  const raw = await rawPath(path);
  if (raw === undefined) return path;
  return isBounded && (await isLink(raw)) ? path : raw;
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
  if (name && platform === 'linux' && kernelRoots.some((root) => isInside(root, name)))
    return refuse({
      refused: 'forbidden',
      message: `${quoted(path)} is made by the kernel, not stored.`,
      hint: 'Name a file on a disk.',
    });
  return accept({ handle, path, realPath: name && textOf(name), bytes: Number(facts.size) });
}

function textOf(name: Uint8Array): string | undefined {
  const text = Buffer.from(name).toString();
  return Buffer.compare(Buffer.from(text), name) === 0 ? text : undefined;
}

const kernelRoots: readonly Uint8Array[] = [Buffer.from('/proc'), Buffer.from('/sys')];

function kindOf(facts: Stats | BigIntStats): FileKind {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'folder';
  if (facts.isSymbolicLink()) return 'link';
  if (facts.isFIFO()) return 'FIFO';
  if (facts.isSocket()) return 'socket';
  if (facts.isCharacterDevice() || facts.isBlockDevice()) return 'device';
  return 'special file';
}
