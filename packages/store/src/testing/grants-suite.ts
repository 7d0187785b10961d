// What every memory does with grants and forks, whatever database is behind it.
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { parseGrantId } from '@percept/core/internal';
import { parseTenantId, type BlobId, type SessionId } from '@percept/core';
import type { GrantRequest } from '../grants.ts';
import type { Memory } from '../memory.ts';
import { checkSuite, accepted, assertRefused, bytesOf, type Test } from './harness.ts';

type Granting = Omit<Memory, 'directory'>;

/** `make` returns an empty memory whose clock stands at 100. */
export type MakeGranting = () => Promise<Granting>;

/**
 * The tests that grants of every memory must pass.
 *
 * @example grantsSuite(test, openMine);
 */
export function grantsSuite(test: Test, make: MakeGranting): void {
  checkSuite('grantsSuite', test, make);
  const scenario = (title: string, body: (memory: Granting) => Promise<void>): unknown =>
    test(title, async () => {
      await using memory = await make();
      await body(memory);
      deepStrictEqual((await memory.fsck()).findings, []);
    });

  scenario('mints a grant for a blob that the log of its tenant refers to', async (memory) => {
    const own = await runWith(memory, 'picture');
    const request = wish(own, { name: 'a.png', expiresAt: 5000 });
    const grant = accepted(await memory.grants.mint(request));
    match(grant.id, /^[0-9a-f]{32}$/);
    const { run: _, ...kept } = request;
    deepStrictEqual({ ...grant }, { ...kept, id: grant.id, bytes: 7, createdAt: 100 });
    deepStrictEqual(accepted(await memory.grants.find(grant.id)), grant);
    deepStrictEqual(accepted(await memory.grants.heldBy(own.run)), [grant]);
  });

  scenario('refuses a foreign log, a foreign blob and what cannot be kept', async (memory) => {
    const own = await runWith(memory, 'mine');
    const theirs = await runWith(memory, 'theirs', rival);
    const refused = async (request: GrantRequest, kind: Parameters<typeof assertRefused>[1]) =>
      assertRefused(await memory.grants.mint(request), kind);
    await refused(wish(theirs), 'forbidden');
    await refused(wish({ run: own.run, blob: theirs.blob }), 'absent');
    await refused(wish(own, { mime: 'text/html\r\nset-cookie: a' }), 'invalid-input');
    await refused(wish(own, { signingKey: '../key' }), 'invalid-input');
    await refused(wish(own, { expiresAt: 1.5 }), 'invalid-input');
    await refused(wish(own, { name: 'n'.repeat(256) }), 'too-large');
    accepted(await memory.sessions.remove(own.run));
    await refused(wish(own), 'absent');
  });

  scenario('revokes a grant alone, with its run, or with its tenant', async (memory) => {
    const one = await runWith(memory, 'one');
    const two = await runWith(memory, 'two');
    const other = await runWith(memory, 'other', rival);
    const grants = [
      accepted(await memory.grants.mint(wish(one))),
      accepted(await memory.grants.mint(wish(one))),
      accepted(await memory.grants.mint(wish(two))),
      accepted(await memory.grants.mint(wish(other, { tenant: rival }))),
    ];
    const ends = async (): Promise<readonly (number | undefined)[]> =>
      Promise.all(grants.map(async ({ id }) => accepted(await memory.grants.find(id)).revokedAt));
    const [first] = grants;
    if (!first) throw new Error('No grant was made.');
    strictEqual(accepted(await memory.grants.revoke({ grant: first.id })), 1);
    strictEqual(accepted(await memory.grants.revoke({ grant: first.id })), 0);
    deepStrictEqual(await ends(), [100, undefined, undefined, undefined]);
    strictEqual(accepted(await memory.grants.revoke({ run: one.run })), 1);
    strictEqual(accepted(await memory.grants.revoke({ tenant: acme })), 1);
    deepStrictEqual(await ends(), [100, 100, 100, undefined]);
    assertRefused(await memory.grants.extend(first.id, 9999), 'forbidden');
  });

  scenario('moves the expiry of a grant in its row', async (memory) => {
    const own = await runWith(memory, 'one');
    const { id } = accepted(await memory.grants.mint(wish(own, { expiresAt: 10 })));
    strictEqual(accepted(await memory.grants.extend(id, 99)).expiresAt, 99);
    strictEqual(accepted(await memory.grants.extend(id)).expiresAt, undefined);
    assertRefused(await memory.grants.extend(id, -1), 'invalid-input');
    const nobody = accepted(parseGrantId('0'.repeat(32)));
    assertRefused(await memory.grants.extend(nobody, 99), 'absent');
    assertRefused(await memory.grants.find(nobody), 'absent');
  });

  scenario('names the keys that still sign something', async (memory) => {
    const own = await runWith(memory, 'one');
    for (const [signingKey, expiresAt] of [
      ['later', 101],
      ['over', 100],
    ] as const)
      accepted(await memory.grants.mint(wish(own, { signingKey, expiresAt })));
    accepted(await memory.grants.mint(wish(own, { signingKey: 'forever' })));
    deepStrictEqual(accepted(await memory.grants.signingKeys()), ['forever', 'later']);
  });

  scenario('keeps bytes as long as a log shows them, and lets URLs go with it', async (memory) => {
    const own = await runWith(memory, 'picture');
    const { id } = accepted(await memory.grants.mint(wish(own, { expiresAt: 50 })));
    accepted(await memory.grants.revoke({ run: own.run }));
    accepted(await memory.collect({ graceMs: 0 }));
    accepted(await memory.get(own.blob));
    accepted(await memory.sessions.remove(own.run));
    assertRefused(await memory.grants.find(id), 'absent');
    strictEqual(accepted(await memory.collect({ graceMs: 0 })).freed.blobs, 1);
    assertRefused(await memory.get(own.blob), 'absent');
  });

  for (const survivor of ['source', 'fork'] as const)
    scenario(`forks a log so that the ${survivor} outlives the other`, async (memory) => {
      const source = await runWith(memory, 'picture');
      const grant = accepted(await memory.grants.mint(wish(source)));
      const fork = accepted(await memory.fork(source.run));
      deepStrictEqual([fork.tenant, fork.entries, fork.condition], ['acme', 2, 'sound']);
      const bodies = async (id: SessionId): Promise<readonly unknown[]> =>
        accepted(await memory.sessions.entries(id)).map(({ at, entry }) => ({ at, entry }));
      deepStrictEqual(await bodies(fork.id), await bodies(source.run));
      accepted(await memory.sessions.verify(fork.id));
      const [dying, living] = survivor === 'fork' ? [source.run, fork.id] : [fork.id, source.run];
      accepted(await memory.sessions.remove(dying));
      accepted(await memory.collect({ graceMs: 0 }));
      deepStrictEqual(accepted(await memory.grants.find(grant.id)), grant);
      accepted(await memory.get(source.blob));
      accepted(await memory.sessions.remove(living));
      accepted(await memory.collect({ graceMs: 0 }));
      assertRefused(await memory.grants.find(grant.id), 'absent');
      assertRefused(await memory.get(source.blob), 'absent');
    });

  scenario('forks up to an entry, and holds only what stands there', async (memory) => {
    const source = await runWith(memory, 'early');
    const late = accepted(await memory.put(bytesOf('late')));
    accepted(await memory.sessions.append(source.run, showing(late)));
    const early = accepted(await memory.grants.mint(wish(source)));
    accepted(await memory.grants.mint(wish({ run: source.run, blob: late })));
    const fork = accepted(await memory.fork(source.run, { upTo: 2 }));
    deepStrictEqual(accepted(await memory.grants.heldBy(fork.id)), [early]);
    for (const upTo of [0, 1.5, 4])
      assertRefused(await memory.fork(source.run, { upTo }), 'invalid-input');
    assertRefused(await memory.fork(source.run, { id: fork.id }), 'invalid-input');
  });

  scenario('shares grants within a tenant, and ends them with the last log', async (memory) => {
    const source = await runWith(memory, 'same');
    const grant = accepted(await memory.grants.mint(wish(source)));
    const replay = await runWith(memory, 'same');
    const stranger = await runWith(memory, 'same', rival);
    strictEqual(accepted(await memory.grants.share(source.run, replay.run)), 1);
    strictEqual(accepted(await memory.grants.share(source.run, replay.run)), 0);
    assertRefused(await memory.grants.share(source.run, stranger.run), 'forbidden');
    const removed = [source, replay].map(({ run }) => memory.sessions.remove(run));
    deepStrictEqual((await Promise.all(removed)).map(accepted), [true, true]);
    assertRefused(await memory.grants.find(grant.id), 'absent');
  });

  scenario('gives a verified blob piece by piece', async (memory) => {
    const bytes = new Uint8Array(600_000).map((_, index) => index % 251);
    const id = accepted(await memory.put(bytes));
    await using reader = accepted(await memory.open(id));
    strictEqual(reader.bytes, bytes.length);
    for (const [start, end] of [
      [0, 600_000],
      [5, 6],
      [255_000, 530_000],
      [599_999, 700_000],
      [9, 9],
    ] as const) {
      const pieces: Uint8Array[] = [];
      for await (const piece of reader.read(start, end)) pieces.push(piece);
      strictEqual(Buffer.compare(Buffer.concat(pieces), bytes.subarray(start, end)), 0);
    }
  });
}

const acme = accepted(parseTenantId('acme'));
const rival = accepted(parseTenantId('rival'));

interface Run {
  readonly run: SessionId;
  readonly blob: BlobId;
}

async function runWith(memory: Granting, text: string, tenant = acme): Promise<Run> {
  const blob = accepted(await memory.put(bytesOf(text)));
  const { id: run } = accepted(await memory.sessions.open({ tenant }));
  accepted(await memory.sessions.append(run, showing(blob)));
  return { run, blob };
}

function showing(blob: BlobId) {
  return { type: 'custom', name: 'shown', data: null, blobs: [blob] } as const;
}

function wish({ run, blob }: Run, more: Partial<GrantRequest> = {}): GrantRequest {
  const asset = { mime: 'image/png', disposition: 'inline', signingKey: 'k1' } as const;
  return { tenant: acme, run, blob, ...asset, ...more };
}
