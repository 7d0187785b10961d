// The keys that handles are signed with: one file each, readable by their owner alone, complete from the moment they have
// a name. A new key is a new file, so processes that rotate at once cannot lose each other's keys.
import { createSecretKey, randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  lstatSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inside, readCount, readText } from '@percept/core/internal';
import { syncDirectory } from '@percept/store/internal/fs';
import type { SigningKey } from './handle.ts';

export interface KeyRing {
  /** What new handles are signed with. */
  active(): SigningKey;
  /** A key that verifies. */
  find(id: string): SigningKey | undefined;
  /** Looks for keys that another process made, where `find` cannot do that by itself. Whether there was a new one. */
  refresh?(): Promise<boolean>;
  /** Soon new handles have a new key; old handles stay valid. */
  rotate(): SigningKey | Promise<SigningKey>;
  /**
   * Removes keys that sign nothing any more: not those named (whose grants have not ended), and none that was replaced
   * so lately that another process may still sign with it. Returns their ids.
   */
  retire(inUse: readonly string[]): readonly string[] | Promise<readonly string[]>;
}

/** In files: keys that another process made meanwhile are found as well, and a new key is used at once. */
export interface FileKeyRing extends KeyRing {
  rotate(): SigningKey;
  retire(inUse: readonly string[]): readonly string[];
}

export interface StoredKey extends SigningKey {
  readonly createdAt: number;
}

/** The ids of keys, the oldest first, that another one replaced so long ago that every process signs with that. */
export function retiredOf(
  keys: readonly StoredKey[],
  inUse: readonly string[],
  now: number,
): readonly string[] {
  const gone = keys.filter(({ id }, index) => {
    const next = keys[index + 1];
    return next && now - next.createdAt >= retireAfterMs && !inUse.includes(id);
  });
  return gone.map(({ id }) => id);
}

export interface KeyRingOptions {
  /** The data directory; the keys get a folder of their own in it. */
  readonly directory: string;
  readonly clock?: () => number;
}

const folderName = 'asset-keys';
const fileName = /^([A-Za-z0-9]{1,16})\.json$/;
const secretBytes = 32;
/** Keys are looked for at most this often: forged handles do not become reads of a disk or a server. */
export const minReloadMs = 1_000;
/** Long after every process has begun to sign with the key that came after. */
const retireAfterMs = 60 * 60 * 1000;

/** Throws when the keys are not safe: another user could read or replace them. */
export function openKeyRing({ directory, clock = Date.now }: KeyRingOptions): FileKeyRing {
  const folder = join(directory, folderName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  let keys = load(folder);
  let loadedAt = clock();
  const refresh = (): void => {
    if (clock() - loadedAt < minReloadMs) return;
    loadedAt = clock();
    keys = reload(folder, keys);
  };
  const add = (): StoredKey => {
    const youngest = Math.max(0, ...keys.map(({ createdAt }) => createdAt + 1));
    const key = create(folder, Math.max(clock(), youngest));
    keys = load(folder);
    return key;
  };
  if (keys.length === 0) add();
  return {
    active() {
      refresh();
      return keys.at(-1) ?? add();
    },
    find(id) {
      const known = keys.find((key) => key.id === id);
      if (known) return known;
      refresh();
      return keys.find((key) => key.id === id);
    },
    rotate: add,
    retire(inUse) {
      keys = load(folder);
      const gone = retiredOf(keys, inUse, clock());
      for (const id of gone) rmSync(join(folder, `${id}.json`), { force: true });
      if (gone.length > 0) syncDirectory(folder);
      keys = keys.filter(({ id }) => !gone.includes(id));
      return gone;
    },
  };
}

/** A running host keeps what it knows when the folder cannot be read now. */
function reload(folder: string, known: readonly StoredKey[]): readonly StoredKey[] {
  try {
    return load(folder);
  } catch {
    return known;
  }
}

function load(folder: string): readonly StoredKey[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const id = fileName.exec(name)?.[1];
      return id === undefined ? [] : [readKey(folder, id)];
    })
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

function readKey(folder: string, id: string): StoredKey {
  const path = join(folder, `${id}.json`);
  const stats = lstatSync(path);
  if (!stats.isFile() || (stats.mode & 0o077) !== 0)
    throw new Error(
      `The key ${path} is not a file that only its owner can read: make it mode 600.`,
    );
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const secret = Buffer.from(readText(inside(value, 'secret')) ?? '', 'base64url');
  const createdAt = readCount(inside(value, 'createdAt'));
  if (secret.length !== secretBytes || createdAt === undefined)
    throw new Error(`The key ${path} is damaged: restore it, or remove it and the URLs it signed.`);
  return { id, secret: createSecretKey(secret), createdAt };
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

export function newKeyId(): string {
  return Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function create(folder: string, createdAt: number): StoredKey {
  const id = newKeyId();
  const secret = randomBytes(secretBytes);
  const temporary = join(folder, `.${id}.tmp`);
  const text = JSON.stringify({ id, secret: secret.toString('base64url'), createdAt });
  writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
  // A link, not a rename: a key that has this name already is never replaced.
  linkSync(temporary, join(folder, `${id}.json`));
  unlinkSync(temporary);
  syncDirectory(folder);
  return { id, secret: createSecretKey(secret), createdAt };
}
