// Import: an export is hostile until proven sound, and no part of it is read past its limit. The chain, the head and
// every blob are verified first; then the blobs are put, and last the entries become visible in one transaction, marked as
// written elsewhere: a sound chain says that nothing was changed, and not who wrote it. Importing again changes nothing.
import { join, resolve } from 'node:path';
import {
  accept,
  refuse,
  type BlobId,
  type BlobStore,
  type Outcome,
  type SessionId,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import { blobsOf, blocksOf, cancelled, overLimit } from '@percept/core/internal';
import { ChainReader } from '../chain.ts';
import { refuseRead } from '../failure.ts';
import { absentBlob, blobTooLarge, digest } from '../fs/blob-files.ts';
import { openRegular, readBytes } from '../fs/disk.ts';
import { storeLimits } from '../limits.ts';
import type { Session, SessionKind } from '../ports.ts';
import { writeHeld } from '../sql/fork.ts';
import type { HoldBlobs } from '../sql/session-record.ts';
import {
  createSession,
  findHead,
  findLink,
  findSession,
  blobsHeldBy,
  lockHead,
  markImported,
  noSession,
  type Head,
  type HeldLink,
} from '../sql/session-rows.ts';
import type { Work } from '../sql/work.ts';
import type { PortableParts } from './export.ts';
import { blobFolder, logName, readHeader, readLink, type Header } from './format.ts';
import { readLines, type LineLimits } from './lines.ts';

export interface Imported {
  readonly session: Session;
  /** How many entries were new here. */
  readonly added: number;
}

export interface ImportParts extends PortableParts {
  readonly blobs: BlobStore & { readonly hold: HoldBlobs };
}

/** A log whose chain was proven. */
interface Proven {
  readonly session: SessionId;
  readonly links: readonly ProvenLink[];
}

interface ProvenLink extends HeldLink {
  readonly blocks: readonly StoredBlock[];
}

/** Whose it becomes where it is new, and who vouches for it. */
export interface Adoption {
  readonly tenant: TenantId;
  readonly kind: SessionKind;
  /** Of a session that another memory of ours holds: what it was imported there. Without it, all of it is. */
  readonly imported?: number;
  /** Looks at media as it is said to be, before anything is stored; without it, the hash alone is proof. */
  readonly inspect?: InspectMedia | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type InspectMedia = (block: StoredBlock, bytes: Uint8Array) => Promise<Outcome<unknown>>;

export async function importSession(
  parts: ImportParts,
  directory: string,
  adoption: Adoption,
): Promise<Outcome<Imported>> {
  const folder = resolve(directory);
  try {
    const proven = await proveLog(join(folder, logName));
    if (!proven.ok) return proven;
    const { session, links } = proven.value;
    const early = await parts.database.read(function* () {
      const head = yield* findHead(session);
      const missing = yield* missingAfter(head, proven.value);
      return missing.ok ? accept(head ? yield* blobsHeldBy(head.key) : new Set<string>()) : missing;
    });
    if (!early.ok) return early;
    const blobs = new Set(links.flatMap((link) => link.blobs));
    const named = links.flatMap((link) => link.blocks);
    const blocks = Map.groupBy(named, ({ sha256 }) => sha256);
    for (const id of blobs) {
      if (adoption.signal?.aborted) return cancelled();
      if (early.value.has(id)) continue;
      const checked = await checkBlob(folder, id, blocks.get(id) ?? [], adoption.inspect);
      if (!checked.ok) return checked;
    }
    for (const id of blobs) {
      if (adoption.signal?.aborted) return cancelled();
      const put = await putBlob(parts.blobs, folder, id);
      if (!put.ok) return put;
    }
    return await writeImported(parts, proven.value, adoption);
  } catch (error) {
    return refuseRead(error);
  }
}

const logLimits: LineLimits = {
  maxLineBytes: storeLimits.maxEntryBytes + 1024,
  maxBytes: storeLimits.maxImportLogBytes,
};

async function proveLog(path: string): Promise<Outcome<Proven>> {
  const opened = await openRegular(path);
  if (opened.kind !== 'file') return notAnExport('There is no session.jsonl.');
  if (opened.bytes > logLimits.maxBytes) {
    await opened.file.close();
    return tooLarge('maxImportLogBytes', opened.bytes);
  }
  const links: ProvenLink[] = [];
  let log: { readonly header: Header; readonly chain: ChainReader } | undefined;
  for await (const line of readLines(opened.file, logLimits)) {
    if (line.kind !== 'line')
      return notAnExport(`A line is ${line.kind === 'too-long' ? 'too long' : 'not text'}.`);
    if (!log) {
      const header = readHeader(line.text);
      if (!header) return notAnExport('The first line is not its header.');
      if (header.entries > storeLimits.maxImportEntries)
        return tooLarge('maxImportEntries', header.entries);
      log = { header, chain: new ChainReader(header.session) };
      continue;
    }
    if (links.length === log.header.entries)
      return notAnExport('It has more lines than its header says.');
    const link = readLink(line.text);
    if (!link) return notAnExport(`Line ${links.length + 2} is not an entry.`);
    const entry = log.chain.follow(link);
    if (!entry.ok) return entry;
    if (links.length === 0 && entry.value.entry.type !== 'session-opened')
      return notAnExport('Its first entry does not open the session.');
    const { entry: body } = entry.value;
    links.push({ link, blobs: blobsOf(body), blocks: blocksOf(body) });
  }
  if (!log || links.length === 0) return notAnExport('It holds no entries.');
  const { header, chain } = log;
  const whole = chain.end({ seq: header.entries, hash: header.hash });
  return whole.ok ? accept({ session: header.session, links }) : whole;
}

/** What of the import is new here: the rest of a shared history, and nothing when both are the same. */
function* missingAfter(
  head: Head | undefined,
  { session, links }: Proven,
): Work<Outcome<readonly HeldLink[]>> {
  if (!head) return accept(links);
  const shared = Math.min(head.seq, links.length);
  const here = shared === 0 ? undefined : yield* findLink(head.key, shared);
  if (here?.hash !== links[shared - 1]?.link.hash) return diverged(session, shared);
  return accept(links.slice(shared));
}

/** All of it or nothing, with the hashes it was written with. */
function writeImported(
  { database, blobs }: ImportParts,
  proven: Proven,
  { tenant, kind, imported }: Adoption,
): Promise<Outcome<Imported>> {
  const { session } = proven;
  let added = 0;
  return database.write(function* () {
    const head =
      (yield* createSession({ id: session, tenant, kind })) ?? (yield* lockHead(session));
    if (!head) return noSession(session);
    if (head.tenant !== tenant) return ofAnotherTenant(session);
    const missing = yield* missingAfter(head, proven);
    if (!missing.ok) return missing;
    const written = yield* writeHeld(blobs.hold, head.key, missing.value);
    if (!written.ok) return written;
    // What an earlier try wrote counts too, when the answer to its commit was lost.
    added = Math.max(added, missing.value.length);
    const foreign = imported ?? proven.links.length;
    if (missing.value.length > 0 && foreign > 0)
      yield* markImported(head.key, { id: session, tenant, kind: head.kind, imported: foreign });
    const summary = yield* findSession(session);
    return summary ? accept({ session: summary, added }) : noSession(session);
  });
}

/** Its own bytes, under its own hash, and what the record says of them: a name alone is no claim to what is here. */
async function checkBlob(
  folder: string,
  id: BlobId,
  blocks: readonly StoredBlock[],
  inspect: InspectMedia | undefined,
): Promise<Outcome<unknown>> {
  const read = await readBlob(folder, id);
  if (!read.ok) return read;
  const bytes = read.value;
  if (bytes === undefined) return absentBlob(id);
  if (digest(bytes) !== id) return wrongBlob(id);
  for (const block of blocks) {
    if (block.bytes !== bytes.length) return wrongBlob(id);
    const seen = await inspect?.(block, bytes);
    if (seen && !seen.ok) return seen;
  }
  return accept(id);
}

async function putBlob(blobs: BlobStore, folder: string, id: BlobId): Promise<Outcome<unknown>> {
  const bytes = await readBlob(folder, id);
  if (!bytes.ok) return bytes;
  if (bytes.value === undefined) return blobs.get(id);
  const put = await blobs.put(bytes.value);
  return put.ok && put.value !== id ? wrongBlob(id) : put;
}

async function readBlob(folder: string, id: BlobId): Promise<Outcome<Uint8Array | undefined>> {
  const opened = await openRegular(join(folder, blobFolder, id));
  if (opened.kind !== 'file') return accept(undefined);
  await using file = opened.file;
  if (opened.bytes > storeLimits.maxBlobBytes) return blobTooLarge(opened.bytes);
  return accept(await readBytes(file, opened.bytes));
}

function tooLarge(name: 'maxImportEntries' | 'maxImportLogBytes', actual: number): Outcome<never> {
  return refuse(
    overLimit(name, storeLimits[name], actual, 'Import a shorter session; nothing was imported.'),
  );
}

function wrongBlob(id: BlobId): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `The exported blob ${id} is not what its name says.`,
    hint: 'Export the session again; nothing was imported.',
  });
}

function ofAnotherTenant(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `Session ${session} exists here and belongs to another tenant.`,
    hint: 'Remove the session here first, or import into another memory.',
  });
}

function diverged(session: SessionId, seq: number): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `Session ${session} exists here with a different history up to entry ${seq}.`,
    hint: 'Remove the session here first, or import into another directory.',
  });
}

function notAnExport(what: string): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `This is not an exported session. ${what}`,
    hint: 'Name the directory that `percept sessions export` wrote; nothing was imported.',
  });
}
