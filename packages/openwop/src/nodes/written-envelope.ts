// What a model wrote, as the output of its node. It becomes an envelope only where the workflow says which kinds may come, and
// then it passes the acceptor like anybody's: ids, source and trust are set by the engine, its rendering hint is kept, and
// bytes in it go through the door.
import { randomUUID } from 'node:crypto';
import {
  isJsonObject,
  isRecord,
  jsonOf,
  madeAlt,
  oneLine,
  parseJson,
  readCount,
  readText,
  readWord,
} from '@percept/core/internal';
import { type Json, type JsonObject, type StoredBlock } from '@percept/core';
import { mediaKinds, type Rendering } from '@percept/core/envelope';
import { readRendering } from '@percept/core/internal/envelope';
import { withoutPayloads } from '@percept/agent/internal';
import { judgeEnvelope, projectionsOf, type Judged } from '../acceptor.ts';
import type { StartedTurn } from '../agent-turn.ts';
import type { Intake } from '../intake.ts';
import { parseQuestions } from '../interrupt.ts';
import type { OpenwopLimits } from '../limits.ts';
import { completed, failed, type NodeContext, type NodeResult } from '../node-kind.ts';

export interface EnvelopeParts {
  readonly intake: Intake;
  readonly limits: OpenwopLimits;
  readonly isOwnAsset: (url: string, tenant: NodeContext['tenant']) => Promise<boolean>;
}

interface Written extends Pick<StartedTurn, 'session' | 'model'> {
  readonly text: string;
}

export async function conclude(
  parts: EnvelopeParts,
  context: NodeContext,
  { text, session, model }: Written,
): Promise<NodeResult> {
  const kinds: readonly unknown[] = Array.isArray(context.config['envelopes'])
    ? context.config['envelopes']
    : [];
  const emitted = kinds.length > 0 ? envelopeIn(text) : undefined;
  if (!emitted) return completed({ text: withoutPayloads(text) });
  const meta = isRecord(emitted['meta']) ? emitted['meta'] : {};
  const rendering = readRendering(meta['rendering']);
  const inline = kinds.includes(emitted['type']) ? inlineMedia(emitted) : undefined;
  if (inline) return keep(parts, context, inline, { rendering, model: model.name });
  const correlationId = `${context.run}:${context.nodeId}:${context.clarifications}`;
  const envelopeId = `env_${randomUUID()}`;
  const judged = await judge(parts, context, kinds, {
    type: emitted['type'] ?? '',
    schemaVersion: readCount(emitted['schemaVersion']) ?? 0,
    payload: emitted['payload'] ?? null,
    envelopeId,
    correlationId,
    nodeId: context.nodeId,
    meta: {
      source: 'ai-generation',
      contentTrust: 'untrusted',
      ts: new Date(context.now).toISOString(),
      ...(Object.keys(rendering).length > 0 && { rendering: jsonOf(rendering) }),
    },
  });
  const { outcome, envelope } = judged;
  if (outcome.status === 'breached') {
    const [breach] = projectionsOf(judged, context.nodeId, envelopeId);
    if (breach) await context.emit({ ...breach, causationId: correlationId });
    return failed('cap_breached', outcome.reason);
  }
  const asked = envelope?.type === 'clarification.request' ? envelope.payload : undefined;
  const questions = isRecord(asked) ? parseQuestions(asked['questions']) : undefined;
  if (questions)
    return {
      kind: 'suspended',
      interrupt: { kind: 'clarification', questions },
      facts: { session },
    };
  for (const projection of projectionsOf(judged, context.nodeId, envelopeId))
    await context.emit({
      ...projection,
      causationId: correlationId,
      contentTrust: 'untrusted',
      ...(envelope && {
        envelope: {
          envelopeId,
          correlationId,
          schemaVersion: envelope.schemaVersion,
          meta: jsonOf(envelope.meta),
        },
      }),
    });
  return outcome.status === 'accepted' && envelope
    ? completed({ envelope: outputOf(envelope.type, envelope.payload, rendering) })
    : failed(`envelope_${outcome.status}`, 'reason' in outcome ? outcome.reason : '');
}

