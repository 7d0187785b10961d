// What every session record does, whatever database is behind it.
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import {
  parseSessionId,
  parseTenantId,
  type BlobId,
  type BlobStore,
  type RecordEntry,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { everySession, type SessionFilter, type SessionRecord } from '../ports.ts';
import { checkSuite, accepted, assertRefused, bytesOf, type Test } from './harness.ts';

/** `make` returns an empty record and the blob store that its references point into. */
export type MakeSessionRecord = () => Promise<{
  readonly sessions: SessionRecord;
  readonly blobs: BlobStore;
  readonly close?: () => Promise<void>;
}>;

interface Stage {
  readonly sessions: SessionRecord;
  readonly blobs: BlobStore;
}

/**
 * The tests that the record of every memory must pass.
 *
 * @example sessionRecordSuite(test, async () => ({ sessions, blobs }));
 */
export function sessionRecordSuite(test: Test, make: MakeSessionRecord): void {
  checkSuite('sessionRecordSuite', test, make);
  const scenario = (title: string, body: (stage: Stage) => Promise<void>): unknown =>
    test(title, async () => {
      const { sessions, blobs, close } = await make();
      try {
        await body({ sessions, blobs });
      } finally {
        await close?.();
      }
    });

  scenario(
    'opens a session with its first entry, and the same one again by id',
    async ({ sessions }) => {
      const opened = accepted(await sessions.open({ title: 'First look' }));
      strictEqual(opened.title, 'First look');
      strictEqual(opened.entries, 1);
      const entries = accepted(await sessions.entries(opened.id));
      deepStrictEqual(
        entries.map(({ entry }) => entry),
        [{ type: 'session-opened', title: 'First look' }],
      );
      deepStrictEqual(accepted(await sessions.open({ id: opened.id, title: 'Ignored' })), opened);
    },
  );

  scenario(
    'numbers entries without gaps from one, in the order they were accepted',
    async ({ sessions }) => {
      const { id } = accepted(await sessions.open());
      const receipts = await Promise.all(
        numbers(40).map((index) => sessions.append(id, text(`note ${index}`))),
      );
      deepStrictEqual(
        receipts.map((receipt) => accepted(receipt).seq),
        numbers(40).map((index) => index + 2),
      );
      const entries = accepted(await sessions.entries(id));
      deepStrictEqual(
        entries.map(({ seq }) => seq),
        numbers(41).map((index) => index + 1),
      );
      deepStrictEqual(
        entries.slice(1).map(({ entry }) => entry),
        numbers(40).map((index) => text(`note ${index}`)),
      );
    },
  );

  scenario('reads from any place and as much as is asked for', async ({ sessions }) => {
    const { id } = accepted(await sessions.open());
    for (const index of numbers(5)) accepted(await sessions.append(id, text(`${index}`)));
    const seqs = async (after: number, limit?: number): Promise<readonly number[]> => {
      const range = limit === undefined ? { after } : { after, limit };
      return accepted(await sessions.entries(id, range)).map(({ seq }) => seq);
    };
    deepStrictEqual(await seqs(4), [5, 6]);
    deepStrictEqual(await seqs(0, 2), [1, 2]);
    deepStrictEqual(await seqs(2, 2), [3, 4]);
    deepStrictEqual(await seqs(6), []);
    deepStrictEqual(await seqs(99), []);
  });

  scenario('chains every entry to the one before it', async ({ sessions }) => {
    const { id } = accepted(await sessions.open());
    const one = accepted(await sessions.append(id, text('same')));
    const two = accepted(await sessions.append(id, text('same')));
    match(one.hash, /^[0-9a-f]{64}$/);
    notStrictEqual(one.hash, two.hash);
    deepStrictEqual(accepted(await sessions.verify(id)), two);
  });

  scenario('keeps sessions apart', async ({ sessions }) => {
    const one = accepted(await sessions.open({ title: 'one' }));
    const two = accepted(await sessions.open({ title: 'two' }));
    accepted(await sessions.append(one.id, text('for one')));
    strictEqual(accepted(await sessions.entries(two.id)).length, 1);
    const titles = new Set(accepted(await sessions.list()).map(({ title }) => title));
    deepStrictEqual(titles, new Set(['one', 'two']));
  });

  scenario('keeps the sessions of one tenant out of the list of another', async ({ sessions }) => {
    const mine = accepted(await sessions.open({ tenant: acme, title: 'mine' }));
    const theirs = accepted(await sessions.open({ tenant: rival, title: 'theirs' }));
    const local = accepted(await sessions.open());
    deepStrictEqual([mine.tenant, theirs.tenant, local.tenant], [acme, rival, 'local']);
    const ids = async (tenant: TenantId): Promise<readonly SessionId[]> =>
      accepted(await sessions.list({ tenant })).map(({ id }) => id);
    deepStrictEqual(await ids(acme), [mine.id]);
    deepStrictEqual(await ids(rival), [theirs.id]);
    strictEqual(accepted(await sessions.list()).length, 3);
  });

  scenario('lists one kind at a time, page by page, in two orders', async ({ sessions }) => {
    const runs: SessionId[] = [];
    for (const index of numbers(5)) {
      const { id } = accepted(await sessions.open({ kind: 'run', title: `${index}` }));
      runs.push(id);
    }
    const other = accepted(await sessions.open());
    const [first, , third] = runs;
    if (!first || !third) throw new Error('No run was opened.');
    // Their times are equal or rising, and the one that was written last is the newest in any case.
    accepted(await sessions.append(third, text('used again')));
    const ids = async (filter: SessionFilter): Promise<readonly SessionId[]> =>
      accepted(await sessions.list(filter)).map(({ id }) => id);
    deepStrictEqual(await ids({}), [other.id]);
    deepStrictEqual(await ids({ kind: 'run', order: 'opened' }), runs.toReversed());
    const [one, two] = await ids({ kind: 'run', order: 'opened', limit: 2 });
    if (!two) throw new Error('The page is too short.');
    deepStrictEqual([one, two], [runs[4], runs[3]]);
    const after = await ids({ kind: 'run', order: 'opened', after: two });
    deepStrictEqual(after, [runs[2], runs[1], runs[0]]);
    const used = await ids({ kind: 'run' });
    deepStrictEqual(new Set(used), new Set(runs));
    const paged: SessionId[] = [];
    for await (const { id } of everySession(sessions, { kind: 'run', limit: 2 })) paged.push(id);
    deepStrictEqual(paged, used);
    deepStrictEqual(await ids({ kind: 'run', after: nobody }), []);
    strictEqual(accepted(await sessions.count({ kind: 'run', limit: 100 })), 5);
    strictEqual(accepted(await sessions.count({ kind: 'run', limit: 3 })), 3);
    strictEqual(accepted(await sessions.find(third)).kind, 'run');
    accepted(await sessions.settle(first));
    accepted(await sessions.settle(first));
    strictEqual((await ids({ kind: 'run', state: 'unsettled' })).includes(first), false);
    strictEqual((await ids({ kind: 'run', state: 'unsettled' })).length, 4);
  });

  scenario('a log that belongs to a session goes with it', async ({ sessions, blobs }) => {
    const owner = accepted(await sessions.open({ tenant: acme }));
    const journal = accepted(await sessions.open({ kind: 'journal', of: owner.id }));
    strictEqual(journal.tenant, acme);
    const blob = accepted(await blobs.put(bytesOf('held by the journal')));
    accepted(await sessions.append(journal.id, holding([blob])));
    assertRefused(await sessions.open({ kind: 'journal', of: nobody }), 'absent');
    strictEqual(accepted(await sessions.remove(owner.id)), true);
    assertRefused(await sessions.find(journal.id), 'absent');
    await blobs.remove(blob);
    assertRefused(await blobs.get(blob), 'absent');
  });

  scenario('opens a session for its own tenant only', async ({ sessions }) => {
    const { id } = accepted(await sessions.open({ tenant: acme }));
    assertRefused(await sessions.open({ id, tenant: rival }), 'forbidden');
    strictEqual(accepted(await sessions.open({ id, tenant: acme })).tenant, acme);
    strictEqual(accepted(await sessions.open({ id })).tenant, acme);
  });

  scenario('refuses inline payloads wherever they hide', async ({ sessions }) => {
    const { id } = accepted(await sessions.open());
    const base64 = 'QUJD'.repeat(2000);
    const hidden: readonly RecordEntry[] = [
      text(`data:image/png;base64,${base64}`),
      { type: 'custom', name: 'host', data: { deep: [{ image: base64 }] } },
      {
        type: 'message',
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'c', tool: 't', input: [base64] }],
      },
    ];
    for (const entry of hidden) assertRefused(await sessions.append(id, entry), 'invalid-input');
    strictEqual(accepted(await sessions.entries(id)).length, 1);
  });

  scenario(
    'refuses an entry that refers to a blob it does not hold',
    async ({ sessions, blobs }) => {
      const { id } = accepted(await sessions.open());
      const held = accepted(await blobs.put(bytesOf('held')));
      const lost = accepted(await blobs.put(bytesOf('lost')));
      await blobs.remove(lost);
      assertRefused(await sessions.append(id, holding([held, lost])), 'absent');
      strictEqual(accepted(await sessions.entries(id)).length, 1);
      strictEqual(accepted(await sessions.append(id, holding([held]))).seq, 2);
    },
  );

  scenario(
    'holds on to the blobs it refers to until the session is removed',
    async ({ sessions, blobs }) => {
      const { id } = accepted(await sessions.open());
      const blob = accepted(await blobs.put(bytesOf('held')));
      accepted(await sessions.append(id, holding([blob])));
      await blobs.remove(blob);
      ok(accepted(await blobs.get(blob)));
      strictEqual(accepted(await sessions.remove(id)), true);
      await blobs.remove(blob);
      assertRefused(await blobs.get(blob), 'absent');
    },
  );

  scenario('forgets a removed session whole', async ({ sessions }) => {
    const { id } = accepted(await sessions.open());
    accepted(await sessions.append(id, text('soon gone')));
    strictEqual(accepted(await sessions.remove(id)), true);
    strictEqual(accepted(await sessions.remove(id)), false);
    assertRefused(await sessions.entries(id), 'absent');
    assertRefused(await sessions.append(id, text('too late')), 'absent');
    deepStrictEqual(accepted(await sessions.list()), []);
  });

  scenario('says absent for a session that does not exist', async ({ sessions }) => {
    assertRefused(await sessions.append(nobody, text('x')), 'absent');
    assertRefused(await sessions.entries(nobody), 'absent');
    assertRefused(await sessions.verify(nobody), 'absent');
    assertRefused(await sessions.find(nobody), 'absent');
  });
}

const acme: TenantId = accepted(parseTenantId('acme'));
const rival: TenantId = accepted(parseTenantId('rival'));
const nobody: SessionId = accepted(parseSessionId('nobody'));

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function text(words: string): RecordEntry {
  return { type: 'message', role: 'user', parts: [{ type: 'text', text: words }] };
}

function holding(blobs: readonly BlobId[]): RecordEntry {
  return { type: 'custom', name: 'held', data: null, blobs };
}
