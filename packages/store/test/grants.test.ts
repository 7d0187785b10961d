// Grants belong to a tenant, are held by logs, and end with the last of them; bytes outlive every log that refers to them.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseGrantId } from '@percept/core/internal';
import { parseTenantId, type BlobId, type SessionId } from '@percept/core';
import { describe, expect, test } from 'vitest';
import type { GrantRequest, Memory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshMemory, message, picture, refusedAs } from './scene.ts';

const acme = accepted(parseTenantId('acme'));
const rival = accepted(parseTenantId('rival'));

interface Run {
  readonly run: SessionId;
  readonly blob: BlobId;
}

async function runWith(memory: Memory, text: string, tenant = acme): Promise<Run> {
  const blob = accepted(await memory.put(bytesOf(text)));
  const { id: run } = accepted(await memory.sessions.open({ tenant }));
  accepted(await memory.sessions.append(run, picture(blob, text.length, 'a.png')));
  return { run, blob };
}

function wish({ run, blob }: Run, more: Partial<GrantRequest> = {}): GrantRequest {
  const asset = { mime: 'image/png', disposition: 'inline', signingKey: 'k1' } as const;
  return { tenant: acme, run, blob, ...asset, ...more };
}

describe('a grant', () => {
  test('is minted for a blob that the log of its tenant refers to', async () => {
    const memory = await freshMemory({ clock: () => 1000 });
    const own = await runWith(memory, 'picture');
    const grant = accepted(await memory.grants.mint(wish(own, { name: 'a.png', expiresAt: 5000 })));
    expect(grant).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      tenant: 'acme',
      blob: own.blob,
      bytes: 7,
      mime: 'image/png',
      name: 'a.png',
      disposition: 'inline',
      signingKey: 'k1',
      createdAt: 1000,
      expiresAt: 5000,
    });
    expect(accepted(await memory.grants.find(grant.id))).toEqual(grant);
    expect(accepted(await memory.grants.heldBy(own.run))).toEqual([grant]);
  });

  test(
    'is refused for a log of another tenant, and for a blob that the log does not refer to',
    { tags: ['s001-security-invariant', 'f-fsck-3-grants-owned'] },
    async () => {
      const memory = await freshMemory();
      const own = await runWith(memory, 'mine');
      const theirs = await runWith(memory, 'theirs', rival);
      const refused = async (request: GrantRequest) => refusedAs(await memory.grants.mint(request));
      expect(await refused(wish(theirs))).toBe('forbidden');
      expect(await refused(wish({ run: own.run, blob: theirs.blob }))).toBe('absent');
      expect(await refused(wish(own, { mime: 'no type' }))).toBe('invalid-input');
      expect(await refused(wish(own, { mime: 'text/html\r\nset-cookie: a' }))).toBe(
        'invalid-input',
      );
      expect(await refused(wish(own, { signingKey: '../key' }))).toBe('invalid-input');
      expect(await refused(wish(own, { expiresAt: 1.5 }))).toBe('invalid-input');
      expect(await refused(wish(own, { name: 'n'.repeat(256) }))).toBe('too-large');
      accepted(await memory.sessions.remove(own.run));
      expect(await refused(wish(own))).toBe('absent');
      expect((await memory.fsck()).sound).toBe(true);
    },
  );

  test('is revoked alone, with its run, or with its tenant', async () => {
    const memory = await freshMemory({ clock: () => 77 });
    const one = await runWith(memory, 'one');
    const two = await runWith(memory, 'two');
    const other = await runWith(memory, 'other', rival);
    const mint = async (run: Run, tenant = acme) =>
      accepted(await memory.grants.mint(wish(run, { tenant })));
    const [first, second, third, fourth] = [
      await mint(one),
      await mint(one),
      await mint(two),
      await mint(other, rival),
    ];
    const ended = async () =>
      Promise.all(
        [first, second, third, fourth].map(
          async ({ id }) => accepted(await memory.grants.find(id)).revokedAt,
        ),
      );
    expect(accepted(await memory.grants.revoke({ grant: first.id }))).toBe(1);
    expect(accepted(await memory.grants.revoke({ grant: first.id }))).toBe(0);
    expect(await ended()).toEqual([77, undefined, undefined, undefined]);
    expect(accepted(await memory.grants.revoke({ run: one.run }))).toBe(1);
    expect(await ended()).toEqual([77, 77, undefined, undefined]);
    expect(accepted(await memory.grants.revoke({ tenant: acme }))).toBe(1);
    expect(await ended()).toEqual([77, 77, 77, undefined]);
    expect(refusedAs(await memory.grants.extend(first.id, 9999))).toBe('forbidden');
  });

  test(
    'moves its expiry in its row, and keeps its id',
    { tags: ['f-grant-expiry-in-row'] },
    async () => {
      const memory = await freshMemory();
      const grant = accepted(
        await memory.grants.mint(wish(await runWith(memory, 'one'), { expiresAt: 10 })),
      );
      expect(accepted(await memory.grants.extend(grant.id, 99)).expiresAt).toBe(99);
      expect(accepted(await memory.grants.extend(grant.id)).expiresAt).toBeUndefined();
      expect(accepted(await memory.grants.find(grant.id)).id).toBe(grant.id);
      expect(refusedAs(await memory.grants.extend(grant.id, -1))).toBe('invalid-input');
      const nobody = accepted(parseGrantId('0'.repeat(32)));
      expect(refusedAs(await memory.grants.extend(nobody, 99))).toBe('absent');
      expect(refusedAs(await memory.grants.find(nobody))).toBe('absent');
    },
  );

  test('names the keys that still sign something', { tags: ['f-grant-rotation'] }, async () => {
    const memory = await freshMemory({ clock: () => 100 });
    const run = await runWith(memory, 'one');
    accepted(await memory.grants.mint(wish(run, { signingKey: 'forever' })));
    accepted(await memory.grants.mint(wish(run, { signingKey: 'later', expiresAt: 101 })));
    accepted(await memory.grants.mint(wish(run, { signingKey: 'over', expiresAt: 100 })));
    const gone = accepted(await memory.grants.mint(wish(run, { signingKey: 'revoked' })));
    accepted(await memory.grants.revoke({ grant: gone.id }));
    expect(accepted(await memory.grants.signingKeys())).toEqual(['forever', 'later']);
  });

  test('survives the memory being closed and opened', async () => {
    const memory = await freshMemory();
    const run = await runWith(memory, 'one');
    const grant = accepted(await memory.grants.mint(wish(run)));
    await memory.close();
    expect(refusedAs(await memory.grants.find(grant.id))).toBe('unavailable');
    expect(refusedAs(await memory.grants.mint(wish(run)))).toBe('unavailable');
    const again = await freshMemory({ directory: memory.directory });
    expect(accepted(await again.grants.find(grant.id))).toEqual(grant);
  });
});

