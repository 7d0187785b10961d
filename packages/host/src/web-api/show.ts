// Parts of a record as envelopes, the one form in which anything is shown. Media goes by URL and says in words what it is;
// bytes that are gone are said, never left out.
import { jsonOf, madeBy, printable, definedOf } from '@percept/core/internal';
import {
  type BlobId,
  type Json,
  type MadeWords,
  type Original,
  type Refusal,
  type SessionId,
  type StoredBlock,
  type TenantId,
  type TextPart,
} from '@percept/core';
import { mediaEnvelope, type Envelope, type EnvelopeSource } from '@percept/core/envelope';
import { altOf, shownName, type AssetLinks } from './asset-links.ts';
import type { EnvelopeFacts, EnvelopeKind, MediaFacts, Message } from '@percept/contract';

export interface ShowContext {
  readonly tenant: TenantId;
  readonly session: SessionId;
  readonly links: AssetLinks;
}

interface Shown {
  readonly envelope: Envelope;
  readonly facts?: EnvelopeFacts;
}

export interface MessageFrame {
  readonly id: string;
  readonly role: Message['role'];
  readonly at: string;
  readonly tool?: Message['tool'];
  /** What is said about media that a model made, for whoever cannot see it. */
  readonly words?: ReadonlyMap<BlobId, MadeWords>;
}

/** @example await showMessage({ id, role: 'user', at }, parts, 'user', context) */
export async function showMessage(
  frame: MessageFrame,
  parts: readonly (TextPart | StoredBlock | Envelope)[],
  source: EnvelopeSource,
  context: ShowContext,
): Promise<Message> {
  const shown: Shown[] = [];
  for (const [at, part] of parts.entries()) {
    const id = `${frame.id}:${at}`;
    if (isEnvelope(part)) shown.push({ envelope: { ...part, envelopeId: id, correlationId: id } });
    else if (part.type === 'text') shown.push({ envelope: text(id, frame, part.text, source) });
    else shown.push(await showBlock(id, frame, part, source, context));
  }
  const facts = Object.fromEntries(
    shown.flatMap(({ envelope, facts: own }) => (own ? [[envelope.envelopeId, own]] : [])),
  );
  return {
    id: frame.id,
    role: frame.role,
    at: frame.at,
    ...(frame.tool && { tool: frame.tool }),
    envelopes: shown.map(({ envelope }) => envelope),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}

function isEnvelope(part: TextPart | StoredBlock | Envelope): part is Envelope {
  return 'envelopeId' in part;
}

/** What a tool read is shown as it is; what people and models write is Markdown. */
function text(id: string, frame: MessageFrame, words: string, source: EnvelopeSource): Envelope {
  const isCode = frame.role === 'tool';
  return {
    ...envelope(isCode ? 'vendor.percept.code' : 'vendor.percept.text', { text: words }),
    envelopeId: id,
    correlationId: id,
    meta: {
      source,
      ts: frame.at,
      ...(isCode && { contentTrust: 'untrusted' as const }),
      rendering: isCode ? { display: 'code', lang: 'text' } : { display: 'markdown' },
    },
  };
}

async function showBlock(
  id: string,
  { at: ts, words }: MessageFrame,
  block: StoredBlock,
  source: EnvelopeSource,
  { tenant, session, links }: ShowContext,
): Promise<Shown> {
  const name = shownName(block);
  const alt = altOf(block, words?.get(block.sha256));
  const minted = await links.url(tenant, session, block.sha256, name);
  if (!minted) {
    const message = `${alt}: the bytes are not kept any more.`;
    return { envelope: errorEnvelope(id, ts, { refused: 'absent', message, hint: '' }) };
  }
  return {
    envelope: mediaEnvelope({
      block,
      place: { url: minted.url },
      alt,
      ...definedOf({ title: name }),
      envelopeId: id,
      correlationId: id,
      meta: { source, ts, ...definedOf({ label: madeBy(block) }) },
    }),
    facts: {
      ...definedOf({ name }),
      ...(block.type === 'image' && { width: block.width, height: block.height }),
      ...(block.type === 'audio' &&
        block.durationMs !== undefined && { durationMs: block.durationMs }),
      ...(block.original && { original: withoutName(block.original) }),
    },
  };
}

function errorEnvelope(id: string, ts: string, refusal: Refusal): Envelope {
  const { refused, message, hint, limit } = refusal;
  const details = jsonOf({ hint, ...definedOf({ limit }) });
  return {
    ...envelope('error', { code: refused, message, details }),
    envelopeId: id,
    correlationId: id,
    meta: { source: 'system', ts },
  };
}

export function thoughtEnvelope(ts: string, words: string): Envelope {
  return {
    ...envelope('vendor.percept.thought', { text: words }),
    meta: { source: 'ai-generation', ts, rendering: { display: 'markdown' } },
  };
}

export function callEnvelope(
  ts: string,
  call: { readonly tool: string; readonly callId: string; readonly input: Json },
  paths: readonly string[],
): Envelope {
  const title = printable([call.tool, ...paths].join(' '), 200);
  return {
    ...envelope('vendor.percept.tool-call', { ...call }),
    meta: { source: 'ai-generation', ts, rendering: { display: 'card', title } },
  };
}

export function noticeMessage(id: string, at: string, words: string): Message {
  const notice: Envelope = {
    ...envelope('vendor.percept.notice', { text: words }),
    envelopeId: `${id}:0`,
    correlationId: `${id}:0`,
    meta: { source: 'system', ts: at, rendering: { display: 'markdown' } },
  };
  return { id, role: 'notice', at, envelopes: [notice] };
}

/** Ids are given by the message that it stands in. */
function envelope(
  type: EnvelopeKind,
  payload: Json,
): Pick<Envelope, 'type' | 'schemaVersion' | 'payload' | 'envelopeId' | 'correlationId'> {
  return { type, schemaVersion: 1, payload, envelopeId: '-', correlationId: '-' };
}

/** What is served goes by its address, and never by its hash. */
export function withoutName({ sha256: _name, ...facts }: Original): MediaFacts {
  return facts;
}
