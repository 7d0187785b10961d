// One event of a run for people: a sentence, and envelopes for whatever can be shown. Media is shown to the tenant that
// it belongs to alone; whatever else an event points to is named and not shown.
import type { JsonObject, SessionId, TenantId } from '@percept/core';
import { isJsonObject, isRecord, jsonOf, readCount, readText } from '@percept/core/internal';
import { parseEnvelope, type Envelope } from '@percept/core/envelope';
import { readRendering, redactJson } from '@percept/core/internal/envelope';
import type { RunLine } from '@percept/contract';
import type { Assets } from '@percept/host/internal';
import type { RunEvent } from './run-event.ts';

export interface LineParts {
  readonly run: SessionId;
  readonly tenant: TenantId;
  readonly assets: Pick<Assets, 'resolve' | 'redact'>;
}

export async function lineOf(event: RunEvent, parts: LineParts): Promise<RunLine> {
  const { sequence, type, nodeId } = event;
  const payload = await ownOnly(
    event.media ? { url: event.media.url, ...event.payload } : event.payload,
    parts,
  );
  const envelopes = envelopesOf(event, payload, parts.run);
  const isGone = type.startsWith('media.') && envelopes.length === 0;
  const piece = type === 'output.chunk' ? readText(payload['chunk']) : undefined;
  return {
    sequence,
    at: new Date(event.at).toISOString(),
    type,
    ...(nodeId !== undefined && { step: nodeId }),
    ...(isGone
      ? { words: 'Media that was taken back, or is not yours.', tone: 'told' }
      : wordsOf(type, payload)),
    envelopes,
    ...sizeOf(event),
    ...(piece !== undefined && { piece }),
  };
}

/** What the closed payload of an envelope has no room for. */
function sizeOf({ media, envelope }: RunEvent): Pick<RunLine, 'facts'> {
  if (!envelope || media?.block.type !== 'image') return {};
  const { width, height } = media.block;
  return { facts: { [envelope.envelopeId]: { width, height } } };
}