/** With the hint, so that whoever shows the output can follow it. */
function outputOf(type: string, payload: Json, rendering: Rendering): JsonObject {
  const hinted = Object.keys(rendering).length > 0;
  return { type, payload, ...(hinted && { meta: { rendering: jsonOf(rendering) } }) };
}

interface InlineMedia {
  readonly kind: StoredBlock['type'];
  readonly base64: string;
  readonly alt: string | undefined;
  readonly name: string | undefined;
}

function inlineMedia({ type, payload }: JsonObject): InlineMedia | undefined {
  const kind = readWord(mediaKinds, type);
  const base64 = isRecord(payload) ? readText(payload['base64']) : undefined;
  if (!kind || base64 === undefined || !isRecord(payload)) return undefined;
  return {
    kind: kind === 'media.image' ? 'image' : kind === 'media.audio' ? 'audio' : 'file',
    base64,
    alt: readText(payload['alt']),
    name: readText(payload['name']),
  };
}

/** Bytes that a model wrote down go through the door like anybody's: what is above the cap becomes a URL, and no log holds any. */
async function keep(
  { intake }: EnvelopeParts,
  { tenant, signal, emitMedia }: NodeContext,
  { kind, base64, name, ...said }: InlineMedia,
  { rendering, model }: { readonly rendering: Rendering; readonly model: string },
): Promise<NodeResult> {
  const source = { kind: 'inline', data: base64 } as const;
  const taken =
    kind === 'file'
      ? await intake.keep(base64, name, signal)
      : await intake.take({ tenant, source, kind, signal });
  if (!taken.ok) return failed('media_refused', `${taken.refusal.message} ${taken.refusal.hint}`);
  const held = 'block' in taken.value ? taken.value.block : taken.value;
  const called = name === undefined ? {} : { name: oneLine(name) };
  const block: StoredBlock = { ...held, origin: { kind: 'made', model, ...called } };
  const text = rendering.alt ?? said.alt;
  const alt = madeAlt(block, text === undefined ? undefined : { text });
  const title = rendering.title === undefined ? undefined : oneLine(rendering.title);
  const told = await emitMedia({
    block,
    alt,
    ...(title !== undefined && { title }),
    ...(rendering.display === 'card' && { display: rendering.display }),
    form: 'inline',
    contentTrust: 'untrusted',
  });
  if (!told.ok) return failed('media_refused', told.refusal.message);
  const payload = { url: told.value.url, bytes: block.bytes, mimeType: block.mime, alt };
  return completed({ envelope: outputOf(`media.${block.type}`, payload, rendering) });
}

function judge(
  { limits, isOwnAsset }: EnvelopeParts,
  context: NodeContext,
  kinds: readonly unknown[],
  envelope: JsonObject,
): Promise<Judged> {
  return judgeEnvelope({
    envelope,
    supported: kinds.filter((kind) => typeof kind === 'string'),
    maxInlineMediaBytes: limits.maxInlineMediaBytes,
    strictness: 'warn',
    envelopesPerTurn: { current: 0, cap: limits.envelopesPerTurn },
    clarificationRounds: { current: context.clarifications, cap: limits.clarificationRounds },
    schemaRounds: { current: 0, cap: limits.schemaRounds },
    prior: () => undefined,
    isOwnAsset: (url) => isOwnAsset(url, context.tenant),
  });
}

/** The whole answer is one JSON object with a type, or it is prose. */
function envelopeIn(text: string): JsonObject | undefined {
  const bare = text.trim();
  const isFenced = bare.startsWith('```') && bare.endsWith('```') && bare.length > 6;
  const body = isFenced
    ? bare
        .slice(3, -3)
        .replace(/^json\b/, '')
        .trim()
    : bare;
  if (!body.startsWith('{') || !body.endsWith('}')) return undefined;
  const value = parseJson(body);
  return isJsonObject(value) && typeof value['type'] === 'string' ? value : undefined;
}
