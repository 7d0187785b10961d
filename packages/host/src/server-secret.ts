// The server's one secret, in a file that only its owner reads or in the database that its processes share. Everything that is signed here is signed with a key derived
// from it, one key per purpose, so that a restart invalidates nothing and one purpose says nothing about another.
import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import type { SharedKeys } from '@percept/store';
import { syncDirectory } from '@percept/store/internal/fs';
import type { HostParts } from './compose.ts';

export type Purpose = 'cookies' | 'local-token' | 'assets' | 'interrupts';

export interface ServerSecret {
  derive(purpose: Purpose): Uint8Array;
}

const fileName = 'server.key';
const secretBytes = 32;

/** @example const secret = await openSecret(dataDirectory); */
export async function openSecret(directory: string): Promise<Outcome<ServerSecret>> {
  const path = join(directory, fileName);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const held = (await read(path)) ?? (await create(path));
  const bytes = held === undefined ? undefined : Buffer.from(held.trim(), 'hex');
  if (bytes?.length !== secretBytes)
    return refuse({
      refused: 'corrupt',
      message: `${path} does not hold a server key.`,
      hint: 'Restore it, or remove it: then links that were handed out stop working.',
    });
  return accept(secretOf(bytes));
}

/** The same for processes that share a memory: of those who start at once on an empty one, the first wins. */
export async function openSharedSecret(
  keys: SharedKeys,
  clock: () => number,
): Promise<Outcome<ServerSecret>> {
  const draft = { id: 'first', secret: randomBytes(secretBytes), createdAt: clock() };
  const added = await keys.add('server', draft);
  if (!added.ok) return added;
  const listed = await keys.list('server');
  if (!listed.ok) return listed;
  const [key = draft] = listed.value;
  return accept(secretOf(key.secret));
}

/** The secret of whoever serves this memory; an error where its file is damaged. */
export async function secretFor(
  { keys, memory }: Pick<HostParts, 'keys' | 'memory'>,
  clock: () => number,
): Promise<ServerSecret> {
  const secret = await (keys ? openSharedSecret(keys, clock) : openSecret(memory.directory));
  if (secret.ok) return secret.value;
  throw new Error(`${secret.refusal.message} ${secret.refusal.hint}`);
}

function secretOf(bytes: Uint8Array): ServerSecret {
  return {
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', bytes, '', `percept ${purpose}`, 32)),
  };
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Appears whole or not at all; of two servers that start at once, the first wins. */
async function create(path: string): Promise<string | undefined> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const text = `${randomBytes(secretBytes).toString('hex')}\n`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!taken) throw error;
  });
  await rm(draft, { force: true });
  syncDirectory(dirname(path));
  return read(path);
}
