// Parts of a record as ACP content, which is the same in both versions. Bytes come from the store at the moment they are
// shown; what is no longer there is said in words.
import { resolve } from 'node:path';
import { spelled } from '@percept/core/permission';
import {
  mediaUrl,
  type BlobStore,
  type Json,
  type StoredBlock,
  type TextPart,
} from '@percept/core';

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };

export async function contentOf(part: TextPart | StoredBlock, store: BlobStore): Promise<Content> {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const bytes = await store.get(part.sha256);
  if (!bytes.ok) return { type: 'text', text: `[${part.type}: ${bytes.refusal.message}]` };
  const data = Buffer.from(bytes.value).toString('base64');
  switch (part.type) {
    case 'image':
    case 'audio':
      return { type: part.type, data, mimeType: part.mime };
    case 'file':
      return {
        type: 'resource',
        resource: { uri: mediaUrl(part.sha256), mimeType: part.mime, blob: data },
      };
  }
}

export interface CallFacts {
  readonly title: string;
  readonly kind: 'read' | 'edit' | 'other';
  readonly locations: { path: string }[];
}

export function callFacts(tool: string, paths: readonly string[], cwd: string): CallFacts {
  const kind = tool === 'edit' ? 'edit' : tool === 'read' || tool === 'view' ? 'read' : 'other';
  return {
    title: spelled([tool, ...paths].join(' ')),
    kind,
    locations: paths.map((path) => ({ path: resolve(cwd, path) })),
  };
}

/** A copy that a client may keep and change. */
export function rawInput(input: Json): unknown {
  return structuredClone(input);
}
