// A file that is about to be replaced. It is put in place only while it is, byte for byte, what was read, in the folder that
// was held since: whatever somebody saved meanwhile stays, and nothing is left beside it. The old file steps aside before the
// new one is linked in, so that a save in between is met and never overwritten; for that moment the name is free.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type BigIntStats,
} from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { accept, doorLimits, refuse, type Outcome, type Refusal } from '@percept/core';
import { openInside, readFile } from '@percept/ingest';
import { HeldFolder } from './folder-handle.ts';
import type { ToolOptions } from './tool.ts';
import type { Workspace } from './workspace.ts';

interface Found {
  /** As it was asked for, absolute. */
  readonly asked: string;
  /** Where it really is. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export class HeldFile implements AsyncDisposable, Found {
  readonly asked: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly #folder: HeldFolder;
  readonly #facts: BigIntStats;

  private constructor({ asked, path, bytes }: Found, folder: HeldFolder, facts: BigIntStats) {
    this.asked = asked;
    this.path = path;
    this.bytes = bytes;
    this.#folder = folder;
    this.#facts = facts;
  }

  static async hold(
    { roots, cwd }: Pick<Workspace, 'roots' | 'cwd'>,
    path: string,
    { signal }: ToolOptions,
  ): Promise<Outcome<HeldFile>> {
    const opened = await openInside(roots, path, { cwd, signal });
    if (!opened.ok) return opened;
    await using handle = opened.value.handle;
    const { realPath } = opened.value;
    if (realPath === undefined) return refuse(unwritable);
    const read = await readFile(opened.value, { maxBytes: doorLimits.maxSourceBytes, signal });
    if (!read.ok) return read;
    const folder = await HeldFolder.open(dirname(realPath));
    if (!folder) return refuse(moved);
    const facts = await handle.stat({ bigint: true });
    const there = await lstat(folder.entry(basename(realPath)), { bigint: true }).catch(
      () => undefined,
    );
    if (!there || there.ino !== facts.ino || there.dev !== facts.dev) {
      await folder[Symbol.asyncDispose]();
      return refuse(moved);
    }
    const found = { asked: opened.value.path, path: realPath, bytes: read.value.bytes };
    return accept(new HeldFile(found, folder, facts));
  }

  /** Refused, and nothing changed, when it is not what it was. */
  async replace(bytes: Uint8Array): Promise<Outcome<undefined>> {
    if (!(await this.#folder.isInPlace())) return refuse(moved);
    const name = basename(this.path);
    const stem = `.percept-${randomBytes(8).toString('hex')}`;
    const fresh = this.#folder.entry(`${stem}.tmp`);
    const aside = this.#folder.entry(`${stem}.old`);
    try {
      await this.#write(fresh, bytes);
      const placed = this.#exchange(this.#folder.entry(name), fresh, aside, bytes);
      if (placed.ok) await this.#folder.sync();
      return placed;
    } catch (error) {
      return refuse(unwritten(error));
    } finally {
      rmSync(fresh, { force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const mode = Number(this.#facts.mode) & 0o777;
    await using file = await open(path, flags | (constants.O_NOFOLLOW ?? 0), mode);
    await file.chmod(mode);
    await file.writeFile(bytes);
    await file.sync();
  }

  /** Without a pause between its steps: nothing of ours runs in between. */
  #exchange(target: string, fresh: string, aside: string, bytes: Uint8Array): Outcome<undefined> {
    if (!this.#isAsRead(target)) return refuse(changed);
    renameSync(target, aside);
    if (!this.#isSame(lstatSync(aside, { bigint: true })) || !place(fresh, target)) {
      putBack(aside, target);
      return refuse(changed);
    }
    if (this.#isAsRead(aside)) {
      rmSync(aside);
      return accept(undefined);
    }
    // Somebody had the old file open, and has written into it until now.
    if (holds(target, bytes)) renameSync(aside, target);
    else rmSync(aside);
    return refuse(changed);
  }

  #isSame({ dev, ino, size, mtimeNs }: BigIntStats): boolean {
    const { dev: oldDev, ino: oldIno, size: oldSize, mtimeNs: oldTime } = this.#facts;
    return dev === oldDev && ino === oldIno && size === oldSize && mtimeNs === oldTime;
  }

  #isAsRead(path: string): boolean {
    return holds(path, this.bytes, (facts) => this.#isSame(facts));
  }
}

/** Judged on one handle, which neither follows a link nor waits for a pipe. */
function holds(
  path: string,
  bytes: Uint8Array,
  isIt: (facts: BigIntStats) => boolean = (facts) => facts.isFile(),
): boolean {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch {
    return false;
  }
  try {
    const facts = fstatSync(descriptor, { bigint: true });
    return isIt(facts) && Buffer.compare(readFileSync(descriptor), bytes) === 0;
  } finally {
    closeSync(descriptor);
  }
}

/** False when somebody has put a file there in the meantime. */
function place(fresh: string, target: string): boolean {
  try {
    linkSync(fresh, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without hard links: the name was free a moment ago.
    if (lstatSync(target, { throwIfNoEntry: false })) return false;
    renameSync(fresh, target);
    return true;
  }
}

/** What was saved since is newer, and stays. What is no file was not ours to move, and is never removed. */
function putBack(aside: string, target: string): void {
  if (!lstatSync(aside).isFile()) return renameSync(aside, target);
  place(aside, target);
  rmSync(aside, { force: true });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

const moved: Refusal = {
  refused: 'stale',
  message: 'The folder of the file was moved or exchanged; nothing was written.',
  hint: 'Read the file again, and edit with the new token.',
};

const changed: Refusal = {
  refused: 'stale',
  message:
    'The file was saved by somebody else meanwhile. That version is kept, and this edit was not made.',
  hint: 'Read the file again, and make the edit in what stands there now.',
};

const unwritable: Refusal = {
  refused: 'unavailable',
  message: 'Where the file really is cannot be told, so it is not edited.',
  hint: 'Propose the change in words.',
};

function unwritten(error: unknown): Refusal {
  const code = codeOf(error);
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return {
    refused: full ? 'store-full' : 'unavailable',
    message: `The file could not be written (${code}); it is as it was.`,
    hint: full ? 'Free some space and try again.' : 'Check its permissions.',
  };
}
