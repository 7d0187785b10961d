// The collector frees what no session refers to, after its grace, and never anything else.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BlobId } from '@percept/core';
import { expect, test } from 'vitest';
import { openMemory, type Memory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
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

const day = 24 * 60 * 60 * 1000;

async function put(memory: Memory, text: string): Promise<BlobId> {
  return accepted(await memory.put(bytesOf(text)));
}

function behind(memory: Memory, sql: string): unknown[] {
  const database = new DatabaseSync(join(memory.directory, databaseName));
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

test(
  'an unreferenced blob is safe for a day after its last put, and freed after that',
  { tags: ['f-gc-grace', 's002-session-gc'] },
  async () => {
    let now = day;
    const memory = await freshMemory({ clock: () => now });
    const blob = await put(memory, 'young');
    now += day - 1;
    expect(accepted(await memory.collect())).toMatchObject({
      freed: { blobs: 0 },
      kept: { young: { blobs: 1, bytes: 5 } },
    });
    await put(memory, 'young');
    now += day - 1;
    expect(accepted(await memory.collect()).freed.blobs).toBe(0);
    now += 1;
    expect(accepted(await memory.collect())).toEqual({
      dryRun: false,
      condemned: { blobs: 1, bytes: 5 },
      freed: { blobs: 1, bytes: 5 },
      kept: { referenced: { blobs: 0, bytes: 0 }, young: { blobs: 0, bytes: 0 } },
    });
    expect(refusedAs(await memory.get(blob))).toBe('absent');
    expect(await readdir(join(memory.directory, 'blobs', blob.slice(0, 2)))).toEqual([]);
  },
);

test(
  'a blob that a session refers to is kept until the session is removed',
  { tags: ['f-gc-delete-session', 'f-gc-derived-counts'] },
  async () => {
    const memory = await freshMemory();
    const blob = await put(memory, 'shared');
    const [one, two] = [
      accepted(await memory.sessions.open()),
      accepted(await memory.sessions.open()),
    ];
    for (const { id } of [one, two])
      accepted(await memory.sessions.append(id, picture(blob, 6, 'a.png')));
    for (const { id } of [one, two]) {
      expect(accepted(await memory.collect({ graceMs: 0 }))).toMatchObject({
        freed: { blobs: 0 },
        kept: { referenced: { blobs: 1, bytes: 6 } },
      });
      const before = await commitsIn(memory);
      accepted(await memory.sessions.remove(id));
      expect((await commitsIn(memory)) - before).toBe(1);
    }
    expect(behind(memory, 'SELECT * FROM refs')).toEqual([]);
    expect(accepted(await memory.collect({ graceMs: 0 })).freed).toEqual({ blobs: 1, bytes: 6 });
  },
);

test(
  'collecting twice frees nothing more than collecting once',
  { tags: ['f-fsck-9-gc-idempotent', 'f-gc-condemn-then-sweep'] },
  async () => {
    const memory = await freshMemory();
    for (let index = 0; index < 70; index += 1) await put(memory, `loose ${index}`);
    expect(accepted(await memory.collect({ graceMs: 0 }))).toMatchObject({
      condemned: { blobs: 70 },
      freed: { blobs: 70 },
    });
    expect(accepted(await memory.collect({ graceMs: 0 }))).toMatchObject({
      condemned: { blobs: 0 },
      freed: { blobs: 0 },
    });
    expect((await memory.fsck()).findings).toEqual([]);
  },
);

test('a dry run tells what would go and changes nothing', async () => {
  const memory = await freshMemory();
  const blob = await put(memory, 'spared');
  expect(accepted(await memory.collect({ graceMs: 0, dryRun: true }))).toMatchObject({
    dryRun: true,
    freed: { blobs: 1, bytes: 6 },
  });
  expect(accepted(await memory.get(blob))).toHaveLength(6);
  expect(accepted(await memory.collect({ graceMs: 0 })).freed.blobs).toBe(1);
});

/** The state that a collector leaves when it is killed between its two steps. */
async function condemned(
  text: string,
): Promise<{ readonly memory: Memory; readonly blob: BlobId }> {
  const memory = await freshMemory();
  const blob = await put(memory, text);
  behind(memory, `UPDATE blobs SET state = 'condemned', condemned_at = 1 RETURNING id`);
  return { memory, blob };
}

test(
  'an append brings a condemned blob back to life while its file is there',
  { tags: ['f-gc-condemn-then-sweep'] },
  async () => {
    const { memory, blob } = await condemned('saved in time');
    const session = accepted(await memory.sessions.open());
    accepted(await memory.sessions.append(session.id, picture(blob, 13, 'a.png')));
    expect(accepted(await memory.collect({ graceMs: 0 })).freed.blobs).toBe(0);
    expect(accepted(await memory.get(blob))).toHaveLength(13);
  },
);

test('an append to a condemned blob is refused once its file is gone', async () => {
  const { memory, blob } = await condemned('too late');
  const session = accepted(await memory.sessions.open());
  accepted(await memory.collect({ graceMs: 0 }));
  expect(refusedAs(await memory.sessions.append(session.id, picture(blob, 8, 'a.png')))).toBe(
    'absent',
  );
});

test('a put brings a condemned blob back to life', { tags: ['f-gc-race'] }, async () => {
  const { memory, blob } = await condemned('put again');
  expect(await put(memory, 'put again')).toBe(blob);
  expect(accepted(await memory.collect())).toMatchObject({
    freed: { blobs: 0 },
    kept: { young: { blobs: 1 } },
  });
});

test('a collector that was interrupted is finished by the next one', async () => {
  const { memory } = await condemned('half way');
  expect(accepted(await memory.collect())).toMatchObject({
    condemned: { blobs: 0 },
    freed: { blobs: 1, bytes: 8 },
  });
});

test('a dry run foretells what is freed: what it would condemn, and what an interrupted one had', async () => {
  const { memory } = await condemned('half way');
  await put(memory, 'new one');
  const freed = { blobs: 2, bytes: 15 };
  const told = accepted(await memory.collect({ graceMs: 0, dryRun: true }));
  expect(told).toMatchObject({ condemned: { blobs: 1, bytes: 7 }, freed });
  expect(accepted(await memory.collect({ graceMs: 0 })).freed).toEqual(freed);
});

test('a refused append leaves a condemned blob as it was', async () => {
  const { memory, blob } = await condemned('not yet');
  const session = accepted(await memory.sessions.open());
  const gone = await put(memory, 'gone');
  await memory.remove(gone);
  const entry = { type: 'custom', name: 'both', data: null, blobs: [blob, gone] } as const;
  expect(refusedAs(await memory.sessions.append(session.id, entry))).toBe('absent');
  expect(behind(memory, 'SELECT state FROM blobs')).toEqual([{ state: 'condemned' }]);
});

test('closing waits for what was asked for', async () => {
  const directory = await freshDirectory();
  const memory = await openMemory({ directory });
  const { id } = accepted(await memory.sessions.open());
  const pending = Promise.all([
    memory.sessions.append(id, message('one')),
    memory.sessions.append(id, message('two')),
  ]);
  const put = memory.put(bytesOf('on its way'));
  await memory.close();
  expect(refusedAs(await put)).toBe('accepted');
  expect((await pending).map(refusedAs)).toEqual(['accepted', 'accepted']);
});

test('a clock that was set back does not shorten the grace of what is put again', async () => {
  let now = 100 * day;
  const memory = await freshMemory({ clock: () => now });
  const again = await put(memory, 'put again');
  const restored = await put(memory, 'restored');
  await rm(join(memory.directory, 'blobs', restored.slice(0, 2), restored));
  now = day;
  await put(memory, 'put again');
  await put(memory, 'restored');
  now = 100 * day + 1;
  expect(accepted(await memory.collect()).freed.blobs).toBe(0);
  expect(refusedAs(await memory.get(again))).toBe('accepted');
  expect(refusedAs(await memory.get(restored))).toBe('accepted');
});
