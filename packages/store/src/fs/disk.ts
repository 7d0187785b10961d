// What the disk is asked. A file is durable when its bytes and the folder entry that names it are both synced. Of a place that somebody
// else may have prepared only a regular file is ever read: no link is followed, no pipe is waited for, and no more is read than
// the file had when it was opened.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { open, opendir, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failureOf } from '../failure.ts';

/** Some file systems cannot sync a folder and say so; those have nothing to lose by it. */
const cannotSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EBADF']);

export function syncDirectory(path: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    fsyncSync(handle);
  } catch (error) {
    if (!cannotSync.has(failureOf(error))) throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Creates the folder and its parents, private to this user, each synced into its own parent; false when it was there.
 * Level by level, because Node's own recursive mkdir never returns where a file system answers ENOENT inside a folder
 * that exists, as /proc does.
 */
export function makeDirectory(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (failureOf(error) === 'EEXIST' && statSync(path).isDirectory()) return false;
    const parent = dirname(path);
    if (failureOf(error) !== 'ENOENT' || parent === path || existsSync(parent)) throw error;
    makeDirectory(parent);
    return makeDirectory(path);
  }
  syncDirectory(dirname(path));
  return true;
}

export type Opened =
  | { readonly kind: 'file'; readonly file: FileHandle; readonly bytes: number }
  | { readonly kind: 'absent' }
  /** A folder, a link, a pipe, a socket or a device. */
  | { readonly kind: 'irregular' };

const careful = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const notThere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
const notRegular: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/** Whoever gets a file closes it. */
export async function openRegular(path: string): Promise<Opened> {
  let file: FileHandle;
  try {
    file = await open(path, careful);
  } catch (error) {
    if (notThere.has(failureOf(error))) return { kind: 'absent' };
    if (notRegular.has(failureOf(error))) return { kind: 'irregular' };
    throw error;
  }
  try {
    const stats = await file.stat();
    if (stats.isFile()) return { kind: 'file', file, bytes: stats.size };
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return { kind: 'irregular' };
}

/** So many bytes of the file from `at`, or fewer when it became shorter meanwhile. */
export async function readBytes(file: FileHandle, bytes: number, at = 0): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let held = 0;
  while (held < bytes) {
    const { bytesRead } = await file.read(buffer, held, bytes - held, at + held);
    if (bytesRead === 0) break;
    held += bytesRead;
  }
  return buffer.subarray(0, held);
}

/** The same at once, for whoever holds a lock: undefined for what is not regular or has more than `maxBytes`. */
export function readRegularSync(path: string, maxBytes: number): Uint8Array | undefined {
  const file = openSync(path, careful);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const buffer = Buffer.allocUnsafeSlow(stats.size);
    let held = 0;
    while (held < buffer.length) {
      const read = readSync(file, buffer, held, buffer.length - held, held);
      if (read === 0) break;
      held += read;
    }
    return buffer.subarray(0, held);
  } finally {
    closeSync(file);
  }
}

/** Also where a link leads to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** None where there is no such folder. What lies in its place holds no names either: `fsck` says that it does. */
export async function* namesIn(folder: string): AsyncIterable<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'ENOENT' && failure !== 'ENOTDIR') throw error;
  }
}
