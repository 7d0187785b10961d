// What "on disk" means: a file is durable when its bytes and the folder entry that names it are both synced. Every
// other file here relies on these few calls being complete.
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
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

/** Creates the folder and its parents, private to this user, each synced into its own parent; false when it was there. */
export function makeDirectory(path: string): boolean {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return false;
  const top = dirname(first);
  for (let made = path; made !== top; made = dirname(made)) syncDirectory(dirname(made));
  return true;
}