describe('retention', { tags: ['s001-retention', 'f-wop-retention-not-ttl'] }, () => {
  test('keeps an asset for as long as its log lives, and lets both go with it', async () => {
    let now = 1_000;
    const memory = await freshMemory({ clock: () => now });
    const own = await runWith(memory, 'picture');
    const grant = accepted(await memory.grants.mint(wish(own)));
    now += 10 * 365 * 24 * 3_600_000;
    accepted(await memory.collect({ graceMs: 0 }));
    expect(refusedAs(await memory.get(own.blob))).toBe('accepted');
    expect(accepted(await memory.grants.find(grant.id)).expiresAt).toBeUndefined();

    accepted(await memory.sessions.remove(own.run));
    expect(refusedAs(await memory.grants.find(grant.id))).toBe('absent');
    expect(accepted(await memory.collect({ graceMs: 0 })).freed.blobs).toBe(1);
    expect(refusedAs(await memory.get(own.blob))).toBe('absent');
    expect((await memory.fsck()).findings).toEqual([]);
  });

  test('does not end bytes with an expired or revoked URL: the log still shows them', async () => {
    const memory = await freshMemory({ clock: () => 100 });
    const own = await runWith(memory, 'picture');
    accepted(await memory.grants.mint(wish(own, { expiresAt: 50 })));
    accepted(await memory.grants.revoke({ run: own.run }));
    accepted(await memory.collect({ graceMs: 0 }));
    expect(refusedAs(await memory.get(own.blob))).toBe('accepted');
  });
});

