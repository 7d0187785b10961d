// Sessions in and out of the memory at scale, in the portable form of the embedded one. What comes in is hostile until
// an embedded memory in a temporary directory has proven all of it; then its entries become visible in one transaction,
// with the hashes they were written with. Importing again changes nothing.
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  accept,
  blobsOf,
  refuse,
  type BlobId,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { ChainReader, type Link } from '../chain.ts';
import { failureOf, refuseRead, refuseWrite } from '../failure.ts';
import { absentBlob } from '../fs/blob-files.ts';
import { makeDirectory, syncDirectory } from '../fs/durable.ts';
import { openMemory, type Memory } from '../memory.ts';
import type { Session } from '../ports.ts';
import {
  blobFolder,
  logName,
  readHeader,
  readLink,
  writeHeader,
  writeLink,
} from '../portable/format.ts';
import type { Imported } from '../portable/import.ts';
import { hold } from './blob-ledger.ts';
import type { PostgresDatabase, Transaction } from './database.ts';
import { noSession } from './postgres-session-record.ts';
import type { ScaledBlobs } from './scaled-blobs.ts';
import {
  createSession,
  findHead,
  findLink,
  linksFrom,
  summarise,
  writeLinks,
  type HeldLink,
} from './session-table.ts';

export interface PortableParts {
  readonly database: PostgresDatabase;
  readonly blobs: ScaledBlobs;
}

const linksPerWrite = 256;

