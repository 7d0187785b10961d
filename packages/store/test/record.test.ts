// The record is the truth: what was acknowledged reads back exactly, and every change to it is noticed.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RecordEntry, SessionId } from '@percept/core';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { openMemory, type Memory } from '../src/index.ts';
import { databaseName, openDatabase } from '../src/sqlite/connection.ts';
import {
  accepted,
  bytesOf,
  commitsIn,
  freshDirectory,
  freshMemory,
  message,
  picture,
  refusedAs,
} from './scene.ts';
import { processorMs } from '../../../test/processor-time.ts';

async function withEntries(
  count: number,
): Promise<{ readonly memory: Memory; readonly id: SessionId }> {
  const memory = await freshMemory();
  const { id } = accepted(await memory.sessions.open({ title: 'under test' }));
  for (let index = 1; index < count; index += 1)
    accepted(await memory.sessions.append(id, message(`note ${index}`)));
  return { memory, id };
}

/** Changes rows behind the memory's back. */
function tamper(memory: Memory, sql: string): void {
  const database = new DatabaseSync(join(memory.directory, databaseName), {
    enableForeignKeyConstraints: false,
  });
  database.exec(sql);
  database.close();
}

describe('a record that was tampered with', () => {
  test.each([
    [
      'a changed body',
      `UPDATE entries SET body = replace(body, 'note 3', 'note X') WHERE seq = 4`,
      4,
    ],
    ['a changed time', 'UPDATE entries SET at = at + 1 WHERE seq = 3', 3],
    ['a removed entry', 'DELETE FROM entries WHERE seq = 3', 3],
    ['a removed first entry', 'DELETE FROM entries WHERE seq = 1', 1],
    ['a lost tail', 'DELETE FROM entries WHERE seq >= 5', 5],
    [
      "two entries in each other's place",
      'UPDATE entries SET seq = CASE seq WHEN 3 THEN 104 WHEN 4 THEN 103 ELSE seq END; UPDATE entries SET seq = seq - 100 WHERE seq > 100',
      3,
    ],
    [
      'a renumbered rest',
      'DELETE FROM entries WHERE seq = 3; UPDATE entries SET seq = seq - 1 WHERE seq > 3; UPDATE sessions SET head_seq = head_seq - 1',
      3,
    ],
    ['a forged head', `UPDATE sessions SET head_hash = zeroblob(32)`, 6],
    ['a body that is no entry', `UPDATE entries SET body = '{}' WHERE seq = 2`, 2],
  ])(
    'is refused as corrupt: %s',
    { tags: ['f-store-hash-chain', 'f-store-tamper-detected', 'f-fsck-2-chain-whole'] },
    async (_, sql, seq) => {
      const { memory, id } = await withEntries(6);
      expect(accepted(await memory.sessions.verify(id)).seq).toBe(6);
      tamper(memory, sql);
      const verified = await memory.sessions.verify(id);
      expect(verified).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
      expect(verified.ok ? '' : verified.refusal.message).toContain(`Entry ${seq} `);
      expect(refusedAs(await memory.sessions.entries(id))).toBe('corrupt');
      expect(accepted(await memory.sessions.list())).toHaveLength(1);
      const report = await memory.fsck();
      expect(report.sound).toBe(false);
      expect(report.findings.map(({ check }) => check)).toContain('chain-whole');
    },
  );

  test('still gives the entries before the damage', async () => {
    const { memory, id } = await withEntries(6);
    tamper(memory, 'DELETE FROM entries WHERE seq = 4');
    expect(accepted(await memory.sessions.entries(id, { limit: 3 })).map(({ seq }) => seq)).toEqual(
      [1, 2, 3],
    );
  });

  test(
    'is noticed when a whole entry comes from another session',
    { tags: ['f-store-tamper-detected'] },
    async () => {
      const memory = await freshMemory({ clock: () => 1 });
      const one = accepted(await memory.sessions.open());
      const two = accepted(await memory.sessions.open());
      tamper(
        memory,
        `UPDATE entries SET prev = x.prev, hash = x.hash FROM (SELECT prev, hash FROM entries WHERE session = 1) x WHERE session = 2;
       UPDATE sessions SET head_hash = (SELECT head_hash FROM sessions WHERE key = 1)`,
      );
      expect(accepted(await memory.sessions.verify(one.id)).seq).toBe(1);
      expect(refusedAs(await memory.sessions.verify(two.id))).toBe('corrupt');
    },
  );

  test('never shows a changed title in the list', async () => {
    const { memory, id } = await withEntries(2);
    tamper(memory, `UPDATE entries SET body = replace(body, 'under test', 'forged') WHERE seq = 1`);
    const [session] = accepted(await memory.sessions.list());
    expect(session).toMatchObject({ id, entries: 2, condition: 'damaged' });
    expect(session).not.toHaveProperty('title');
  });
});

