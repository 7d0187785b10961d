// Export: the whole chain and every blob it refers to, verified on the way out and put in place at once, so that a
// half-written export never looks like one.
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  accept,
  refuse,
  type BlobId,
  type BlobStore,
  type Outcome,
  type SessionId,
} from '@percept/core';
import { blobsOf, cancelled } from '@percept/core/internal';
import type { Link } from '../chain.ts';
import { failureOf, refuseWrite } from '../failure.ts';
import { makeDirectory, syncDirectory } from '../fs/disk.ts';
import type { Session } from '../ports.ts';
import type { Database } from '../sql/database.ts';
import { findHead, findSession, followChain, noSession } from '../sql/session-rows.ts';
import type { Work } from '../sql/work.ts';
import { blobFolder, logName, writeHeader, writeLink } from './format.ts';

export interface PortableParts {
  readonly database: Database;
  readonly blobs: BlobStore;
}

export async function exportSession(
  parts: PortableParts,
  id: SessionId,
  directory: string,
  signal?: AbortSignal,
): Promise<Outcome<Session>> {
  const target = resolve(directory);
  const contents = await parts.database.read(() => gather(id));
  if (!contents.ok) return contents;
  const partial = `${target}.partial-${randomUUID()}`;
  try {
    if (!(await isFree(target))) return occupied(target);
    const written = await write(parts.blobs, contents.value, partial, signal);
    if (!written.ok) return written;
    await rename(partial, target);
    syncDirectory(dirname(target));
    return accept(contents.value.session);
  } catch (error) {
    return refuseWrite(error);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

interface Contents {
  readonly session: Session;
  readonly links: readonly Link[];
  readonly blobs: ReadonlySet<BlobId>;
}

function* gather(id: SessionId): Work<Outcome<Contents>> {
  const head = yield* findHead(id);
  const session = yield* findSession(id);
  if (!head || !session) return noSession(id);
  const links: Link[] = [];
  const blobs = new Set<BlobId>();
  const whole = yield* followChain(id, head, (entry, link) => {
    links.push(link);
    for (const blob of blobsOf(entry)) blobs.add(blob);
  });
  return whole.ok ? accept({ session, links, blobs }) : whole;
}

async function write(
  blobs: BlobStore,
  contents: Contents,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<void>> {
  const { session, links } = contents;
  makeDirectory(join(folder, blobFolder));
  for (const id of contents.blobs) {
    if (signal?.aborted) return cancelled();
    const bytes = await blobs.get(id);
    if (!bytes.ok) return bytes;
    await writeFile(join(folder, blobFolder, id), [bytes.value]);
  }
  syncDirectory(join(folder, blobFolder));
  await writeFile(join(folder, logName), logOf(session, links));
  syncDirectory(folder);
  return accept(undefined);
}

function* logOf({ id, entries, hash }: Session, links: readonly Link[]): Iterable<string> {
  yield `${writeHeader({ session: id, entries, hash })}\n`;
  for (const link of links) yield `${writeLink(link)}\n`;
}

async function writeFile(path: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  for (const chunk of chunks) await file.appendFile(chunk);
  await file.sync();
}

async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if (failureOf(error) === 'ENOENT') return true;
    if (failureOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

function occupied(target: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `${target} is there already and is not an empty directory.`,
    hint: 'Name a directory that is new or empty.',
  });
}
