// Attacks of one tenant on the media of another, who share a memory: hashes are no secret, and knowing one shows nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFreshness, createView } from '@percept/agent/tools';
import { commonProfile, mediaUrl, parseTenantId, type BlobId, type TenantId } from '@percept/core';
import { lowerRequest } from '@percept/core/lens';
import { localTenant } from '@percept/store';
import {
  createMedia,
  openDoor,
  openMemory,
  resolveProfile,
  unwrap,
  type Door,
  type Memory,
} from 'percept';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let folder: string;
let memory: Memory;
let door: Door;
let picture: BlobId;
const ada = unwrap(parseTenantId('ada'));
const eve = unwrap(parseTenantId('eve'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-tenants-'));
  memory = await openMemory({ directory: folder });
  door = openDoor({ store: memory });
  const create = { width: 64, height: 40, channels: 3, background: '#c03020' } as const;
  const { block } = unwrap(await door.ingest(await sharp({ create }).png().toBuffer()));
  picture = block.sha256;
  const { id } = unwrap(await memory.sessions.open({ tenant: ada }));
  unwrap(await memory.sessions.append(id, { type: 'message', role: 'user', parts: [block] }));
});
afterAll(async () => {
  await door.close();
  await memory.close();
  await rm(folder, { recursive: true, force: true });
});

async function all(ids: AsyncIterable<BlobId>): Promise<readonly BlobId[]> {
  const found: BlobId[] = [];
  for await (const id of ids) found.push(id);
  return found;
}

const shownTo = async (tenant: TenantId, content: unknown): Promise<string> => {
  const { body } = await lowerRequest({
    wire: 'chat-completions',
    body: { model: 'gpt-4.1', messages: [{ role: 'user', content }] },
    profile: resolveProfile({ provider: 'openai.chat', model: 'gpt-4.1' }),
    media: createMedia({ memory, tenant, door }),
  });
  return JSON.stringify(body);
};

describe('a hash of somebody else’s media', { tags: ['d-media-tenant'] }, () => {
  const part = (): unknown => [
    { type: 'text', text: `Look at ${mediaUrl(picture)}.` },
    { type: 'image_url', image_url: { url: mediaUrl(picture) } },
  ];

  test('attack: shows its owner pixels, and a stranger words', async () => {
    expect(await shownTo(ada, part())).toContain('base64,');
    const stolen = await shownTo(eve, part());
    expect(stolen).not.toContain('base64,');
    expect(stolen).not.toContain('image_url');
  });

  test('what nobody refers to is of whoever owns the machine, and of no tenant', async () => {
    const loose = unwrap(await memory.put(new Uint8Array([7, 7, 7])));
    const absent = { ok: false, refusal: { refused: 'absent' } };
    expect(await memory.forTenant(localTenant).get(loose)).toMatchObject({ ok: true });
    expect(await memory.forTenant(eve).get(loose)).toMatchObject(absent);
    expect(await memory.forTenant(localTenant).get(picture)).toMatchObject(absent);
    expect(await all(memory.forTenant(localTenant).list())).toEqual([loose]);
    expect(await all(memory.forTenant(eve).list())).toEqual([]);
  });

  test('attack: in a store of a tenant it is like one that never was', async () => {
    const theirs = memory.forTenant(eve);
    expect(await theirs.get(picture)).toMatchObject({ ok: false, refusal: { refused: 'absent' } });
    expect(await theirs.size(picture)).toMatchObject({ refusal: { refused: 'absent' } });
    expect(await door.onto(theirs).fit(picture)).toMatchObject({ refusal: { refused: 'absent' } });
    expect(await all(theirs.list())).toEqual([]);
    const never = await theirs.get(unwrap(await memory.forTenant(ada).put(new Uint8Array([1]))));
    expect(never).toMatchObject({ refusal: { refused: 'absent' } });
    expect(await all(memory.forTenant(ada).list())).toContain(picture);
  });

  test('what a tenant puts is theirs before any record names it, and removing is not theirs', async () => {
    const theirs = memory.forTenant(eve);
    const own = unwrap(await theirs.put(new Uint8Array([1, 2, 3])));
    expect([...unwrap(await theirs.get(own))]).toEqual([1, 2, 3]);
    await theirs.remove(own);
    expect((await memory.get(own)).ok).toBe(true);
  });

  test('a tenant cannot be forgotten: neither the types nor the call let it pass', () => {
    // @ts-expect-error: a tenant is part of the call
    expect(() => createMedia({ memory, door })).toThrow('createMedia: tenant is a text');
    // @ts-expect-error: a store without an owner
    expect(() => createMedia({ store: memory, door })).toThrow('createMedia: memory');
    const profile = () => commonProfile;
    const place = { roots: [folder], cwd: folder, door, profile, freshness: createFreshness() };
    // @ts-expect-error: a memory is everybody's
    expect(() => createView({ ...place, store: memory })).toThrow('createView: store.tenant');
    expect(createView({ ...place, store: memory.forTenant(ada) })).toHaveProperty('run');
  });
});
