// Everything heavy that sessions stand on: decoders, renderers, the bridge and the loop. Loaded with the first session, so
// that what a runtime can do is told from configuration alone.
import { randomBytes } from 'node:crypto';
import type { Memos } from '@percept/store';
import { openDoor } from '@percept/ingest';
import { createDarkroom, createStoreCache, findPrograms, standardRenderers } from '@percept/render';
import { createBridge, createSessionBridge } from '../bridge/index.ts';
import { createFreshness } from '../tools/index.ts';
import { createLocalAnswerer } from './local-answerer.ts';
import type { RuntimePlan, RuntimeSetup } from './runtime.ts';
import { SessionPool } from './session-pool.ts';

export interface OpenedSessionPool {
  readonly pool: SessionPool;
  close(): Promise<void>;
}

export async function openSessionPool(
  { memory, senses, sandbox, env, version = '0' }: RuntimeSetup,
  { picker, routing, config, makers, accept, programs: wanted }: RuntimePlan,
): Promise<OpenedSessionPool> {
  const { bridge: settings, images } = config;
  const answerer = senses && createLocalAnswerer(senses.open);
  const programs = findPrograms(wanted);
  const door = openDoor({
    store: memory,
    limits: { maxSourceBytes: images.maxBytes },
    ...(sandbox && { sandbox }),
    accept,
  });
  const cache = createStoreCache(memory, memory.memos);
  const darkroom = createDarkroom({ renderers: standardRenderers({ programs }), cache });
  const { memos } = memory;
  const bridge = createBridge({ ...routing, door, store: memory, memos, settings });
  const pool = new SessionPool(
    {
      memory,
      door,
      darkroom,
      models: picker,
      images,
      openBridge: (...session) => createSessionBridge(bridge, ...session),
      answerer,
      makers,
      freshness: createFreshness(await freshnessKey(memos)),
    },
    // The client of their protocol is loaded for sessions that have servers, and for no other.
    async (servers, { cwd, roots }) => {
      const { ClientServers } = await import('../client-servers/client-servers.ts');
      return new ClientServers(servers, { cwd, roots, env, version, door });
    },
  );
  return {
    pool,
    close: async () => {
      await pool.closeAll();
      await darkroom.close();
      await door.close();
    },
  };
}

/** Kept beside the record, so that a file read before a restart need not be read again. Forgetting it costs one read. */
async function freshnessKey(memos: Memos): Promise<Uint8Array> {
  const name = 'agent.freshness-key';
  const known = Buffer.from((await memos.get(name)) ?? '', 'base64url');
  if (known.length === 32) return known;
  const key = randomBytes(32);
  await memos.put(name, key.toString('base64url'));
  return key;
}
