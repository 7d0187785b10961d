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

test('a conversation that is viewed and left is forgotten after many others, and one that is watched is not', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'percept-live-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await using memory = await openMemory({ directory });
  await using runtime = openRuntime({ cwd: directory, env: {}, memory });
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
  const look = async (id: string) => unwrap(await conversations.watchable(localTenant, id));
  const begin = async (): Promise<string> => {
    const id = newId('w', localTenant);
    unwrap(await memory.sessions.open({ id, tenant: localTenant, kind: 'conversation' }));
    return id;
  };
  const [left, watched] = [await begin(), await begin()];
  const [leftOnce, watchedOnce] = [await look(left), await look(watched)];
  onTestFinished(
    watchedOnce.watch(
      undefined,
      () => {},
      () => {},
    ),
  );
  expect(await look(left)).toBe(leftOnce);
  const others = Array.from({ length: 2 * maxOpenConversations + 1 }, begin);
  for (const id of await Promise.all(others)) await look(id);
  expect(await look(left)).not.toBe(leftOnce);
  expect(await look(watched)).toBe(watchedOnce);
});
