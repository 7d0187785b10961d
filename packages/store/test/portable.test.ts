// A session leaves and comes back unchanged, and nothing that was touched on the way gets in.
import {
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobId, isJson } from '@percept/core/internal';
import { type BlobId, type RecordEntry, type SessionId } from '@percept/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { genesis, seal } from '../src/chain.ts';
import { storeLimits, type Memory } from '../src/index.ts';
import {
  accepted,
  bytesOf,
  freshDirectory,
  freshMemory,
  message,
  picture,
  refusedAs,
} from './scene.ts';

interface Exported {
  readonly from: Memory;
  readonly id: SessionId;
  readonly blob: BlobId;
  readonly folder: string;
  readonly log: string;
}

async function exported(): Promise<Exported> {
  const from = await freshMemory();
  const { id } = accepted(await from.sessions.open({ title: 'Travels' }));
  const blob = accepted(await from.put(bytesOf('picture')));
  accepted(await from.sessions.append(id, picture(blob, 7, 'a.png')));
  accepted(
    await from.sessions.append(id, message('What is this? – "ünïcode" \u2028 \ud83d\ude00 \ud800')),
  );
  const folder = join(await freshDirectory(), 'export');
  accepted(await from.exportSession(id, folder));
  return { from, id, blob, folder, log: join(folder, 'session.jsonl') };
}

async function isUntouched(memory: Memory): Promise<boolean> {
  const sessions = accepted(await memory.sessions.list());
  const { kept } = accepted(await memory.collect({ dryRun: true }));
  return sessions.length === 0 && kept.young.blobs + kept.referenced.blobs === 0;
}

