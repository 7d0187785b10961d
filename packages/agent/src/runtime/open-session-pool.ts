// Everything heavy that sessions stand on: decoders, renderers, the bridge and the loop. Loaded with the first session, so
// that what a runtime can do is told from configuration alone.
import { randomBytes } from 'node:crypto';
import type { SourceType } from '@percept/core';
import type { Memory, Memos } from '@percept/store';
import { openDoor, type Sandbox } from '@percept/ingest';
import { createDarkroom, createStoreCache, findPrograms, standardRenderers } from '@percept/render';
import type { ProgramsWanted } from '@percept/render/internal';
import { createBridge, createSessionBridge, type BridgeOptions } from '../bridge/index.ts';
import type { RouteOptions } from '../bridge/choose-route.ts';
import type { ImageSettings } from '../config/index.ts';
import type { Answerer, Models } from '../loop/index.ts';
import type { Makers } from '../making/index.ts';
import { createFreshness } from '../tools/index.ts';
import { SessionPool } from './session-pool.ts';

export interface SessionPoolParts {
  readonly memory: Memory;
  readonly models: Models;
  readonly routing: RouteOptions;
  readonly settings: NonNullable<BridgeOptions['settings']>;
  readonly images: ImageSettings;
  readonly answerer: Answerer | undefined;
  readonly makers: Makers;
  /** Which types of pictures come in. */
  readonly accept: readonly SourceType[];
  /** Which programs of the host draw what npm alone cannot. */
  readonly programs: ProgramsWanted;
  /** Whether pictures may be decoded where this system has no sandbox. */
  readonly sandbox?: Sandbox | undefined;
  /** Of this process: what a server of somebody else may inherit is taken from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

export interface OpenedSessionPool {
  readonly pool: SessionPool;
  close(): Promise<void>;
}

export async function openSessionPool(parts: SessionPoolParts): Promise<OpenedSessionPool> {
  const { memory, models, routing, settings, images, answerer, makers } = parts;
  const programs = findPrograms(parts.programs);
  const { sandbox, accept } = parts;
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
  const { env, version } = parts;
  const pool = new SessionPool(
    {
      memory,
      door,
      darkroom,
      models,
      images,
      openBridge: (...session) => createSessionBridge(bridge, ...session),
      answerer,
      makers,
      freshness: createFreshness(await freshnessKey(memos)),
    },
    // The client of their protocol is loaded for sessions that have servers, and for no other.
    async (servers, { cwd, roots }) => {
      const { connectServers } = await import('../client-servers/client-servers.ts');
      return connectServers(servers, { cwd, roots, env, version, door });
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
