// The session record. An entry and its references are one commit, and a reference is only ever written to a blob that is
// live and held at that moment: a dangling reference cannot come into being.
import { randomUUID } from 'node:crypto';
import {
  type CallEvent,
  accept,
  parseSessionId,
  refuse,
  type BlobId,
  type Outcome,
  type RecordEntry,
  type SessionId,
} from '@percept/core';
import { observed } from '@percept/core/internal/observe';
import { checkOptions } from '@percept/core/internal/options';
import { blobsOf, overLimit, parseEntry } from '@percept/core/internal';
import { localTenant } from '@percept/core/internal/tenant';
import { countRules, listRules, openRules, rangeRules } from '../call-rules.ts';
import { broken, ChainReader, genesis } from '../chain.ts';
import { absentBlob } from '../fs/blob-files.ts';
import { storeLimits } from '../limits.ts';
import type { Clock, Receipt, SessionRecord, StoredEntry } from '../ports.ts';
import { AppendQueue, type Prepared } from './append-queue.ts';
import { reviveBlobs, type HeldBlobs } from './blob-rows.ts';
import type { Database } from './database.ts';
import {
  chainLinks,
  countSessions,
  createSession,
  deleteSession,
  findHead,
  findLink,
  findSession,
  followChain,
  listSessions,
  lockHead,
  noSession,
  visitLinks,
  writeLinks,
  type Head,
  type HeldLink,
} from './session-rows.ts';
import { accepted, done, query, type Work } from './work.ts';

/** Which of these can be referred to in this transaction. Nobody takes them away before its end. */
export type HoldBlobs = (ids: readonly BlobId[]) => Work<HeldBlobs>;

