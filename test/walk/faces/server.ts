// The whole server on a stage of the walk, in this process: closed and opened again, it is a restart.
import { openRuntime } from '@percept/agent/runtime';
import { openHost, readTenants } from '@percept/host';
import { openwop } from '@percept/openwop';
import { openMemory } from '@percept/store';
import type { WalkStage } from '../stage.ts';

export const tenantToken = 'walker-token-0123456789-abcdefgh';

export interface WalkServer extends AsyncDisposable {
  readonly origin: string;
  /** Of the person at this machine. */
  readonly localToken: string;
}

export async function openServer(
  { folder, env, data }: Pick<WalkStage, 'folder' | 'env' | 'data'>,
  lines: string[],
  /** Of the server before: addresses of media stay what they were. */
  before?: WalkServer,
): Promise<WalkServer> {
  const tenants = readTenants({ tenants: [{ name: 'walker', token: tenantToken }] });
  if (!tenants.ok) throw new Error(tenants.refusal.message);
  const memory = await openMemory({ directory: data });
  const runtime = openRuntime({ cwd: folder, env, memory });
  const host = await openHost({
    version: '0.0.0',
    memory,
    runtime,
    cwd: folder,
    listen: { port: before ? Number(new URL(before.origin).port) : 0, address: '127.0.0.1' },
    credentials: tenants.value.credentials,
    extensions: [openwop()],
    log: (line) => lines.push(line),
  });
  return {
    origin: host.origin,
    localToken: host.localToken,
    async [Symbol.asyncDispose]() {
      await host.close();
      await runtime[Symbol.asyncDispose]();
      await memory.close();
    },
  };
}
