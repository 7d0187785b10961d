// Parts of a record, and what both versions say of an event in the same words, as ACP content. Bytes come from the store at the moment they are
// shown; what is no longer there is said in words.
import { resolve } from 'node:path';
import { spelled } from '@percept/core/internal/permission';
import { abilitiesOf } from '@percept/core/internal/route';
import { madeAlt } from '@percept/core/internal';
import {
  mediaUrl,
  type Json,
  type MadeWords,
  type StoredBlock,
  type TextPart,
} from '@percept/core';
import type { TenantStore } from '@percept/store';
import type { LoopEvent, LoopModel } from '../loop/index.ts';

type Meta = { _meta?: { percept: { alt: string; madeBy: string; name?: string } } };

export type Content =
  | { type: 'text'; text: string }
  | ({ type: 'image'; data: string; mimeType: string } & Meta)
  | ({ type: 'audio'; data: string; mimeType: string } & Meta)
  | ({ type: 'resource'; resource: { uri: string; mimeType: string; blob: string } } & Meta);

export async function contentOf(
  part: TextPart | StoredBlock,
  store: TenantStore,
  words?: MadeWords,
): Promise<Content> {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const bytes = await store.get(part.sha256);
  if (!bytes.ok) return { type: 'text', text: `[${part.type}: ${bytes.refusal.message}]` };
  const data = Buffer.from(bytes.value).toString('base64');
  const meta = metaOf(part, words);
  switch (part.type) {
    case 'image':
    case 'audio':
      return { type: part.type, data, mimeType: part.mime, ...meta };
    case 'file':
      return {
        type: 'resource',
        ...meta,
        resource: { uri: mediaUrl(part.sha256), mimeType: part.mime, blob: data },
      };
  }
}

/** Content has no place for a description: what a model made says here who made it, and in words what it is. */
function metaOf(block: StoredBlock, words: MadeWords | undefined): Meta {
  const { origin } = block;
  if (origin.kind !== 'made') return {};
  const { model, name } = origin;
  const alt = madeAlt(block, words);
  return { _meta: { percept: { alt, madeBy: model, ...(name !== undefined && { name }) } } };
}

/** What a list of models says of one: where it is, and what it does with media. */
export function aboutModel({
  host,
  capabilities = [],
}: Pick<LoopModel, 'host' | 'capabilities'>): string {
  const abilities = abilitiesOf(capabilities);
  return abilities.length === 0 ? host : `${host}; ${abilities.join(', ')}`;
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

type EventOf<Type extends LoopEvent['type']> = Extract<LoopEvent, { type: Type }>;

interface AnsweredUpdate {
  sessionUpdate: 'tool_call_update';
  toolCallId: string;
  status: 'completed' | 'failed';
  content: { type: 'content'; content: Content }[];
}

/** What both versions say of an answered call. */
export async function callAnswered(
  event: EventOf<'tool-answered'>,
  store: TenantStore,
): Promise<AnsweredUpdate> {
  const content = await Promise.all(event.content.map((part) => contentOf(part, store)));
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: event.callId,
    status: event.outcome === 'succeeded' ? 'completed' : 'failed',
    content: content.map((item) => ({ type: 'content', content: item })),
  };
}

interface UsageUpdate {
  sessionUpdate: 'usage_update';
  used: number;
  size: number;
  cost?: { amount: number; currency: 'USD' };
}

export function usageUpdate(event: EventOf<'context-measured'>): UsageUpdate {
  const { usedTokens: used, maxTokens: size, costUsd } = event;
  const cost = costUsd === undefined ? {} : { cost: { amount: costUsd, currency: 'USD' as const } };
  return { sessionUpdate: 'usage_update', used, size, ...cost };
}
