// What a model wrote, as the output of its node. It becomes an envelope only where the workflow says which kinds may come, and
// then it passes the acceptor like anybody's: ids, source and trust are set by the engine, its rendering hint is kept, and
// media in it goes through the door and becomes the run's own.
import { randomUUID } from 'node:crypto';
import {
  findInlinePayload,
  inside,
  isJsonObject,
  isRecord,
  jsonOf,
  madeAlt,
  oneLine,
  parseJson,
  readCount,
  readList,
  readText,
  readWord,
} from '@percept/core/internal';
import {
  accept,
  refuse,
  type Json,
  type JsonObject,
  type Outcome,
  type StoredBlock,
} from '@percept/core';
import { mediaKinds, type Envelope, type Rendering } from '@percept/core/envelope';
import { protocolKinds, readRendering } from '@percept/core/internal/envelope';
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
}

export async function conclude(
  parts: EnvelopeParts,
  context: NodeContext,
  { text, session, model }: Pick<StartedTurn, 'session' | 'model'> & { readonly text: string },
): Promise<NodeResult> {
  const kinds = readList(context.config['envelopes']);
  const emitted = kinds.length > 0 ? envelopeIn(text) : undefined;
  if (!emitted) return completed({ text: withoutPayloads(text) });
  const rendering = readRendering(inside(emitted, 'meta', 'rendering'));
  const media = kinds.includes(emitted['type']) ? mediaIn(emitted) : undefined;
  const isHeld =
    media && (!('url' in media) || (await parts.intake.bytes(media.url, context.tenant)).ok);
  if (isHeld) return keep(parts, context, media, { rendering, model: model.name });
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
  const stored = envelope
    ? await storeLarge(parts, context, envelope, rendering)
    : accept(undefined);
  if (!stored.ok)
    return failed('envelope_refused', `${stored.refusal.message} ${stored.refusal.hint}`);
  for (const projection of projectionsOf(judged, context.nodeId, envelopeId)) {
    const told = await context.emit({
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
    if (!told.ok) return failed('envelope_refused', told.refusal.message);
  }
  return outcome.status === 'accepted' && envelope
    ? completed({
        envelope: outputOf(envelope.type, stored.value ?? envelope.payload, rendering),
      })
    : failed(`envelope_${outcome.status}`, 'reason' in outcome ? outcome.reason : '');
}

/** With the hint, so that whoever shows the output can follow it. */
function outputOf(type: string, payload: Json, rendering: Rendering): JsonObject {
  const hinted = Object.keys(rendering).length > 0;
  return { type, payload, ...(hinted && { meta: { rendering: jsonOf(rendering) } }) };
}

/**
 * A card is told in the log up to the size that media may have there. A larger one, or one with bytes in it, is kept as a file
 * of the run before anything is told of it, and its URL stands in its place.
 */
async function storeLarge(
  { intake, limits }: EnvelopeParts,
  context: NodeContext,
  { type, payload }: Envelope,
  { title, alt }: Rendering,
): Promise<Outcome<JsonObject | undefined>> {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const holdsBytes = findInlinePayload(payload) !== undefined;
  if (!holdsBytes && bytes.byteLength <= limits.maxCardBytes) return accept(undefined);
  if (protocolKinds.some((kind) => kind === type))
    return refuse({
      refused: 'too-large',
      message: `An envelope of the kind ${type} holds ${bytes.byteLength} bytes, or bytes of a file.`,
      hint: 'Send media as an envelope of its own kind, or by URL.',
    });
  const name = oneLine(`${type}.json`);
  const kept = await intake.keep({ kind: 'bytes', bytes }, name, context.signal);
  if (!kept.ok) return kept;
  const { block } = kept.value;
  const told = await context.emitMedia({
    block,
    alt: oneLine(alt ?? `The payload of ${type}`),
    ...(title !== undefined && { title: oneLine(title) }),
    display: 'card',
    form: 'url',
    contentTrust: 'untrusted',
  });
  return told.ok
    ? accept({ url: told.value.url, bytes: block.bytes, mimeType: block.mime, name })
    : told;
}

type WrittenMedia = {
  readonly kind: StoredBlock['type'];
  readonly alt: string | undefined;
  readonly name: string | undefined;
} & ({ readonly base64: string } | { readonly url: string });

function mediaIn({ type, payload }: JsonObject): WrittenMedia | undefined {
  const kind = readWord(mediaKinds, type);
  if (!kind || !isRecord(payload)) return undefined;
  const said = {
    kind: kind === 'media.image' ? 'image' : kind === 'media.audio' ? 'audio' : 'file',
    alt: readText(payload['alt']),
    name: readText(payload['name']),
  } as const;
  const [base64, url] = [readText(payload['base64']), readText(payload['url'])];
  if (base64 !== undefined) return { ...said, base64 };
  return url === undefined ? undefined : { ...said, url };
}

/**
 * Bytes that a model wrote down, or an asset that it was shown and names, go through the door like anybody's: what is above the
 * cap becomes a URL, no log holds any, and what this run tells lives as long as its log, whatever becomes of where it came from.
 */
async function keep(
  { intake }: EnvelopeParts,
  context: NodeContext,
  media: WrittenMedia,
  { rendering, model }: { readonly rendering: Rendering; readonly model: string },
): Promise<NodeResult> {
  const taken = await takeWritten(intake, context, media);
  if (!taken.ok) return failed('media_refused', `${taken.refusal.message} ${taken.refusal.hint}`);
  const { name } = media;
  const isMade = !('url' in media);
  const called = name === undefined ? {} : { name: oneLine(name) };
  const block: StoredBlock = isMade
    ? { ...taken.value, origin: { kind: 'made', model, ...called } }
    : taken.value;
  const text = rendering.alt ?? media.alt;
  const alt = isMade
    ? madeAlt(block, text === undefined ? undefined : { text })
    : oneLine(text ?? nouns[block.type]);
  const title = rendering.title === undefined ? undefined : oneLine(rendering.title);
  const told = await context.emitMedia({
    block,
    alt,
    ...(title !== undefined && { title }),
    ...(rendering.display === 'card' && { display: rendering.display }),
    form: isMade ? 'inline' : 'url',
    contentTrust: 'untrusted',
  });
  if (!told.ok) return failed('media_refused', told.refusal.message);
  const payload = { url: told.value.url, bytes: block.bytes, mimeType: block.mime, alt };
  return completed({ envelope: outputOf(`media.${block.type}`, payload, rendering) });
}

const nouns = { image: 'A picture', audio: 'A sound', file: 'A file' } as const;

async function takeWritten(
  intake: Intake,
  { tenant, signal }: NodeContext,
  media: WrittenMedia,
): Promise<Outcome<StoredBlock>> {
  const { kind, name } = media;
  if (kind !== 'file') {
    const source =
      'url' in media
        ? ({ kind: 'url', url: media.url } as const)
        : ({ kind: 'inline', data: media.base64 } as const);
    return intake.take({ tenant, source, kind, signal });
  }
  if (!('url' in media))
    return blockOf(await intake.keep({ kind: 'inline', text: media.base64 }, name, signal));
  const bytes = await intake.bytes(media.url, tenant);
  if (!bytes.ok) return bytes;
  return blockOf(await intake.keep({ kind: 'bytes', bytes: bytes.value }, name, signal));
}

function blockOf(kept: Outcome<{ readonly block: StoredBlock }>): Outcome<StoredBlock> {
  return kept.ok ? accept(kept.value.block) : kept;
}

function judge(
  { limits }: EnvelopeParts,
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
    // Media that is here was kept before: what comes this far names somebody else's, or what is gone.
    isOwnAsset: async () => false,
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