export async function exportScaled(
  parts: PortableParts,
  id: SessionId,
  directory: string,
): Promise<Outcome<Session>> {
  const target = resolve(directory);
  const contents = await parts.database.view((tx) => gather(tx, id));
  if (!contents.ok) return contents;
  const partial = `${target}.partial-${randomUUID()}`;
  try {
    if (!(await isFree(target))) return occupied(target);
    const written = await write(parts.blobs, contents.value, partial);
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

/** Like `importSession` of the embedded memory, which does the proving. */
export function importScaled(parts: PortableParts, directory: string): Promise<Outcome<Imported>> {
  return inTemporary(async (folder) => {
    await using proof = await openMemory({ directory: join(folder, 'proof') });
    const proven = await proof.importSession(directory);
    if (!proven.ok) return proven;
    return await adoptFrom(parts, proof, proven.value.session, join(folder, 'export'));
  });
}

/** Copies a session of an embedded memory, with its hashes and its tenant. */
export function adoptSession(
  parts: PortableParts,
  source: Memory,
  id: SessionId,
): Promise<Outcome<Imported>> {
  return inTemporary(async (folder) => {
    const sessions = await source.sessions.list();
    if (!sessions.ok) return sessions;
    const session = sessions.value.find((one) => one.id === id);
    return session ? adoptFrom(parts, source, session, join(folder, 'export')) : noSession(id);
  });
}

async function adoptFrom(
  parts: PortableParts,
  source: Memory,
  { id, tenant }: Session,
  folder: string,
): Promise<Outcome<Imported>> {
  const exported = await source.exportSession(id, folder);
  if (!exported.ok) return exported;
  const links = await readLog(join(folder, logName), id);
  if (!links.ok) return links;
  for (const blob of new Set(links.value.flatMap(({ blobs }) => blobs))) {
    const put = await parts.blobs.put(await readFile(join(folder, blobFolder, blob)));
    if (!put.ok) return put;
    if (put.value !== blob) return absentBlob(blob);
  }
  let added = 0;
  return parts.database.transact(async (tx) => {
    const missing = await writeMissing(tx, { session: id, tenant, links: links.value });
    if (!missing.ok) return missing;
    // What an earlier try wrote counts too, when the answer to its commit was lost.
    added = Math.max(added, missing.value);
    const summary = await summarise(tx, id);
    return summary ? accept({ session: summary, added }) : noSession(id);
  });
}

/** Verified once more on the way: a temporary directory is no safe place. */
async function readLog(path: string, id: SessionId): Promise<Outcome<readonly HeldLink[]>> {
  const [first = '', ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const chain = new ChainReader(id);
  const links: HeldLink[] = [];
  for (const line of lines) {
    const link = readLink(line);
    const entry = link && chain.follow(link);
    if (!link || !entry?.ok) return changed(id);
    links.push({ link, blobs: blobsOf(entry.value.entry) });
  }
  const header = readHeader(first);
  return header && chain.reaches({ seq: header.entries, hash: header.hash })
    ? accept(links)
    : changed(id);
}

interface Arriving {
  readonly session: SessionId;
  readonly tenant: TenantId;
  readonly links: readonly HeldLink[];
}

/** Adds the rest of a shared history; refuses a different one. */
async function writeMissing(
  tx: Transaction,
  { session, tenant, links }: Arriving,
): Promise<Outcome<number>> {
  const head =
    (await createSession(tx, session, tenant)) ?? (await findHead(tx, session, 'FOR UPDATE'));
  if (!head) return noSession(session);
  if (head.tenant !== tenant) return diverged(session, 'and belongs to another tenant');
  const shared = Math.min(head.seq, links.length);
  const here = shared === 0 ? undefined : await findLink(tx, head.key, shared);
  if (here?.hash !== links[shared - 1]?.link.hash)
    return diverged(session, `with a different history up to entry ${shared}`);
  const missing = links.slice(shared);
  for (let at = 0; at < missing.length; at += linksPerWrite) {
    const some = missing.slice(at, at + linksPerWrite);
    const named = [...new Set(some.flatMap(({ blobs }) => blobs))].toSorted();
    const held = await hold(tx, named);
    const lost = named.find((blob) => !held.has(blob));
    if (lost !== undefined) return absentBlob(lost);
    await writeLinks(tx, head.key, some);
  }
  return accept(missing.length);
}

interface Contents {
  readonly session: Session;
  readonly links: readonly Link[];
  readonly blobs: ReadonlySet<BlobId>;
}

async function gather(tx: Transaction, id: SessionId): Promise<Outcome<Contents>> {
  const head = await findHead(tx, id);
  const session = await summarise(tx, id);
  if (!head || !session) return noSession(id);
  const chain = new ChainReader(id);
  const links: Link[] = [];
  const blobs = new Set<BlobId>();
  for await (const link of linksFrom(tx, head.key, 0)) {
    const entry = chain.follow(link);
    if (!entry.ok) return entry;
    links.push(link);
    for (const blob of blobsOf(entry.value.entry)) blobs.add(blob);
  }
  return chain.reaches(head) ? accept({ session, links, blobs }) : chain.lostTail(head);
}

async function write(
  blobs: ScaledBlobs,
  { session, links, blobs: ids }: Contents,
  folder: string,
): Promise<Outcome<void>> {
  makeDirectory(join(folder, blobFolder));
  for (const id of ids) {
    const bytes = await blobs.get(id);
    if (!bytes.ok) return bytes;
    await writeSynced(join(folder, blobFolder, id), [bytes.value]);
  }
  syncDirectory(join(folder, blobFolder));
  const { id, entries, hash } = session;
  const header = writeHeader({ session: id, entries, hash });
  await writeSynced(
    join(folder, logName),
    [header, ...links.map(writeLink)].map((line) => `${line}\n`),
  );
  syncDirectory(folder);
  return accept(undefined);
}

async function writeSynced(path: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const chunk of chunks) await file.appendFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function inTemporary<T>(body: (folder: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-import-'));
  try {
    return await body(folder);
  } catch (error) {
    return refuseRead(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

function changed(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `Session ${session} changed while it was copied.`,
    hint: 'Try again; nothing was imported.',
  });
}

function diverged(session: SessionId, how: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `Session ${session} exists here ${how}.`,
    hint: 'Remove the session here first, or import into another schema.',
  });
}
