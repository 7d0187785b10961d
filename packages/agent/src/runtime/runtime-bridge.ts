// The bridge of a runtime for requests that belong to no session: the same describers, door and memory that its sessions have.
import type { Memory } from '@percept/store';
import { createBridge, type Bridge } from '../bridge/index.ts';
import type { Runtime } from './runtime.ts';

export async function bridgeOf(runtime: Runtime, memory: Memory): Promise<Bridge> {
  const [{ routing, config }, { parts }] = await Promise.all([runtime.plan(), runtime.pool()]);
  const { memos } = memory;
  const { door } = parts;
  return createBridge({ ...routing, door, store: memory, memos, settings: config.bridge });
}
