// Whether a path or an open handle lies inside the roots. Names are compared as bytes: two spellings of one letter are
// two names, and a name that is not UTF-8 equals nothing but itself.
import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

const slash = 0x2f;
const backslash = 0x5c;

export function isInside(root: Uint8Array, path: Uint8Array): boolean {
  const length = endsInSeparator(root) ? root.length - 1 : root.length;
  if (path.length <= length) return false;
  return (
    Buffer.compare(root.subarray(0, length), path.subarray(0, length)) === 0 &&
    separatorAt(path, length)
  );
}

function endsInSeparator(path: Uint8Array): boolean {
  return path.length > 0 && separatorAt(path, path.length - 1);
}

// A backslash separates only where paths begin with a drive letter; elsewhere it is part of a name.
function separatorAt(path: Uint8Array, index: number): boolean {
  return path[index] === slash || (path[index] === backslash && path[0] !== slash);
}

export interface Root {
  /** Absolute, as it was configured. */
  readonly asked: string;
  /** Where that leads. */
  readonly real: Uint8Array;
}

/** A root that does not exist contains nothing. */
export async function realRoots(roots: readonly string[]): Promise<readonly Root[]> {
  const found: Root[] = [];
  for (const asked of roots) {
    const real = await realName(asked);
    if (real) found.push({ asked, real });
  }
  return found;
}

/** Whether `name` is what `path` says, name for name below a root, so that no link was on the way. */
export function isNamed(path: string, name: Uint8Array, roots: readonly Root[]): boolean {
  return roots.some(({ asked, real }) =>
    [asked, Buffer.from(real).toString()].some((start) => {
      if (!isInside(Buffer.from(start), Buffer.from(path))) return false;
      const below = Buffer.from(path.slice(start.length));
      return Buffer.compare(Buffer.concat([real, below]), name) === 0;
    }),
  );
}

async function realName(path: string | Uint8Array): Promise<Uint8Array | undefined> {
  return realpath(Buffer.from(path), { encoding: 'buffer' }).catch(() => undefined);
}

/** What can be said before opening, about existing paths and about paths whose end does not exist. */
export type Place = 'inside' | 'outside' | 'absent';

/**
 * Where a path leads. For a path that does not exist, the deepest ancestor that does decides, and a link on the way that
 * leads nowhere counts as outside: so whether a file outside the roots exists cannot be asked.
 */
export async function placeOf(path: string, roots: readonly Root[]): Promise<Place> {
  const real = await realName(path);
  if (real) return isWithin(roots, real) ? 'inside' : 'outside';
  for (let at = path; ; at = dirname(at)) {
    const name = await realName(at);
    if (name) return isWithin(roots, name) ? 'absent' : 'outside';
    if ((await isLink(at)) || dirname(at) === at) return 'outside';
  }
}

/** In a root, or one itself: that it is a folder is no secret. */
function isWithin(roots: readonly Root[], name: Uint8Array): boolean {
  return roots.some(({ real }) => isInside(real, name) || Buffer.compare(real, name) === 0);
}

export async function isLink(path: string | Buffer): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isSymbolicLink() ?? false;
}

/**
 * The real name of what a handle holds. Linux answers from the handle itself, so no later rename can lie. Elsewhere (and
 * where /proc is not mounted) the path is resolved again and must still be the same file by device and inode.
 */
export async function nameOfHandle(
  handle: FileHandle,
  path: string,
  facts: BigIntStats,
  platform: NodeJS.Platform,
): Promise<Uint8Array | undefined> {
  if (platform === 'linux') {
    const link = `/proc/self/fd/${handle.fd}`;
    const name = await readlink(link, { encoding: 'buffer' }).catch(() => undefined);
    if (name) return name;
  }
  const name = await realName(path);
  const now = name && (await stat(Buffer.from(name), { bigint: true }).catch(() => undefined));
  if (!name || now?.dev !== facts.dev || now.ino !== facts.ino) return undefined;
  const again = await realName(name);
  return again && Buffer.compare(again, name) === 0 ? name : undefined;
}