describe('an exported session', () => {
  test('is one line per entry beside its blobs', { tags: ['f-store-export-import'] }, async () => {
    const { id, blob, folder, log } = await exported();
    expect((await readdir(folder)).toSorted()).toEqual(['blobs', 'session.jsonl']);
    expect(await readdir(join(folder, 'blobs'))).toEqual([blob]);
    const lines = (await readFile(log, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.seq ?? line.format)).toEqual(['percept-session-1', 1, 2, 3]);
    expect(lines[0]).toMatchObject({ session: id, entries: 3, hash: lines[3].hash });
    expect(lines[2].entry.parts[0].sha256).toBe(blob);
  });

  test('comes back unchanged, once', { tags: ['f-store-export-import'] }, async () => {
    const { from, id, blob, folder } = await exported();
    const to = await freshMemory();
    expect(accepted(await to.importSession(folder)).added).toBe(3);
    expect(accepted(await to.sessions.entries(id))).toEqual(
      accepted(await from.sessions.entries(id)),
    );
    expect(accepted(await to.sessions.verify(id))).toEqual(
      accepted(await from.sessions.verify(id)),
    );
    expect(accepted(await to.get(blob))).toHaveLength(7);
    expect(accepted(await to.importSession(folder)).added).toBe(0);
    expect(accepted(await from.importSession(folder)).added).toBe(0);
    expect(accepted(await to.collect({ graceMs: 0 })).freed.blobs).toBe(0);
    expect((await to.fsck()).findings).toEqual([]);
  });

  test('continues a shorter copy, and leaves a longer one alone', async () => {
    const { from, id, folder } = await exported();
    const to = await freshMemory();
    accepted(await to.importSession(folder));
    accepted(await from.sessions.append(id, message('more')));
    const longer = join(await freshDirectory(), 'longer');
    accepted(await from.exportSession(id, longer));
    expect(accepted(await to.importSession(longer)).added).toBe(1);
    expect(accepted(await to.importSession(folder))).toMatchObject({
      added: 0,
      session: { entries: 4 },
    });
  });

  test('is refused where the session went on differently', async () => {
    const { from, id, folder } = await exported();
    const to = await freshMemory();
    accepted(await to.importSession(folder));
    accepted(await to.sessions.append(id, message('there')));
    accepted(await from.sessions.append(id, message('here')));
    const other = join(await freshDirectory(), 'other');
    accepted(await from.exportSession(id, other));
    expect(refusedAs(await to.importSession(other))).toBe('invalid-input');
    expect(accepted(await to.sessions.entries(id))).toHaveLength(4);
  });

  test(
    'is refused when any byte of it was changed or its end is missing',
    { tags: ['f-store-import-verified'], timeout: 240_000 },
    async () => {
      const { folder, log, from, id } = await exported();
      const whole = await readFile(log);
      const to = await freshMemory();
      const original = accepted(await from.sessions.entries(id));
      for (let offset = 0; offset < whole.length; offset += 1) {
        const flipped = Uint8Array.from(whole);
        flipped[offset] = (whole[offset] ?? 0) ^ (1 << (offset % 8));
        for (const bytes of [flipped, whole.subarray(0, offset)]) {
          await writeFile(log, bytes);
          const outcome = await to.importSession(folder);
          // Only the last line break can go without anything being lost.
          if (outcome.ok) {
            expect(offset).toBe(whole.length - 1);
            expect(accepted(await to.sessions.entries(id))).toEqual(original);
            accepted(await to.sessions.remove(id));
            accepted(await to.collect({ graceMs: 0 }));
          }
          expect(await isUntouched(to)).toBe(true);
        }
      }
    },
  );

  test(
    'is refused when a blob is wrong, missing, or not a plain file',
    { tags: ['f-store-import-verified'] },
    async () => {
      const { folder, blob } = await exported();
      const to = await freshMemory();
      const path = join(folder, 'blobs', blob);
      await writeFile(path, 'PICTURE');
      expect(refusedAs(await to.importSession(folder))).toBe('corrupt');
      await unlink(path);
      expect(refusedAs(await to.importSession(folder))).toBe('absent');
      await symlink('/dev/zero', path);
      expect(refusedAs(await to.importSession(folder))).toBe('absent');
      await rm(path);
      await mkdir(path);
      expect(refusedAs(await to.importSession(folder))).toBe('absent');
      expect(await isUntouched(to)).toBe(true);
    },
  );

  test(
    'has no claim to a blob that is here, unless its own session holds it',
    { tags: ['d-imported-marked'] },
    async () => {
      const { from, folder, blob } = await exported();
      const to = await freshMemory();
      accepted(await to.put(accepted(await from.get(blob))));
      await rm(join(folder, 'blobs'), { recursive: true });
      expect(refusedAs(await to.importSession(folder))).toBe('absent');
      expect(accepted(await from.importSession(folder)).added).toBe(0);
    },
  );

  test('is marked as far as it came from elsewhere', { tags: ['d-imported-marked'] }, async () => {
    const { from, id, folder } = await exported();
    const to = await freshMemory();
    const imported = async (memory: Memory): Promise<number> =>
      accepted(await memory.sessions.find(id)).imported;
    accepted(await to.importSession(folder));
    expect([await imported(from), await imported(to)]).toEqual([0, 3]);
    accepted(await from.importSession(folder));
    expect(await imported(from), 'what was here already is ours').toBe(0);
    accepted(await to.sessions.append(id, message('here')));
    expect(await imported(to)).toBe(3);
    const fork = accepted(await to.fork(id, { upTo: 2 }));
    expect(fork.imported).toBe(2);
    expect(accepted(await to.fork(id)).imported).toBe(3);
    const again = join(await freshDirectory(), 'again');
    accepted(await to.exportSession(id, again));
    accepted(await from.importSession(again));
    expect(await imported(from)).toBe(4);
    for (const memory of [from, to])
      expect(await memory.fsck()).toMatchObject({ sound: true, findings: [] });
  });

  test('is refused when media weighs other than it says', async () => {
    const { from, id, blob } = await exported();
    const to = await freshMemory();
    accepted(await from.sessions.append(id, picture(blob, 8, 'a.png')));
    const folder = join(await freshDirectory(), 'lying');
    accepted(await from.exportSession(id, folder));
    expect(refusedAs(await to.importSession(folder))).toBe('corrupt');
    expect(await isUntouched(to)).toBe(true);
  });

  test(
    'is refused when it smuggles an inline payload behind a right hash',
    { tags: ['f-store-no-base64-run-time'] },
    async () => {
      const to = await freshMemory();
      const folder = await freshDirectory();
      const from = await freshMemory();
      const { id } = accepted(await from.sessions.open());
      const entry = message('QUJD'.repeat(2000));
      const link = { seq: 1, at: 1, prev: genesis, body: JSON.stringify(entry) };
      const hash = seal(id, link);
      const lines = [
        { format: 'percept-session-1', session: id, entries: 1, hash },
        { seq: 1, at: 1, prev: genesis, hash, entry },
      ];
      await writeFile(
        join(folder, 'session.jsonl'),
        lines.map((line) => JSON.stringify(line)).join('\n'),
      );
      expect(refusedAs(await to.importSession(folder))).toBe('corrupt');
      expect(await isUntouched(to)).toBe(true);
    },
  );
});

