// The asset host as others use it: capability URLs for stored media, minted and served.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { Outcome, TenantId } from '@percept/core';
import type { Grant, GrantScope } from '@percept/store';
import { AssetHost, type AssetsParts, type MintedAsset, type MintRequest } from './asset-host.ts';
import { redactHandles } from './handle.ts';
import { nodeHandler } from './node.ts';
import { assetRoutes } from './routes.ts';

export interface Assets {
  mint(request: MintRequest): Promise<Outcome<MintedAsset>>;
  /** The grant behind a URL of ours, for its own tenant alone; it may have ended. */
  resolve(url: string, tenant: TenantId): Promise<Outcome<Grant>>;
  revoke(scope: GrantScope): Promise<Outcome<number>>;
  /** New URLs get a new key; old keys whose grants have all ended are removed. Returns the ids of those. */
  rotateKeys(): Promise<Outcome<readonly string[]>>;
  /** A text without capabilities, for logs and bundles. */
  redact(text: string): string;
  /** To be asked first: answers requests for assets on the raw response, and says whether it was one. */
  readonly node: (request: IncomingMessage, response: ServerResponse) => false | Promise<true>;
  /** The same for whoever has no raw response. */
  readonly routes: Hono;
}

/** @example const assets = createAssets({ memory, keys: openKeyRing({ directory }), origin: 'https://media.example' }); */
export function createAssets(parts: AssetsParts): Assets {
  const host = new AssetHost(parts);
  return {
    mint: (request) => host.mint(request),
    resolve: (url, tenant) => host.resolve(url, tenant),
    revoke: (scope) => parts.memory.grants.revoke(scope),
    rotateKeys: () => host.rotateKeys(),
    redact: redactHandles,
    node: nodeHandler(host),
    routes: assetRoutes(host),
  };
}
