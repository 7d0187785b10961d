// Where the decoder's compiled code is kept: beside that of the program itself, where it keeps any (Node's compile cache), for this
// version and this Node. It is made after the first `percept view` and used by every program of that user from then on; without it
// everything works, a little later. Code that has seen no picture writes it, and decoders only read it.
import { existsSync, mkdirSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { isRecord } from '@percept/core/internal';

export interface CodeCache {
  /** Undefined until it is filled. */
  readonly folder: string | undefined;
  /** Fills it for the next time; does nothing when it is there. */
  fill(warm: (folder: string) => void): void;
}

export function codeCache(): CodeCache {
  const folder = codeFolder();
  const isThere = folder !== undefined && existsSync(folder);
  return {
    folder: isThere ? folder : undefined,
    fill: (warm) => {
      if (folder === undefined || existsSync(folder)) return;
      try {
        mkdirSync(folder, 0o700);
        warm(folder);
      } catch {
        // A folder that cannot be written to holds no cache.
      }
    },
  };
}

/** Where this program keeps compiled code. Not every runtime can: Deno has no such function, and naming it there would end the import. */
export function compileCacheFolder(): string | undefined {
  return 'getCompileCacheDir' in modules ? modules.getCompileCacheDir() : undefined;
}

/** Undefined where the program keeps no compiled code. */
export function codeFolder(): string | undefined {
  const own = compileCacheFolder();
  if (own === undefined) return undefined;
  const manifest: unknown = modules.createRequire(import.meta.url)('../../package.json');
  const version = isRecord(manifest) ? String(manifest['version']) : 'unknown';
  return join(dirname(own), `decoder-${version}-${process.version}`);
}