describe('a fork', { tags: ['s001-retention-fork'] }, () => {
  test('has the history, the blobs and the URLs of its source, whichever log dies first', async () => {
    for (const survivor of ['source', 'fork'] as const) {
      const memory = await freshMemory();
      const source = await runWith(memory, 'picture');
      const grant = accepted(await memory.grants.mint(wish(source)));
      const fork = accepted(await memory.fork(source.run));
      expect(fork).toMatchObject({ tenant: 'acme', entries: 2, condition: 'sound' });
      const bodies = async (id: SessionId) =>
        accepted(await memory.sessions.entries(id)).map(({ at, entry }) => ({ at, entry }));
      expect(await bodies(fork.id)).toEqual(await bodies(source.run));
      accepted(await memory.sessions.verify(fork.id));

      accepted(await memory.sessions.remove(survivor === 'fork' ? source.run : fork.id));
      accepted(await memory.collect({ graceMs: 0 }));
      expect(accepted(await memory.grants.find(grant.id))).toEqual(grant);
      expect(refusedAs(await memory.get(source.blob))).toBe('accepted');
      expect((await memory.fsck()).findings).toEqual([]);

      accepted(await memory.sessions.remove(survivor === 'fork' ? fork.id : source.run));
      accepted(await memory.collect({ graceMs: 0 }));
      expect(refusedAs(await memory.grants.find(grant.id))).toBe('absent');
      expect(refusedAs(await memory.get(source.blob))).toBe('absent');
    }
  });

  test('of an early entry holds only what it refers to', async () => {
    const memory = await freshMemory();
    const source = await runWith(memory, 'early');
    const late = accepted(await memory.put(bytesOf('late')));
    accepted(await memory.sessions.append(source.run, picture(late, 4, 'b.png')));
    const early = accepted(await memory.grants.mint(wish(source)));
    accepted(await memory.grants.mint(wish({ run: source.run, blob: late })));
    const fork = accepted(await memory.fork(source.run, { upTo: 2 }));
    expect(accepted(await memory.grants.heldBy(fork.id))).toEqual([early]);
    const refused = [0, 1.5, 4].map(async (upTo) =>
      refusedAs(await memory.fork(source.run, { upTo })),
    );
    expect(await Promise.all(refused)).toEqual(Array(3).fill('invalid-input'));
    expect(refusedAs(await memory.fork(source.run, { id: fork.id }))).toBe('invalid-input');
  });

  test('is shared with a log that was written by other means, within one tenant', async () => {
    const memory = await freshMemory();
    const source = await runWith(memory, 'same');
    const grant = accepted(await memory.grants.mint(wish(source)));
    const replay = await runWith(memory, 'same');
    const stranger = await runWith(memory, 'same', rival);
    const { id: empty } = accepted(await memory.sessions.open({ tenant: acme }));
    expect(accepted(await memory.grants.share(source.run, replay.run))).toBe(1);
    expect(accepted(await memory.grants.share(source.run, replay.run))).toBe(0);
    expect(accepted(await memory.grants.share(source.run, empty))).toBe(0);
    expect(refusedAs(await memory.grants.share(source.run, stranger.run))).toBe('forbidden');
    accepted(await memory.sessions.remove(source.run));
    expect(accepted(await memory.grants.find(grant.id))).toEqual(grant);
    accepted(await memory.grants.revoke({ run: replay.run }));
    expect(accepted(await memory.grants.find(grant.id)).revokedAt).toBeDefined();
  });

  test('of a damaged log is refused, and leaves nothing behind', async () => {
    const memory = await freshMemory();
    const source = await runWith(memory, 'picture');
    accepted(await memory.sessions.append(source.run, message('words')));
    const file = new DatabaseSync(join(memory.directory, databaseName));
    file.exec(`UPDATE entries SET body = replace(body, 'words', 'lies!') WHERE seq = 3`);
    file.close();
    expect(refusedAs(await memory.fork(source.run))).toBe('corrupt');
    expect(accepted(await memory.sessions.list())).toHaveLength(1);
    expect(accepted(await memory.fork(source.run, { upTo: 2 })).entries).toBe(2);
    accepted(await memory.sessions.remove(source.run));
    expect(refusedAs(await memory.fork(source.run))).toBe('absent');
  });
});
