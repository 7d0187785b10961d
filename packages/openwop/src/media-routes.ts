// Media in, through the door: stored and served by a capability URL, or shown to a model. What a sender says about its
// bytes is never believed, and nothing is dropped in silence.
import { readText } from '@percept/core/internal';
import { type JsonObject, type Refusal, type StoredBlock, type TenantId } from '@percept/core';
import type { CallMessage, PromptPart, TurnEnd, TurnUsage } from '@percept/agent';
import { register } from '@percept/core/internal/route';
import type { AgentTurns, StartedTurn } from './agent-turn.ts';
import { json, problemOf } from './answer.ts';
import { readMessages, type Message } from './content-part.ts';
import type { Intake } from './intake.ts';
import { mediaBodyBytes } from './limits.ts';
import { invalid, notFound, problem, type Problem } from '@percept/host/internal';
import type { Answer, Route, SecuredRequest } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import { strayMember, type Read } from './run-request.ts';
import { schemas } from './schemas.ts';
import type { StoredMedia } from './stored-media.ts';

export function mediaRoutes(parts: RouteParts): readonly Route[] {
  const { intake, stored, limits } = parts;
  return [
    {
      method: 'post',
      path: '/v1/host/sample/media/put',
      scope: 'media:write',
      summary: 'Stores media and answers the URL under which it is served.',
      takes: { maxBytes: mediaBodyBytes(limits), schema: schemas.putRequest },
      answers: { 201: { description: 'It is stored.', schema: schemas.stored } },
      handle: async ({ body, caller, request }) => {
        const data = readText(body['contentBase64']);
        if (!data) return invalid('`contentBase64` is the media as base64.');
        const room = await stored.hasRoom(caller.tenant);
        if (!room.ok) return problemOf(room.refusal);
        const name = readText(body['name'])?.slice(0, 200);
        const taken = await intake.keep({ kind: 'inline', text: data }, name, request.signal);
        if (!taken.ok) return problemOf(taken.refusal);
        const { block, notice } = taken.value;
        const kept = await stored.keep(caller.tenant, block);
        if (!kept.ok) return problemOf(kept.refusal);
        return json(201, {
          upload: kept.value.upload,
          url: kept.value.url,
          bytes: block.bytes,
          contentType: kept.value.mime,
          kind: block.type,
          contentTrust: 'untrusted',
          ...(notice !== undefined && { notice }),
        });
      },
    },
    {
      method: 'post',
      path: '/v1/host/percept/media/forget',
      scope: 'media:write',
      summary:
        'Takes back what was stored: its URL ends, and its bytes go unless a run holds them.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.forgetRequest },
      answers: { 200: { description: 'It is gone.', schema: schemas.forgotten } },
      handle: async ({ body, caller }) => {
        const upload = readText(body['upload']);
        if (!upload) return invalid('`upload` is the name that storing it gave.');
        const forgotten = await stored.forget(caller.tenant, upload);
        if (!forgotten.ok) return problemOf(forgotten.refusal);
        return forgotten.value ? json(200, { upload }) : notFound;
      },
    },
    {
      method: 'post',
      path: '/v1/host/sample/ai/call',
      scope: 'ai:call',
      summary: 'Asks the active model, with media as content parts (RFC 0091).',
      takes: { maxBytes: mediaBodyBytes(limits), schema: schemas.callRequest },
      answers: { 200: { description: 'What the model said.', schema: schemas.called } },
      handle: (asked) => parts.places(asked.caller.tenant, () => call(parts, asked)),
    },
  ];
}

async function call(parts: RouteParts, asked: SecuredRequest): Promise<Answer> {
  const { intake, agents, limits } = parts;
  const { body, caller, request } = asked;
  if (strayMember(body, ['messages', 'model', 'requiredModelCapabilities']) !== undefined)
    return invalid('Only `messages`, `model` and `requiredModelCapabilities` are known here.');
  const name = readText(body['model']);
  const model = await agents.modelOf(name);
  if (name !== undefined && !model)
    return problem(404, 'model_not_found', 'No model of this name is configured here.', {
      model: name,
    });
  const { modalities, active } = await parts.models();
  const offered = name === undefined ? active.capabilities : (model?.capabilities ?? []);
  const gated = missingIn(body['requiredModelCapabilities'], offered);
  if (gated) return gated;
  const most = await agents.maxParts(limits.maxPartsPerCall);
  const read = readMessages(body, modalities, most);
  if (!read.ok) return read.problem;
  const messages = await takenMessages(read.value, intake, caller.tenant, request.signal);
  if (!messages.ok) return messages.problem;
  for (const { parts: own } of messages.value) {
    const admitted = await agents.admit(own);
    if (!admitted.ok) return problemOf(admitted.refusal);
  }
  if (!model) return askEyes(agents, messages.value, asked);
  const called = await agents.call(caller.tenant, model, messages.value, request.signal);
  switch (called.kind) {
    case 'no-route':
      return noRoute(called.media, modalities, called.refusal);
    case 'failed':
      return problem(502, 'provider_error', called.refusal.message);
    case 'answered': {
      const { text, end, usage } = called;
      const maker = { name: model.name, provider: await agents.providerOf(model.name) };
      const { made, told } = await keepMade(called.made, parts.stored, caller.tenant);
      const content = [text, ...told].filter(Boolean).join('\n');
      return answered({ content, end, usage, model: maker, made }, mediaIn(messages.value));
    }
  }
}

