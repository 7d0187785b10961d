// Where the decoder's compiled code is kept: a folder of the user's own, for this version and this Node. It is made after
// the first picture and used from the second on; without it everything works, a little later.
import { lstatSync, mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { ownVersion } from './senses.ts';

export interface CodeCache {
  /** Undefined until it is filled. */
  readonly folder: string | undefined;
  /** Fills it for the next time; does nothing when it is there. */
  fill(warm: (folder: string) => void): void;
}

export function codeCache(): CodeCache {
  const folder = placeOf();
  const isThere = folder !== undefined && isOwn(folder);
  return {
    folder: isThere ? folder : undefined,
    fill: (warm) => {
      if (folder === undefined || isThere) return;
      try {
        mkdirSync(folder, 0o700);
        if (isOwn(folder)) warm(folder);
      } catch {
        // A home that cannot be written to has no cache.
      }
    },
  };
}

/** Beside the code of the command itself, which lies in a folder of the user's own or nowhere. */
function placeOf(): string | undefined {
  const own = getCompileCacheDir();
  return own && join(dirname(own), `decoder-${ownVersion()}-${process.version}`);
}

/** Code is run from it: it must be a folder that nobody else can write to. */
function isOwn(folder: string): boolean {
  try {
    const { mode, uid } = lstatSync(folder);
    const isFolder = (mode & 0o170000) === 0o040000;
    return (
      isFolder && (mode & 0o022) === 0 && (process.getuid === undefined || uid === process.getuid())
    );
  } catch {
    return false;
  }
}
