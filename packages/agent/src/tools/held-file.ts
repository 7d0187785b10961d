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
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, doorLimits, refuse, type Outcome, type Refusal } from '@percept/core';
import { openInside, readFile } from '@percept/ingest/internal';
import { HeldFolder } from './folder-handle.ts';
import type { ToolOptions } from './tool.ts';
import type { Workspace } from './workspace.ts';

/** A save that began before the exchange has reached the file by then. */
const lateWriteMs = 30;

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
      const target = this.#folder.entry(name);
      if (!this.#exchange(target, fresh, aside)) return refuse(changed);
      if (!(await this.#isLeftAlone(aside))) {
        restore(aside, target, this.#folder.entry(`${stem}.new`), bytes);
        return refuse(changed);
      }
      rmSync(aside);
      await this.#folder.sync();
      return accept(undefined);
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

  /** Without a pause between its steps: nothing of ours runs in between. False, and as it was, when it is not what it was. */
  #exchange(target: string, fresh: string, aside: string): boolean {
    if (!this.#isAsRead(target)) return false;
    renameSync(target, aside);
    if (this.#isSame(lstatSync(aside, { bigint: true })) && place(fresh, target)) return true;
    putBack(aside, target);
    return false;
  }

  /** Somebody may have had the old file open, or was about to: what they write into it comes within a moment. */
  async #isLeftAlone(aside: string): Promise<boolean> {
    if (!this.#isAsRead(aside)) return false;
    if (this.#folder.guard === 'path-check') return true;
    await sleep(lateWriteMs);
    return this.#isAsRead(aside);
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

/** Ours is taken out again while it is ours, and never overwritten by name: whatever is newer than it stays. */
function restore(aside: string, target: string, ours: string, bytes: Uint8Array): void {
  try {
    renameSync(target, ours);
    if (!holds(ours, bytes)) place(ours, target);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  place(aside, target);
  rmSync(ours, { force: true });
  rmSync(aside, { force: true });
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