/** RFC 0091: what the model does not take is refused by its name, whoever else on this host would take it. */
function noRoute(media: StoredBlock['type'], modalities: readonly string[], refusal: Refusal) {
  const modality = media === 'file' ? 'document' : media;
  const supported = modalities.filter((known) => known !== modality);
  const message = `${refusal.message} ${refusal.hint}`;
  return problem(400, 'unsupported_modality', message, { modality, supported });
}

function mediaIn(messages: readonly CallMessage[]): readonly StoredBlock[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type !== 'text'));
}

/** Where no model is configured, local eyes look at what was sent. */
async function askEyes(
  agents: AgentTurns,
  messages: readonly CallMessage[],
  { caller, request }: SecuredRequest,
): Promise<Answer> {
  const parts = messages.flatMap((message) => message.parts);
  const turn = await agents.ask({ tenant: caller.tenant, parts, signal: request.signal });
  if (!turn.ok) return problemOf(turn.refusal);
  try {
    return await answerOf(turn.value, mediaIn(messages));
  } finally {
    await agents.forget(turn.value.session);
  }
}

/** A call that needs what the model does not have is refused before anything is sent. */
function missingIn(required: unknown, offered: readonly string[]): Problem | undefined {
  if (required === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(required) ? required : [undefined];
  const known = names.filter((name) => typeof name === 'string');
  if (known.length !== names.length)
    return invalid('`requiredModelCapabilities` is a list of names.');
  const registration = register(known, offered);
  if (registration.registered) return undefined;
  const { error, missing } = registration;
  return problem(422, error, 'The model does not have what the call needs.', { missing });
}

async function answerOf(turn: StartedTurn, media: readonly StoredBlock[]): Promise<Answer> {
  let content = '';
  for await (const event of turn.events) {
    if (event.type === 'text-written') content += event.text;
    if (event.type !== 'turn-ended') continue;
    const { end, usage } = event;
    if (end === 'failed')
      return problem(
        502,
        'provider_error',
        event.refusal?.message ?? 'The model could not be asked.',
      );
    return answered({ content, end, usage, model: turn.model }, media);
  }
  return problem(502, 'provider_error', 'The model said nothing.');
}

interface Answered extends Pick<StartedTurn, 'model'> {
  readonly content: string;
  readonly end: TurnEnd;
  readonly usage: TurnUsage;
  /** By the model, each under a URL of this host. */
  readonly made?: readonly JsonObject[];
}

function answered(
  { content, end, usage, model, made = [] }: Answered,
  media: readonly StoredBlock[],
): Response {
  const { inputTokens, outputTokens } = usage;
  return json(200, {
    content,
    message: { role: 'assistant', content },
    model: model.name,
    provider: model.provider,
    finishReason: end,
    usage: { inputTokens, outputTokens },
    contentTrust: 'untrusted',
    media: media.map(describe),
    made,
  });
}

/** Kept like what the tenant uploads itself, and taken back the same way. */
async function keepMade(
  blocks: readonly StoredBlock[],
  stored: StoredMedia,
  tenant: TenantId,
): Promise<{ readonly made: readonly JsonObject[]; readonly told: readonly string[] }> {
  const made: JsonObject[] = [];
  const told: string[] = [];
  for (const block of blocks) {
    const kept = await stored.keep(tenant, block);
    if (kept.ok) made.push({ ...describe(block), url: kept.value.url, upload: kept.value.upload });
    else told.push(`[What was made is not kept: ${kept.refusal.message} ${kept.refusal.hint}]`);
  }
  return { made, told };
}

function describe(block: StoredBlock): JsonObject {
  const { type, mime, bytes } = block;
  return { type, mimeType: mime, bytes, contentTrust: 'untrusted' };
}

async function takenMessages(
  messages: readonly Message[],
  intake: Intake,
  tenant: TenantId,
  signal: AbortSignal,
): Promise<Read<readonly CallMessage[]>> {
  const taken: CallMessage[] = [];
  let count = 0;
  for (const { role, parts } of messages) {
    const own: PromptPart[] = [];
    for (const part of parts) {
      if (part.type === 'text') {
        own.push(part);
        continue;
      }
      const kind = part.modality === 'document' ? 'file' : part.modality;
      const name = `${kind}-${(count += 1)}`;
      const found = await intake.take({ tenant, source: part.source, kind, name, signal });
      if (!found.ok) return { ok: false, problem: problemOf(found.refusal) };
      own.push(found.value);
    }
    taken.push({ role, parts: own });
  }
  const isEmpty = taken.every(({ parts }) =>
    parts.every((part) => part.type === 'text' && part.text === ''),
  );
  return isEmpty
    ? { ok: false, problem: invalid('The messages are empty.') }
    : { ok: true, value: taken };
}
