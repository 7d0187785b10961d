// A fork: a log of its own with the same history, which holds on to the same blobs and the same URLs. Whichever of the
// two logs is deleted first, everything that stands in the other one still resolves.
import { randomUUID } from 'node:crypto';
import {
  accept,
  blobsOf,
  parseSessionId,
  refuse,
  type Outcome,
  type SessionId,
} from '@percept/core';
import { ChainReader, type Link } from './chain.ts';
import type { Session } from './ports.ts';
import type { GrantTable } from './sqlite/grant-table.ts';
import type { GroupCommit } from './sqlite/group-commit.ts';
import type { Head, SessionTable } from './sqlite/session-table.ts';
import { noSession, type BlobHolder } from './sqlite/sqlite-session-record.ts';

export interface ForkRequest {
  /** The id of the new session, which must not exist. */
  readonly id?: SessionId;
  /** The last entry that both have in common; all of them when it is left out. */
  readonly upTo?: number;
}

export interface ForkParts {
  readonly commits: GroupCommit;
  readonly table: SessionTable;
  readonly blobs: BlobHolder;
  readonly grants: GrantTable;
}

/** One transaction. The fork belongs to the tenant of its source, and its entries keep their times. */
export async function forkSession(
  parts: ForkParts,
  source: SessionId,
  { id, upTo }: ForkRequest = {},
): Promise<Outcome<Session>> {
  const target = parseSessionId(id ?? randomUUID());
  if (!target.ok) return target;
  if (upTo !== undefined && !(Number.isSafeInteger(upTo) && upTo >= 1)) return noSuchEntry(source);
  return parts.commits.run(() => {
    const head = parts.table.head(source);
    if (!head) return noSession(source);
    if (upTo !== undefined && upTo > head.seq) return noSuchEntry(source);
    if (parts.table.head(target.value)) return taken(target.value);
    const created = parts.table.create(target.value, head.tenant);
    const copied = copyEntries(parts, source, head, target.value, created, upTo ?? head.seq);
    if (!copied.ok) return copied;
    parts.grants.shareRows(head.key, created.key);
    const summary = parts.table.summary(target.value);
    return summary ? accept(summary) : noSession(target.value);
  });
}

function copyEntries(
  { table, blobs }: ForkParts,
  source: SessionId,
  { key }: Head,
  target: SessionId,
  created: Head,
  upTo: number,
): Outcome<Head> {
  const chain = new ChainReader(source);
  const links: readonly Link[] = table.links(key, 1, upTo);
  let head = created;
  for (const link of links) {
    const entry = chain.follow(link);
    if (!entry.ok) return entry;
    head = table.append(target, head, link.at, link.body);
    for (const blob of blobsOf(entry.value.entry)) {
      const held = blobs.require(blob);
      if (!held.ok) return held;
      blobs.refer(head.key, head.seq, blob);
    }
  }
  return head.seq === upTo ? accept(head) : noSuchEntry(source);
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
