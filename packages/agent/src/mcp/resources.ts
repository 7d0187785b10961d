// Stored media as MCP resources: every blob by its hash, typed by its bytes and never by a name. A read hands out exactly
// the bytes that the name stands for, or an error that carries the refusal.
import { exactText, isBlobId, overLimit } from '@percept/core/internal';
import { mediaUrl, parseMediaUrl, type BlobId, type Refusal } from '@percept/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server';
import type { TenantStore } from '@percept/store';
import type { McpLimits } from './limits.ts';
import type { MediaTypes } from './media-types.ts';

export interface MediaResources {
  readonly store: TenantStore;
  readonly types: MediaTypes;
  readonly limits: McpLimits;
}

export const resourceTemplate = {
  name: 'stored-media',
  title: 'Stored media',
  uriTemplate: 'media:sha256-{sha256}',
  description: 'Bytes that Percept took in or drew, by the SHA-256 of their content.',
} as const;

/** Pages follow the order of hashes, so that what is stored meanwhile neither repeats nor hides another. */
export async function listResources(
  { store, types, limits }: MediaResources,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (cursor !== undefined && !isBlobId(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor was not given out here.');
  const max = limits.maxResourcesPerPage;
  const found = await firstAfter(store, cursor ?? '', max + 1);
  const page = found.slice(0, max);
  const resources = await Promise.all(page.map((id) => describe(id, store, types)));
  const last = page.at(-1);
  const hasMore = found.length > max && last !== undefined;
  return {
    resources: resources.filter((resource) => resource !== undefined),
    ...(hasMore && { nextCursor: last }),
  };
}

export async function readResource(
  { store, types, limits }: MediaResources,
  uri: string,
): Promise<ReadResourceResult> {
  const id = parseMediaUrl(uri);
  if (!id.ok) throw new ResourceNotFoundError(uri.slice(0, 200), id.refusal.message);
  const size = await store.size(id.value);
  if (!size.ok) throw unreadable(uri, size.refusal);
  const max = limits.maxResourceBytes;
  if (size.value > max) {
    const hint = `Use view with ref ${mediaUrl(id.value)}.`;
    throw unreadable(uri, overLimit('maxResourceBytes', max, size.value, hint));
  }
  const bytes = await store.get(id.value);
  if (!bytes.ok) throw unreadable(uri, bytes.refusal);
  const mimeType = await types.ofBytes(id.value, bytes.value);
  const text = isText(mimeType) ? exactText(bytes.value) : undefined;
  const blob = Buffer.from(bytes.value).toString('base64');
  return { contents: [{ uri, mimeType, ...(text === undefined ? { blob } : { text }) }] };
}

/** The smallest ids above one, whatever order the store lists them in, without holding them all. */
async function firstAfter(
  store: TenantStore,
  after: string,
  count: number,
): Promise<readonly BlobId[]> {
  const found: BlobId[] = [];
  for await (const id of store.list()) {
    const largest = found.length === count ? found.at(-1) : undefined;
    if (id <= after || (largest !== undefined && id >= largest)) continue;
    const at = found.findLastIndex((other) => other < id);
    found.splice(at + 1, 0, id);
    if (found.length > count) found.pop();
  }
  return found;
}

async function describe(
  id: BlobId,
  store: TenantStore,
  types: MediaTypes,
): Promise<Resource | undefined> {
  const size = await store.size(id);
  // Collected or damaged since it was listed.
  if (!size.ok) return undefined;
  const mimeType = await types.of(id, store, size.value);
  return { uri: mediaUrl(id), name: `sha256-${id.slice(0, 12)}`, mimeType, size: size.value };
}

function unreadable(uri: string, refusal: Refusal): Error {
  return refusal.refused === 'absent'
    ? new ResourceNotFoundError(uri)
    : new ProtocolError(ProtocolErrorCode.InvalidParams, refusal.message, { ...refusal, uri });
}

function isText(mimeType: string): boolean {
  return mimeType.startsWith('text/') || mimeType === 'image/svg+xml';
}
