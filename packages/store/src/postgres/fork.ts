// A fork on PostgreSQL: a log of its own with the same history, which holds on to the same blobs and the same URLs.
// Whichever of the two logs is deleted first, everything that stands in the other one still resolves.
import { randomUUID } from 'node:crypto';
import {
  accept,
  blobsOf,
  parseSessionId,
  refuse,
  type Outcome,
  type SessionId,
} from '@percept/core';
import { ChainReader, seal } from '../chain.ts';
import type { ForkRequest } from '../fork.ts';
import { absentBlob } from '../fs/blob-files.ts';
import type { Session } from '../ports.ts';
import { hold } from './blob-ledger.ts';
import type { PostgresDatabase, Transaction } from './database.ts';
import { shareRows } from './grant-table.ts';
import { noSession } from './postgres-session-record.ts';
import {
  createSession,
  findHead,
  linksFrom,
  summarise,
  writeLinks,
  type Head,
  type HeldLink,
} from './session-table.ts';

const linksPerWrite = 256;

/** One transaction. The fork belongs to the tenant of its source, and its entries keep their times. */
export async function forkScaled(
  database: PostgresDatabase,
  source: SessionId,
  { id, upTo }: ForkRequest = {},
): Promise<Outcome<Session>> {
  const target = parseSessionId(id ?? randomUUID());
  if (!target.ok) return target;
  if (upTo !== undefined && !(Number.isSafeInteger(upTo) && upTo >= 1)) return noSuchEntry(source);
  let copied: string | undefined;
  return database.transact(async (tx) => {
    const head = await findHead(tx, source, 'FOR UPDATE');
    if (!head) return noSession(source);
    const last = upTo ?? head.seq;
    if (last > head.seq) return noSuchEntry(source);
    const created = await createSession(tx, target.value, head.tenant);
    if (!created) {
      // Made by an earlier try of this very fork, whose answer was lost, or by somebody else.
      const there = await summarise(tx, target.value);
      return there && there.hash === copied ? accept(there) : taken(target.value);
    }
    const written = await copy(tx, { source, head, target: target.value, created, last });
    if (!written.ok) return written;
    await shareRows(tx, head.key, created.key);
    const summary = await summarise(tx, target.value);
    copied = summary?.hash;
    return summary ? accept(summary) : noSession(target.value);
  });
}

interface Copying {
  readonly source: SessionId;
  readonly head: Head;
  readonly target: SessionId;
  readonly created: Head;
  readonly last: number;
}

async function copy(tx: Transaction, request: Copying): Promise<Outcome<void>> {
  const { source, head, target, created, last } = request;
  const chain = new ChainReader(source);
  let { seq, hash: prev } = created;
  let links: HeldLink[] = [];
  for await (const { at, body, ...rest } of linksFrom(tx, head.key, 1, last)) {
    const entry = chain.follow({ at, body, ...rest });
    if (!entry.ok) return entry;
    seq += 1;
    const link = { seq, at, prev, body };
    prev = seal(target, link);
    links.push({ link: { ...link, hash: prev }, blobs: blobsOf(entry.value.entry) });
    if (links.length < linksPerWrite) continue;
    const written = await write(tx, created.key, links);
    if (!written.ok) return written;
    links = [];
  }
  const written = await write(tx, created.key, links);
  return !written.ok || seq === last ? written : noSuchEntry(source);
}

async function write(
  tx: Transaction,
  key: number,
  links: readonly HeldLink[],
): Promise<Outcome<void>> {
  const named = [...new Set(links.flatMap(({ blobs }) => blobs))].toSorted();
  const held = await hold(tx, named);
  const missing = named.find((blob) => !held.has(blob));
  if (missing !== undefined) return absentBlob(missing);
  await writeLinks(tx, key, links);
  return accept(undefined);
}

function noSuchEntry(source: SessionId): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `Session ${source} has no entry of that number.`,
    hint: 'Fork up to one of its entries, counted from 1.',
  });
}

function taken(target: SessionId): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `There is a session ${target} already.`,
    hint: 'Choose another id for the fork.',
  });
}