describe('writing', () => {
  test(
    'is in WAL mode with synchronous FULL and foreign keys',
    { tags: ['f-store-sync-full'] },
    async () => {
      const database = await openDatabase({ file: join(await freshDirectory(), databaseName) });
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
      expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
      expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 20 });
      database.close();
    },
  );

  test(
    'shares one commit among those who append at the same time',
    { tags: ['f-store-group-commit'] },
    async () => {
      const { memory, id } = await withEntries(1);
      const before = await commitsIn(memory);
      const receipts = await Promise.all(
        Array.from({ length: 64 }, (_, index) => memory.sessions.append(id, message(`${index}`))),
      );
      expect(receipts.map((receipt) => accepted(receipt).seq)).toEqual(
        Array.from({ length: 64 }, (_, index) => index + 2),
      );
      expect((await commitsIn(memory)) - before).toBe(1);
      for (let index = 0; index < 5; index += 1)
        accepted(await memory.sessions.append(id, message('alone')));
      expect((await commitsIn(memory)) - before).toBe(6);
    },
  );

  test(
    'refuses one bad entry of a shared commit and keeps the others',
    { tags: ['f-store-group-commit'] },
    async () => {
      const { memory, id } = await withEntries(1);
      const absent = accepted(await memory.put(bytesOf('removed')));
      await memory.remove(absent);
      const outcomes = await Promise.all([
        memory.sessions.append(id, message('one')),
        memory.sessions.append(id, picture(absent, 7, 'a.png')),
        memory.sessions.append(id, message('two')),
      ]);
      expect(outcomes.map(refusedAs)).toEqual(['accepted', 'absent', 'accepted']);
      expect(accepted(await memory.sessions.entries(id)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    },
  );

  test('refuses an entry over the limit, with the figures', async () => {
    const memory = await freshMemory({ maxEntryBytes: 1000 });
    const { id } = accepted(await memory.sessions.open());
    const outcome = await memory.sessions.append(id, message('words '.repeat(500)));
    expect(outcome).toMatchObject({
      refusal: { refused: 'too-large', limit: { name: 'maxEntryBytes', max: 1000 } },
    });
  });

  test(
    'takes a reference and nothing inline, by type',
    { tags: ['f-store-no-base64-type', 's002-blob-ref-only'] },
    () => {
      expectTypeOf<{
        type: 'media-ingested';
        block: { type: 'image'; source: { kind: 'base64'; data: string } };
      }>().not.toExtend<RecordEntry>();
      expectTypeOf<
        Extract<RecordEntry, { type: 'media-ingested' }>['block']['source']
      >().toEqualTypeOf<{ readonly kind: 'blob' }>();
    },
  );

  test(
    'refuses an inline payload that slipped past the types',
    { tags: ['f-store-no-base64-run-time', 's002-blob-ref-only', 'd-blob-persisted-only'] },
    async () => {
      const { memory, id } = await withEntries(1);
      const block = {
        type: 'image',
        mime: 'image/png',
        width: 1,
        height: 1,
        bytes: 3,
        origin: { kind: 'attachment' },
        sha256: 'ab'.repeat(32),
      };
      const inline: RecordEntry = JSON.parse(
        JSON.stringify({
          type: 'media-ingested',
          block: { ...block, source: { kind: 'base64', data: 'QUJD' } },
        }),
      );
      expect(refusedAs(await memory.sessions.append(id, inline))).toBe('invalid-input');
      expect(refusedAs(await memory.sessions.append(id, message('QUJD'.repeat(1024))))).toBe(
        'invalid-input',
      );
      expect(accepted(await memory.sessions.entries(id))).toHaveLength(1);
    },
  );
});

test(
  'a session that saw 500 images stays under 1 MB',
  { tags: ['f-store-500-images-1-mb', 's002-session-small'], timeout: 240_000 },
  async () => {
    const directory = await freshDirectory();
    const memory = await openMemory({ directory });
    const { id } = accepted(await memory.sessions.open());
    const pixels = new Uint8Array(180_000);
    for (let index = 0; index < 500; index += 1) {
      new DataView(pixels.buffer).setUint32(0, index);
      const [blob, original] = await Promise.all([
        memory.put(pixels.slice(0, 90_000)),
        memory.put(pixels),
      ]);
      const call: RecordEntry = {
        type: 'message',
        role: 'assistant',
        parts: [
          {
            type: 'tool-call',
            callId: `call_${index}`,
            tool: 'view',
            input: { path: `screens/${index}.png` },
          },
        ],
      };
      const [image] = Object(picture(accepted(blob), 90_000, `screens/${index}.png`)).parts;
      const shown = {
        ...image,
        original: {
          sha256: accepted(original),
          mime: 'image/png',
          bytes: 180_000,
          width: 2560,
          height: 1600,
        },
      };
      const result: RecordEntry = {
        type: 'message',
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: `call_${index}`,
            tool: 'view',
            outcome: 'succeeded',
            content: [shown],
          },
        ],
      };
      const appended = await Promise.all([
        memory.sessions.append(id, call),
        memory.sessions.append(id, result),
      ]);
      appended.forEach(accepted);
    }
    await memory.close();
    const { size } = await stat(join(directory, databaseName));
    console.log(`500-image session, call and result and original each: ${size} bytes`);
    expect(size).toBeLessThan(1_000_000);
  },
);

test(
  'a session of 1,000 turns is rebuilt in well under a second',
  { tags: ['f-store-rebuild-fast'] },
  async () => {
    const { memory, id } = await withEntries(1);
    const entry = message('words '.repeat(60));
    await Promise.all(Array.from({ length: 6000 }, () => memory.sessions.append(id, entry)));
    const start = processorMs();
    const entries = accepted(await memory.sessions.entries(id));
    const elapsed = processorMs() - start;
    console.log(`rebuilt ${entries.length} entries in ${elapsed.toFixed(0)} ms of processor time`);
    expect(entries).toHaveLength(6001);
    expect(elapsed).toBeLessThan(800);
  },
);
