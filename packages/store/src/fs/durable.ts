// What "on disk" means: a file is durable when its bytes and the folder entry that names it are both synced. Every
// other file here relies on these few calls being complete.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
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
