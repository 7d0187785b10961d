// A folder that is held: what is written goes into this folder and into no other, whatever its path is made to lead to
// meanwhile. On Linux names are resolved below the open folder; elsewhere the path is checked again before each use, which
// leaves a moment between check and use.
import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** `folder-handle`: nothing written can leave. `path-check`: a folder that is exchanged in the same moment is not noticed. */
export type FolderGuard = 'folder-handle' | 'path-check';

/** Search permission is enough; Node has no name for it. */
const onlyPath = 0o10000000;

export class HeldFolder implements AsyncDisposable {
  readonly path: string;
  readonly guard: FolderGuard;
  readonly #handle: FileHandle | undefined;
  readonly #identity: string;

  private constructor(path: string, handle: FileHandle | undefined, identity: string) {
    this.path = path;
    this.guard = handle ? 'folder-handle' : 'path-check';
    this.#handle = handle;
    this.#identity = identity;
  }

  /** Undefined when a part of the path is a link by now, or is gone. */
  static async open(path: string): Promise<HeldFolder | undefined> {
    try {
      const handle = await walk(path);
      const identity = handle ? identityOf(await handle.stat()) : await identityAt(path);
      return identity === undefined ? undefined : new HeldFolder(path, handle, identity);
    } catch {
      return undefined;
    }
  }

  /** The path of an entry, for any call of the system; it is resolved below the held folder. */
  entry(name: string): string {
    return join(this.#handle ? `/proc/self/fd/${this.#handle.fd}` : this.path, name);
  }

  /** Whether its path still leads here, without a link on the way. */
  async isInPlace(): Promise<boolean> {
    await using now = await HeldFolder.open(this.path);
    return now !== undefined && now.#identity === this.#identity;
  }

  /** Its entries are on the disk; where a folder cannot be synced, that is up to the system. */
  async sync(): Promise<void> {
    try {
      await using folder = await open(this.entry('.'), constants.O_RDONLY);
      await folder.sync();
    } catch {
      // The file itself was synced before it was put in place.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}

/** Which of the two holds here. */
export async function folderGuard(path: string): Promise<FolderGuard> {
  await using held = await HeldFolder.open(await realpath(path).catch(() => path));
  return held?.guard ?? 'path-check';
}

/** From the top, folder by folder, and never through a link. Undefined where the system has no such way. */
async function walk(path: string): Promise<FileHandle | undefined> {
  if (process.platform !== 'linux') return undefined;
  const flags = onlyPath | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let handle = await open('/', flags);
  try {
    if ((await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)) !== '/') {
      await handle.close();
      return undefined;
    }
    for (const name of path.split('/').filter((part) => part !== '')) {
      const inner = await open(`/proc/self/fd/${handle.fd}/${name}`, flags);
      await handle.close();
      handle = inner;
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function identityAt(path: string): Promise<string | undefined> {
  const facts = await lstat(path);
  return facts.isDirectory() && (await realpath(path)) === path ? identityOf(facts) : undefined;
}

function identityOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}
