// What the asset tests share: a memory with runs of two tenants, and an asset host on a real port.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  parseTenantId,
  type BlobId,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { openMemory, type Memory } from '@percept/store';
import { onTestFinished } from 'vitest';
import {
  Assets,
  openKeyRing,
  type AssetsParts,
  type KeyRing,
  type MintedAsset,
  type MintRequest,
} from '../src/assets/index.ts';

export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`Refused as ${outcome.refusal.refused}: ${outcome.refusal.message}`);
}

export const acme: TenantId = accepted(parseTenantId('acme'));
export const rival: TenantId = accepted(parseTenantId('rival'));

/** A picture as far as anybody sniffs, of any size and content. */
export function picture(size: number, fill = 7): Buffer {
  const bytes = Buffer.alloc(Math.max(size, 8), fill);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
}

export interface Scene {
  readonly memory: Memory;
  readonly keys: KeyRing;
  readonly assets: Assets;
  readonly origin: string;
  readonly server: Server;
  readonly run: (tenant?: TenantId) => Promise<SessionId>;
  /** Puts the bytes into the log of a run, without a URL. */
  readonly store: (bytes: Uint8Array, run: SessionId) => Promise<BlobId>;
  readonly mint: (bytes: Uint8Array, request?: Partial<MintRequest>) => Promise<MintedAsset>;
}

export async function openScene(parts: Partial<AssetsParts> = {}): Promise<Scene> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-assets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { clock } = parts;
  const memory = await openMemory({ directory, ...(clock && { clock }) });
  onTestFinished(() => memory.close());
  const keys = openKeyRing({ directory, ...(clock && { clock }) });
  let origin = '';
  const assets = new Assets({ memory, keys, origin: () => origin, ...parts });
  const server = createServer((request, response) => {
    const served = assets.node(request, response);
    if (!served) response.writeHead(418).end('not an asset');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  origin = `http://127.0.0.1:${address.port}`;

  const run = async (tenant: TenantId = acme): Promise<SessionId> =>
    accepted(await memory.sessions.open({ tenant })).id;
  const store = async (bytes: Uint8Array, log: SessionId): Promise<BlobId> => {
    const blob = accepted(await memory.put(bytes));
    const entry = { type: 'custom', name: 'asset', data: null, blobs: [blob] } as const;
    accepted(await memory.sessions.append(log, entry));
    return blob;
  };
  const mint = async (
    bytes: Uint8Array,
    request: Partial<MintRequest> = {},
  ): Promise<MintedAsset> => {
    const log = request.run ?? (await run(request.tenant));
    const blob = await store(bytes, log);
    return accepted(await assets.mint({ tenant: acme, run: log, blob, ...request }));
  };
  return { memory, keys, assets, origin, server, run, store, mint };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Everything that a client can see of an answer, but the time of day. */
export async function seen(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
  return {
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()).toString('hex'),
  };
}
