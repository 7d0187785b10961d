// A fork: a log of its own with the same history, which holds on to the same blobs and the same URLs. Whichever of the
// two logs is deleted first, everything that stands in the other one still resolves.
import { randomUUID } from 'node:crypto';
import {
  accept,
  parseSessionId,
  refuse,
  type BlobId,
  type Outcome,
  type SessionId,
} from '@percept/core';
import { blobsOf, cancelled } from '@percept/core/internal';
import { ChainReader } from '../chain.ts';
import { absentBlob } from '../fs/blob-files.ts';
import type { Session } from '../ports.ts';
import { reviveBlobs } from './blob-rows.ts';
import type { Database } from './database.ts';
import { shareGrants } from './grant-rows.ts';
import type { HoldBlobs } from './session-record.ts';
import {
  chainLinks,
  createSession,
  findSession,
  lockHead,
  noSession,
  visitLinks,
  writeLinks,
  type HeldLink,
} from './session-rows.ts';
import type { Work } from './work.ts';

export interface ForkRequest {
  /** The id of the new session, which must not exist. */
  readonly id?: SessionId;
  /** The last entry that both have in common; all of them when it is left out. */
  readonly upTo?: number;
  /** The session that the new one belongs to, and goes with. */
  readonly of?: SessionId;
  /** Aborted before it begins: nothing is done. It is one step. */
  readonly signal?: AbortSignal | undefined;
}

export interface ForkParts {
  readonly database: Database;
  readonly hold: HoldBlobs;
}

/** One transaction. The fork is of the tenant and the kind of its source, and its entries keep their times. */
export async function forkSession(
  { database, hold }: ForkParts,
  source: SessionId,
  { id, upTo, of, signal }: ForkRequest = {},
): Promise<Outcome<Session>> {
  if (signal?.aborted) return cancelled();
  const parsed = parseSessionId(id ?? randomUUID());
  if (!parsed.ok) return parsed;
  if (upTo !== undefined && !(Number.isSafeInteger(upTo) && upTo >= 1)) return noSuchEntry(source);
  const target = parsed.value;
  let copied: string | undefined;
  return database.write(function* () {
    const head = yield* lockHead(source);
    const session = yield* findSession(source);
    if (!head || !session) return noSession(source);
    const last = upTo ?? head.seq;
    if (last > head.seq) return noSuchEntry(source);
    const { tenant, kind } = session;
    const imported = Math.min(session.imported, last);
    const owner = of === undefined ? undefined : yield* lockHead(of);
    if (of !== undefined && !owner) return noSession(of);
    const parent = owner?.key;
    const created = yield* createSession({ id: target, tenant, kind, imported, parent });
    if (!created) {
      // Made by an earlier try of this very fork, whose answer was lost, or by somebody else.
      const there = yield* findSession(target);
      return there && there.hash === copied ? accept(there) : taken(target);
    }
    const chain = new ChainReader(source);
    const entries: { at: number; body: string; blobs: readonly BlobId[] }[] = [];
    const bad = yield* visitLinks(head.key, { from: 1, limit: last }, (link) => {
      const entry = chain.follow(link);
      if (entry.ok)
        entries.push({ at: link.at, body: link.body, blobs: blobsOf(entry.value.entry) });
      return entry;
    });
    if (bad) return bad;
    if (entries.length !== last) return noSuchEntry(source);
    const written = yield* writeHeld(hold, created.key, chainLinks(target, created, entries));
    if (!written.ok) return written;
    yield* shareGrants(head.key, created.key);
    const summary = yield* findSession(target);
    copied = summary?.hash;
    return summary ? accept(summary) : noSession(target);
  });
}

const linksPerWrite = 256;

/** Writes links whose blobs are here, some at a time; `absent` when one is not. */
export function* writeHeld(
  hold: HoldBlobs,
  key: number,
  links: readonly HeldLink[],
): Work<Outcome<void>> {
  for (let at = 0; at < links.length; at += linksPerWrite) {
    const some = links.slice(at, at + linksPerWrite);
    const named = [...new Set(some.flatMap(({ blobs }) => blobs))].toSorted();
    const held = yield* hold(named);
    const missing = named.find((blob) => !held.has(blob));
    if (missing !== undefined) return absentBlob(missing);
    yield* reviveBlobs(held, named);
    yield* writeLinks(key, some);
  }
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