/** An export whose hashes are right, whatever it says. */
async function forged(entry: RecordEntry, at: number): Promise<string> {
  const folder = await freshDirectory();
  const from = await freshMemory();
  const { id } = accepted(await from.sessions.open());
  const link = { seq: 1, at, prev: genesis, body: JSON.stringify(entry) };
  const hash = seal(id, link);
  const lines = [
    { format: 'percept-session-1', session: id, entries: 1, hash },
    { seq: 1, at, prev: genesis, hash, entry },
  ];
  await writeFile(
    join(folder, 'session.jsonl'),
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  return folder;
}

describe('a forged export', () => {
  test('is refused when an entry was written at a time that no date can name', async () => {
    const to = await freshMemory();
    for (const at of [Number.MAX_SAFE_INTEGER, 8.64e15 + 1]) {
      const folder = await forged({ type: 'session-opened' }, at);
      expect(refusedAs(await to.importSession(folder))).toBe('corrupt');
    }
    const folder = await forged({ type: 'session-opened' }, 8.64e15);
    expect(refusedAs(await to.importSession(folder))).toBe('accepted');
  });

  test('is refused when its first entry does not open the session', async () => {
    const to = await freshMemory();
    expect(refusedAs(await to.importSession(await forged(message('first'), 1)))).toBe('corrupt');
    expect(await isUntouched(to)).toBe(true);
  });

  test('is refused by the size of a file before any of it is read', async () => {
    const { folder, blob, log } = await exported();
    const to = await freshMemory();
    await truncate(join(folder, 'blobs', blob), 3 * 1024 ** 3);
    expect(await to.importSession(folder)).toMatchObject({
      refusal: { refused: 'too-large', limit: { name: 'maxBlobBytes', actual: 3 * 1024 ** 3 } },
    });
    await truncate(log, storeLimits.maxImportLogBytes + 1);
    expect(await to.importSession(folder)).toMatchObject({
      refusal: { refused: 'too-large', limit: { name: 'maxImportLogBytes' } },
    });
    expect(await isUntouched(to)).toBe(true);
  });

  test('is refused when it has more entries than an import takes, or than it says', async () => {
    const { log, folder } = await exported();
    const to = await freshMemory();
    const [header = '', ...lines] = (await readFile(log, 'utf8')).trimEnd().split('\n');
    const claim = async (entries: number): Promise<void> =>
      writeFile(log, [header.replace('"entries":3', `"entries":${entries}`), ...lines].join('\n'));
    await claim(storeLimits.maxImportEntries + 1);
    expect(await to.importSession(folder)).toMatchObject({
      refusal: { refused: 'too-large', limit: { name: 'maxImportEntries' } },
    });
    await claim(2);
    expect(refusedAs(await to.importSession(folder))).toBe('corrupt');
    expect(await isUntouched(to)).toBe(true);
  });

  test('is refused when it holds no entries, whatever its header says', async () => {
    const { log, folder } = await exported();
    const to = await freshMemory();
    const [header = ''] = (await readFile(log, 'utf8')).split('\n');
    const none = header.replace('"entries":3', '"entries":0');
    const empty = none.replace(/"hash":"[0-9a-f]+"/, `"hash":"${genesis}"`);
    for (const text of ['', header, none, empty]) {
      await writeFile(log, text);
      expect(await to.importSession(folder)).toMatchObject({
        refusal: { refused: 'corrupt', message: expect.stringContaining('no entries') },
      });
    }
    expect(await isUntouched(to)).toBe(true);
  });
});

test('an export goes to a new or empty directory only', async () => {
  const { from, id, folder } = await exported();
  expect(refusedAs(await from.exportSession(id, folder))).toBe('invalid-input');
  const empty = await freshDirectory();
  expect(refusedAs(await from.exportSession(id, empty))).toBe('accepted');
  expect(refusedAs(await from.exportSession(id, join(folder, 'session.jsonl')))).toBe(
    'invalid-input',
  );
});

test('an export of a session whose blob is lost is refused and leaves nothing behind', async () => {
  const { from, id, blob } = await exported();
  await unlink(join(from.directory, 'blobs', blob.slice(0, 2), blob));
  const parent = await freshDirectory();
  expect(refusedAs(await from.exportSession(id, join(parent, 'export')))).toBe('absent');
  expect(await readdir(parent)).toEqual([]);
});

test(
  'any entries come back as they were, from the record and from an export',
  { tags: ['f-store-export-import'], timeout: 240_000 },
  async () => {
    const from = await freshMemory();
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const data = fc
      .jsonValue({ maxDepth: 4 })
      .map((value): unknown => JSON.parse(JSON.stringify(value)))
      .filter(isJson);
    const blob = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const entry = fc.oneof(
      text.map(message),
      fc.record({ type: fc.constant('custom' as const), name: fc.string({ minLength: 1 }), data }),
      fc.record({ type: fc.constant('frontier-moved' as const), before: fc.nat() }),
      fc.record({ bytes: blob, ref: fc.string({ minLength: 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (drafts) => {
        const { id } = accepted(await from.sessions.open());
        const written: RecordEntry[] = [];
        for (const draft of drafts) {
          const next =
            'bytes' in draft
              ? picture(accepted(await from.put(draft.bytes)), draft.bytes.length, draft.ref)
              : draft;
          accepted(await from.sessions.append(id, next));
          written.push(next);
        }
        const entries = accepted(await from.sessions.entries(id));
        expect(entries.slice(1).map((stored) => stored.entry)).toEqual(written);
        const folder = join(await freshDirectory(), 'export');
        accepted(await from.exportSession(id, folder));
        const to = await freshMemory();
        accepted(await to.importSession(folder));
        expect(accepted(await to.sessions.entries(id))).toEqual(entries);
        for await (const kept of to.list()) expect(isBlobId(kept)).toBe(true);
      }),
      { numRuns: 25 },
    );
  },
);
