// What a server holds of conversations that were only looked at.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime } from '@percept/agent/runtime';
import { unwrap } from '@percept/core';
import { localTenant, openMemory } from '@percept/store';
import { expect, onTestFinished, test } from 'vitest';
import { Assets, openKeyRing } from '../src/assets/index.ts';
import { AssetLinks } from '../src/web-api/asset-links.ts';
import { Conversations } from '../src/web-api/conversations.ts';
import { maxOpenConversations, webLimits } from '../src/web-api/limits.ts';
import { newId } from '../src/web-api/owner.ts';

async function openScene() {
  const directory = await mkdtemp(join(tmpdir(), 'percept-live-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const memory = await openMemory({ directory });
  const runtime = openRuntime({ cwd: directory, env: {}, memory });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await memory.close();
  });
  const keys = openKeyRing({ directory });
  const assets = new Assets({ memory, keys, origin: 'http://127.0.0.1:1' });
  const conversations = new Conversations({
    memory,
    runtime,
    links: new AssetLinks(assets, Date.now),
    limits: webLimits,
    isShared: false,
    workplaceOf: () => directory,
  });
  const begin = async (): Promise<string> => {
    const id = newId('w', localTenant);
    unwrap(await memory.sessions.open({ id, tenant: localTenant, kind: 'conversation' }));
    return id;
  };
  return { conversations, runtime, begin };
}

test('a conversation that is viewed and left is forgotten after many others, and one that is watched is not', async () => {
  const { conversations, begin } = await openScene();
  const look = async (id: string) => unwrap(await conversations.watchable(localTenant, id));
  const watched = await begin();
  const watchedOnce = await look(watched);
  onTestFinished(
    watchedOnce.watch(
      undefined,
      () => {},
      () => {},
    ),
  );
  const others = await Promise.all(Array.from({ length: 2 * maxOpenConversations - 1 }, begin));
  const [first = '', second = ''] = others;
  const lines = new Map<string, unknown>();
  for (const id of others) lines.set(id, await look(id));
  // As many as are held: the first is still there, and is now the one that was used last.
  expect(await look(first)).toBe(lines.get(first));
  await look(await begin());
  expect(await look(first)).toBe(lines.get(first));
  expect(await look(second)).not.toBe(lines.get(second));
  expect(await look(watched)).toBe(watchedOnce);
});

test('of the conversations that are open, the one that was opened first makes room for one too many', async () => {
  const { conversations, runtime, begin } = await openScene();
  const pool = await runtime.pool();
  const ids = await Promise.all(Array.from({ length: maxOpenConversations }, begin));
  for (const id of ids) unwrap(await conversations.open(localTenant, id));
  const open = (all: readonly string[]) => all.filter((id) => pool.find(id) !== undefined);
  expect(open(ids)).toEqual(ids);
  const more = await begin();
  unwrap(await conversations.open(localTenant, more));
  expect(open([...ids, more])).toEqual([...ids.slice(1), more]);
  // It is opened again when it is needed.
  unwrap(await conversations.open(localTenant, ids[0] ?? ''));
  expect(open([...ids, more])).toEqual([ids[0], ...ids.slice(2), more]);
});
