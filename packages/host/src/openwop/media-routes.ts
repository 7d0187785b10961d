// Media in, through the door: stored and served by a capability URL, or shown to a model. What a sender says about its
// bytes is never believed, and nothing is dropped in silence.
import { readText, type JsonObject, type StoredBlock, type TenantId } from '@percept/core';
import type { PromptPart } from '@percept/agent';
import type { AgentTurns, StartedTurn } from './agent-turn.ts';
import { json } from './answer.ts';
import { readMessages, type Message } from './content-part.ts';
import type { Intake } from './intake.ts';
import type { OpenwopLimits } from './limits.ts';
import type { ModelFacts } from './model-gate.ts';
import { invalid, notFound, problem, respondWith } from '../http/problem.ts';
import { problemOf } from './problem-of.ts';
import type { Route, SecuredRequest } from './route.ts';
import type { Read } from './run-request.ts';
import { schemas } from './schemas.ts';
import type { StoredMedia } from './stored-media.ts';

export interface MediaRouteParts {
  readonly stored: StoredMedia;
  readonly intake: Intake;
  readonly agents: AgentTurns;
  readonly models: () => Promise<ModelFacts>;
  readonly limits: OpenwopLimits;
}

export function mediaRoutes(parts: MediaRouteParts): readonly Route[] {
  const { intake, stored, limits } = parts;
  const calls = new Map<TenantId, number>();
  return [
    {
      method: 'post',
      path: '/v1/host/sample/media/put',
      scope: 'media:write',
      summary: 'Stores media and answers the URL under which it is served.',
      takes: { maxBytes: limits.maxMediaBodyBytes, schema: schemas.putRequest },
      answers: { 201: { description: 'It is stored.', schema: schemas.stored } },
      handle: async ({ body, caller, request }) => {
        const data = readText(body['contentBase64']);
        if (!data) return respondWith(invalid('`contentBase64` is the media as base64.'));
        const room = await stored.hasRoom(caller.tenant);
        if (!room.ok) return respondWith(problemOf(room.refusal));
        const name = readText(body['name'])?.slice(0, 200);
        const taken = await intake.keep(data, name, request.signal);
        if (!taken.ok) return respondWith(problemOf(taken.refusal));
        const { block, notice } = taken.value;
        const kept = await stored.keep(caller.tenant, block);
        if (!kept.ok) return respondWith(problemOf(kept.refusal));
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
        if (!upload) return respondWith(invalid('`upload` is the name that storing it gave.'));
        const forgotten = await stored.forget(caller.tenant, upload);
        if (!forgotten.ok) return respondWith(problemOf(forgotten.refusal));
        return forgotten.value ? json(200, { upload }) : respondWith(notFound);
      },
    },
    {
      method: 'post',
      path: '/v1/host/sample/ai/call',
      scope: 'ai:call',
      summary: 'Asks the active model, with media as content parts (RFC 0091).',
      takes: { maxBytes: limits.maxMediaBodyBytes, schema: schemas.callRequest },
      answers: { 200: { description: 'What the model said.', schema: schemas.called } },
      handle: async (asked) => {
        const { tenant } = asked.caller;
        const active = calls.get(tenant) ?? 0;
        if (active >= limits.maxActiveCallsPerTenant)
          return respondWith(
            problem(429, 'too_many_calls', 'Too many calls are waiting.', { retryAfter: 1 }),
          );
        calls.set(tenant, active + 1);
        try {
          return await call(parts, asked);
        } finally {
          const left = (calls.get(tenant) ?? 1) - 1;
          if (left === 0) calls.delete(tenant);
          else calls.set(tenant, left);
        }
      },
    },
  ];
}

async function call(parts: MediaRouteParts, asked: SecuredRequest): Promise<Response> {
  const { intake, agents, limits } = parts;
  const { body, caller, request } = asked;
  const stray = Object.keys(body).find((key) => key !== 'messages' && key !== 'model');
  if (stray !== undefined)
    return respondWith(invalid('Only `messages` and `model` are known here.'));
  const model = readText(body['model']);
  if (model !== undefined && !(await agents.hasModel(model)))
    return respondWith(
      problem(404, 'model_not_found', 'No model of this name is configured here.', { model }),
    );
  const { modalities } = await parts.models();
  const messages = readMessages(body, modalities, limits.maxPartsPerCall);
  if (!messages.ok) return respondWith(messages.problem);
  const prompt = await promptOf(messages.value, intake, caller.tenant, request.signal);
  if (!prompt.ok) return respondWith(prompt.problem);
  const turn = await agents.ask({
    tenant: caller.tenant,
    parts: prompt.value,
    ...(model !== undefined && { model }),
    signal: request.signal,
  });
  if (!turn.ok) return respondWith(problemOf(turn.refusal));
  try {
    return await answerOf(turn.value, prompt.value);
  } finally {
    await agents.forget(turn.value.session);
  }
}

async function answerOf(turn: StartedTurn, parts: readonly PromptPart[]): Promise<Response> {
  let content = '';
  for await (const event of turn.events) {
    if (event.type === 'text-written') content += event.text;
    if (event.type !== 'turn-ended') continue;
    const { inputTokens, outputTokens } = event.usage;
    if (event.end === 'failed')
      return respondWith(
        problem(502, 'provider_error', event.refusal?.message ?? 'The model could not be asked.'),
      );
    return json(200, {
      content,
      message: { role: 'assistant', content },
      model: turn.model.name,
      provider: turn.model.provider,
      finishReason: event.end,
      usage: { inputTokens, outputTokens },
      contentTrust: 'untrusted',
      media: parts.flatMap((part) => (part.type === 'text' ? [] : [describe(part)])),
    });
  }
  return respondWith(problem(502, 'provider_error', 'The model said nothing.'));
}

function describe(block: StoredBlock): JsonObject {
  const { type, mime, bytes } = block;
  return { type, mimeType: mime, bytes, contentTrust: 'untrusted' };
}

/** One turn: what came before is quoted, in order, with its speakers. */
async function promptOf(
  messages: readonly Message[],
  intake: Intake,
  tenant: TenantId,
  signal: AbortSignal,
): Promise<Read<readonly PromptPart[]>> {
  const prompt: PromptPart[] = [];
  const isDialogue = messages.length > 1;
  for (const { role, parts } of messages) {
    if (isDialogue) prompt.push({ type: 'text', text: `[${role}]` });
    for (const part of parts) {
      if (part.type === 'text') {
        if (part.text !== '') prompt.push(part);
        continue;
      }
      const kind = part.modality === 'document' ? 'file' : part.modality;
      const name = `${kind}-${prompt.length + 1}`;
      const taken = await intake.take({ tenant, source: part.source, kind, name, signal });
      if (!taken.ok) return { ok: false, problem: problemOf(taken.refusal) };
      prompt.push(taken.value);
    }
  }
  return prompt.length === 0
    ? { ok: false, problem: invalid('The messages are empty.') }
    : { ok: true, value: prompt };
}