const assetAddress = /https?:\/\/[^\s"'<>()[\]\\]+\/assets\/[^\s"'<>()[\]\\]+/g;

/** Where one address is no asset of this tenant, none is left. */
async function ownOnly(payload: JsonObject, { tenant, assets }: LineParts): Promise<JsonObject> {
  const addresses = new Set(JSON.stringify(payload).match(assetAddress));
  for (const address of addresses) {
    const found = await assets.resolve(address, tenant);
    if (found.ok && found.value.revokedAt === undefined) continue;
    const clean = redactJson(payload, (text) => assets.redact(text));
    return isJsonObject(clean) ? { ...clean, ...('url' in clean && { url: null }) } : {};
  }
  return payload;
}

function envelopesOf(event: RunEvent, payload: JsonObject, run: SessionId): readonly Envelope[] {
  const { type, nodeId, envelope, sequence } = event;
  if (envelope && type.startsWith('media.'))
    return shown({ type, payload, ...(nodeId !== undefined && { nodeId }), ...envelope });
  if (type !== 'node.completed' || !isRecord(payload['outputs'])) return [];
  const { text, envelope: written, ...others } = payload['outputs'];
  // Media stands in an event of its own.
  const rest = Object.entries(others).filter(([, value]) => !holdsAsset(value));
  const id = `${run}.${sequence}`;
  const frame = (rendering: JsonObject): JsonObject => ({
    schemaVersion: 1,
    envelopeId: id,
    correlationId: id,
    meta: {
      source: 'ai-generation',
      ts: new Date(event.at).toISOString(),
      contentTrust: 'untrusted',
      rendering,
    },
  });
  const card = frame({ display: 'card', title: 'Outputs' });
  return [
    ...(typeof text === 'string' && text !== ''
      ? shown({ ...frame({ display: 'markdown' }), type: 'vendor.percept.text', payload: { text } })
      : []),
    ...(isRecord(written) && !readText(written['type'])?.startsWith('media.')
      ? shown({
          ...frame(hintOf(written)),
          ...jsonOf({ type: written['type'] }),
          payload: written['payload'] ?? null,
        })
      : []),
    ...(rest.length > 0
      ? shown({ ...card, type: 'vendor.percept.outputs', payload: Object.fromEntries(rest) })
      : []),
  ];
}

function holdsAsset(value: unknown): boolean {
  return JSON.stringify(value).match(assetAddress) !== null;
}

function hintOf({ meta }: Readonly<Record<string, unknown>>): JsonObject {
  return jsonOf({ ...readRendering(isRecord(meta) ? meta['rendering'] : undefined) });
}

function shown(value: unknown): readonly Envelope[] {
  const parsed = parseEnvelope(value, { maxInlineMediaBytes: Infinity });
  return parsed.ok ? [parsed.value] : [];
}

type Said = Pick<RunLine, 'words' | 'tone'>;

function wordsOf(type: string, payload: JsonObject): Said {
  const text = (name: string): string => readText(payload[name]) ?? '';
  switch (type) {
    case 'run.started':
      return plain('The run began.');
    case 'run.completed':
      return plain('The run is complete.');
    case 'run.cancelled':
      return told('The run was cancelled.');
    case 'percept.run.cancelling':
      return told(`Cancelled: ${text('reason')}`);
    case 'run.failed':
    case 'node.failed':
      return refused(faultIn(payload['error']));
    case 'node.started':
      return plain('The step began.');
    case 'node.retried':
      return told('The server stopped while this step was working; it was tried again.');
    case 'node.completed':
      return plain('The step is done.');
    case 'node.cancelled':
      return told('The step was cancelled.');
    case 'node.suspended':
      return plain('The step waits for a person.');
    case 'node.resumed':
      return plain('The step goes on with the answer.');
    case 'approval.requested':
      return plain(`Asks: ${text('title')}`);
    case 'approval.received':
      return plain(`${text('decidedBy')} said ${text('action')}.`);
    case 'clarification.requested':
      return plain('Asks for answers.');
    case 'clarification.resolved':
      return plain(`${text('answeredBy')} answered.`);
    case 'agent.toolCalled':
      return plain(`Uses ${text('toolName')}.`);
    case 'agent.toolReturned':
      return text('status') === 'ok'
        ? plain(`${text('toolName')} answered.`)
        : told(`${text('toolName')} failed.`);
    case 'percept.media.shown':
      return plain(seen(text('model'), text('host'), readCount(payload['images']) ?? 0));
    case 'provider.usage':
      return plain(
        `${text('model')}: ${readCount(payload['inputTokens']) ?? 0} tokens in, ${readCount(payload['outputTokens']) ?? 0} out.`,
      );
    case 'log.appended':
      return text('level') === 'info' ? told(text('message')) : refused(text('message'));
    case 'cap.breached':
      return refused(
        `A limit of this host was reached: ${text('kind')}, ${readCount(payload['limit']) ?? '?'}.`,
      );
    case 'media.image':
      return plain(`A picture: ${text('alt')}`);
    case 'media.audio':
      return plain(`A sound: ${text('alt')}`);
    case 'media.file':
      return plain(`A file: ${text('alt')}`);
    default:
      return plain(type);
  }
}

function seen(model: string, host: string, images: number): string {
  const what = images === 0 ? 'no picture' : images === 1 ? 'one picture' : `${images} pictures`;
  return `${model} (${host}) was shown ${what}.`;
}

function faultIn(error: unknown): string {
  const said = isRecord(error) ? readText(error['message']) : undefined;
  return said ?? 'It failed without a word.';
}

function plain(words: string): Said {
  return { words, tone: 'plain' };
}
function told(words: string): Said {
  return { words, tone: 'told' };
}
function refused(words: string): Said {
  return { words, tone: 'refused' };
}
