// Where the decoder's compiled code is kept: beside the code of the command itself, in a folder of the user's own (or nowhere: the
// command decides that before anything else), for this version and this Node. It is made after the first picture and used from
// the second on; without it everything works, a little later.
import { existsSync, mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { ownVersion } from './own-version.ts';

export interface CodeCache {
  /** Undefined until it is filled. */
  readonly folder: string | undefined;
  /** Fills it for the next time; does nothing when it is there. */
  fill(warm: (folder: string) => void): void;
}

export function codeCache(): CodeCache {
  const own = getCompileCacheDir();
  const folder = own && join(dirname(own), `decoder-${ownVersion()}-${process.version}`);
  const isThere = folder !== undefined && existsSync(folder);
  return {
    folder: isThere ? folder : undefined,
    fill: (warm) => {
      if (folder === undefined || isThere) return;
      try {
        mkdirSync(folder, 0o700);
        warm(folder);
      } catch {
        // A home that cannot be written to has no cache.
      }
    },
  };
}
