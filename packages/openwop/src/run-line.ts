// One event of a run for people: a sentence, and envelopes for whatever can be shown. Media is shown to the tenant that
// it belongs to alone; whatever else an event points to is named and not shown.
import type { JsonObject, SessionId, TenantId } from '@percept/core';
import {
  inside,
  isJsonObject,
  isRecord,
  jsonOf,
  readCount,
  readText,
} from '@percept/core/internal';
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

const webAddress = /https?:\/\/[^\s"'<>()[\]\\]+/g;

/** An address is taken whole, and then looked at: one pattern for both would try each `http` of a long text to its end. */
function assetAddressesIn(value: unknown): ReadonlySet<string> {
  const addresses = JSON.stringify(value).match(webAddress) ?? [];
  return new Set(addresses.filter((address) => /\/assets\/./.test(address)));
}

/** Where one address is no asset of this tenant, none is left. */
async function ownOnly(payload: JsonObject, { tenant, assets }: LineParts): Promise<JsonObject> {
  for (const address of assetAddressesIn(payload)) {
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
  return assetAddressesIn(value).size > 0;
}

function hintOf({ meta }: Readonly<Record<string, unknown>>): JsonObject {
  return jsonOf({ ...readRendering(inside(meta, 'rendering')) });
}

function shown(value: unknown): readonly Envelope[] {
  const parsed = parseEnvelope(value, { maxInlineMediaBytes: Infinity });
  return parsed.ok ? [parsed.value] : [];
}

type Said = Pick<RunLine, 'words' | 'tone'>;

const plain = (words: string): Said => ({ words, tone: 'plain' });
const told = (words: string): Said => ({ words, tone: 'told' });
const refused = (words: string): Said => ({ words, tone: 'refused' });

function wordsOf(type: string, payload: JsonObject): Said {
  const text = (name: string): string => readText(payload[name]) ?? '';
  const say = Object.hasOwn(known, type) ? known[type] : undefined;
  return say?.(text, payload) ?? plain(type);
}

const failed = (_text: unknown, { error }: JsonObject): Said => {
  const said = readText(inside(error, 'message'));
  return refused(said ?? 'It failed without a word.');
};

const known: Readonly<
  Record<string, (text: (name: string) => string, payload: JsonObject) => Said>
> = {
  'run.started': () => plain('The run began.'),
  'run.completed': () => plain('The run is complete.'),
  'run.cancelled': () => told('The run was cancelled.'),
  'percept.run.cancelling': (text) => told(`Cancelled: ${text('reason')}`),
  'run.failed': failed,
  'node.failed': failed,
  'node.started': () => plain('The step began.'),
  'node.retried': () => told('The server stopped while this step was working; it was tried again.'),
  'node.completed': () => plain('The step is done.'),
  'node.cancelled': () => told('The step was cancelled.'),
  'node.suspended': () => plain('The step waits for a person.'),
  'node.resumed': () => plain('The step goes on with the answer.'),
  'approval.requested': (text) => plain(`Asks: ${text('title')}`),
  'approval.received': (text) => plain(`${text('decidedBy')} said ${text('action')}.`),
  'clarification.requested': () => plain('Asks for answers.'),
  'clarification.resolved': (text) => plain(`${text('answeredBy')} answered.`),
  'agent.toolCalled': (text) => plain(`Uses ${text('toolName')}.`),
  'agent.toolReturned': (text) =>
    text('status') === 'ok'
      ? plain(`${text('toolName')} answered.`)
      : told(`${text('toolName')} failed.`),
  'percept.media.shown': (text, { images }) =>
    plain(seen(text('model'), text('host'), readCount(images) ?? 0)),
  'provider.usage': (text, { inputTokens, outputTokens }) =>
    plain(
      `${text('model')}: ${readCount(inputTokens) ?? 0} tokens in, ${readCount(outputTokens) ?? 0} out.`,
    ),
  'log.appended': (text) =>
    text('level') === 'info' ? told(text('message')) : refused(text('message')),
  'cap.breached': (text, { limit }) =>
    refused(`A limit of this host was reached: ${text('kind')}, ${readCount(limit) ?? '?'}.`),
  'media.image': (text) => plain(`A picture: ${text('alt')}`),
  'media.audio': (text) => plain(`A sound: ${text('alt')}`),
  'media.file': (text) => plain(`A file: ${text('alt')}`),
};

function seen(model: string, host: string, images: number): string {
  const what = images === 0 ? 'no picture' : images === 1 ? 'one picture' : `${images} pictures`;
  return `${model} (${host}) was shown ${what}.`;
}