export interface SqlSessionRecordParts {
  readonly database: Database;
  readonly hold: HoldBlobs;
  readonly clock: Clock;
  readonly maxEntryBytes?: number | undefined;
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/** `idle` resolves when every entry that was given is settled. */
export function sessionsIn({
  database,
  hold,
  clock,
  maxEntryBytes = storeLimits.maxEntryBytes,
  onEvent,
}: SqlSessionRecordParts): SessionRecord & { idle(): Promise<void> } {
  const queue = new AppendQueue(appendAll, database.limits);

  function prepare(value: RecordEntry): Outcome<Prepared> {
    const entry = parseEntry(value);
    if (!entry.ok) return entry;
    const body = JSON.stringify(entry.value);
    const size = Buffer.byteLength(body);
    if (size <= maxEntryBytes) return accept({ body, blobs: blobsOf(entry.value) });
    const hint = 'Store long content as a blob and refer to it.';
    return refuse(overLimit('maxEntryBytes', maxEntryBytes, size, hint));
  }

  function read<T>(
    session: SessionId,
    body: (head: Head) => Work<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return database.read(function* () {
      const head = yield* findHead(session);
      return head ? yield* body(head) : noSession(session);
    });
  }

  function appendAll(
    session: SessionId,
    batch: readonly Prepared[],
  ): Promise<Outcome<readonly Outcome<Receipt>[]>> {
    let tried: Tried | undefined;
    return database.write(function* () {
      const head = yield* lockHead(session);
      if (!head) return noSession(session);
      if (tried && (yield* isChained(head, tried.links))) return accept(tried.outcomes);
      const held = yield* hold([...new Set(batch.flatMap(({ blobs }) => blobs))].toSorted());
      const missing = batch.map(({ blobs }) => blobs.find((blob) => !held.has(blob)));
      const at = clock();
      const whole = batch.filter((_, index) => missing[index] === undefined);
      const entries = whole.map((one) => ({ ...one, at }));
      const links = chainLinks(session, head, entries);
      const receipts = links.values();
      const outcomes = missing.map((blob): Outcome<Receipt> => {
        if (blob !== undefined) return absentBlob(blob);
        const { value } = receipts.next();
        if (!value) throw new Error('An entry was left out of its batch.');
        return accept({ seq: value.link.seq, hash: value.link.hash });
      });
      tried = { links, outcomes };
      const referred = links.flatMap(({ blobs }) => blobs);
      yield* reviveBlobs(held, referred);
      yield* writeLinks(head.key, links);
      return accept(outcomes);
    });
  }

  return {
    async open(request = {}) {
      checkOptions('sessions.open', request, openRules);
      const { title, tenant, kind = 'session', of: owner } = request;
      const session = parseSessionId(request.id ?? randomUUID());
      if (!session.ok) return session;
      const opening = prepare({ type: 'session-opened', ...(title !== undefined && { title }) });
      if (!opening.ok) return opening;
      const id = session.value;
      return database.write(function* () {
        const parent = owner === undefined ? undefined : yield* lockHead(owner);
        if (owner !== undefined && !parent) return noSession(owner);
        const wanted = { id, tenant: tenant ?? parent?.tenant ?? localTenant, kind };
        const head = yield* createSession({ ...wanted, parent: parent?.key });
        if (head) {
          const first = { ...opening.value, at: clock() };
          yield* writeLinks(head.key, chainLinks(id, head, [first]));
        }
        const summary = yield* findSession(id);
        if (!summary) return noSession(id);
        return tenant === undefined || summary.tenant === tenant ? accept(summary) : foreign(id);
      });
    },

    async append(session, entry) {
      const work = async (): Promise<Outcome<Receipt>> => {
        const prepared = prepare(entry);
        return prepared.ok ? queue.append(session, prepared.value) : prepared;
      };
      return observed('memory.append', work, { onEvent, facts: { entry: entry.type } });
    },

    idle: () => queue.idle(),

    async entries(session, range = {}) {
      const { after = 0, limit } = checkOptions('sessions.entries', range, rangeRules);
      return read(session, function* (head) {
        const start = after === 0 ? { seq: 0, hash: genesis } : yield* findLink(head.key, after);
        if (!start) return after >= head.seq ? accept([]) : broken(session, after, 'is missing');
        const chain = new ChainReader(session, start);
        const entries: StoredEntry[] = [];
        const bad = yield* visitLinks(head.key, { from: start.seq + 1, limit }, (link) => {
          const entry = chain.follow(link);
          if (entry.ok) entries.push(entry.value);
          return entry;
        });
        if (bad) return bad;
        const isWhole = limit === undefined || entries.length < limit;
        const end = isWhole ? chain.end(head) : accept(undefined);
        return end.ok ? accept(entries) : end;
      });
    },

    find: async (session) =>
      database.readOne(function* () {
        const found = yield* findSession(session);
        return found ? accept(found) : noSession(session);
      }),

    async list(filter = {}) {
      checkOptions('sessions.list', filter, listRules);
      return database.readOne(accepted(() => listSessions(filter)));
    },

    async count(filter) {
      checkOptions('sessions.count', filter, countRules);
      return database.readOne(accepted(() => countSessions(filter)));
    },

    async settle(session) {
      const sql = 'UPDATE sessions SET settled = 1 WHERE id = $1 AND settled = 0';
      return database.write(done(() => query(sql, [session])));
    },

    async remove(session) {
      let wasThere = false;
      return database.write(function* () {
        const head = yield* lockHead(session);
        if (head) yield* deleteSession(head.key);
        // Stays true when this runs again because the answer to its commit was lost.
        wasThere ||= head !== undefined;
        return accept(wasThere);
      });
    },

    verify: async (session) => read(session, (head) => followChain(session, head)),
  };
}

interface Tried {
  readonly links: readonly HeldLink[];
  readonly outcomes: readonly Outcome<Receipt>[];
}

/** Whether an earlier try was committed although its answer was lost: its last entry is in the chain. */
function* isChained(head: Head, links: readonly HeldLink[]): Work<boolean> {
  const last = links.at(-1)?.link;
  if (!last || last.seq > head.seq) return false;
  return (yield* findLink(head.key, last.seq))?.hash === last.hash;
}

function foreign(session: SessionId): Outcome<never> {
  return refuse({
    refused: 'forbidden',
    message: `Session ${session} belongs to another tenant.`,
    hint: 'Choose another id.',
  });
}
