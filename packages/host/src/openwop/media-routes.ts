// Media in, through the door: stored and served by a capability URL, or shown to a model. What a sender says about its
// bytes is never believed, and nothing is dropped in silence.
import { createHash } from 'node:crypto';
import {
  accept,
  parseSessionId,
  readText,
  type JsonObject,
  type Outcome,
  type SessionId,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import type { PromptPart } from '@percept/agent';
import type { Memory } from '@percept/store';
import type { Assets } from '../assets/index.ts';
import type { AgentDesk, StartedTurn } from './agent-turn.ts';
import { json, refused } from './answer.ts';
import { readMessages, type Message } from './content-part.ts';
import type { Intake } from './intake.ts';
import type { OpenwopLimits } from './limits.ts';
import type { ModelFacts } from './model-gate.ts';
import { invalid, problem, problemOf, respondWith } from './problem.ts';
import type { Route, SecuredRequest } from './route.ts';
import type { Read } from './run-request.ts';
import { schemas } from './schemas.ts';

export interface MediaRouteParts {
  readonly memory: Pick<Memory, 'sessions'>;
  readonly assets: Pick<Assets, 'mint'>;
  readonly intake: Intake;
  readonly agents: AgentDesk;
  readonly models: () => Promise<ModelFacts>;
  readonly limits: OpenwopLimits;
}

export function mediaRoutes(parts: MediaRouteParts): readonly Route[] {
  const { intake, limits } = parts;
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
        const name = readText(body['name'])?.slice(0, 200);
        const taken = await intake.keep(data, name, request.signal);
        if (!taken.ok) return respondWith(problemOf(taken.refusal));
        const { block, notice } = taken.value;
        const minted = await keep(parts, caller.tenant, block);
        if (!minted.ok) return respondWith(problemOf(minted.refusal));
        return json(201, {
          url: minted.value.sampleUrl,
          bytes: block.bytes,
          contentType: minted.value.mime,
          kind: block.type,
          contentTrust: 'untrusted',
          ...(notice !== undefined && { notice }),
        });
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
          return refused(
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
  const { modalities } = await parts.models();
  const messages = readMessages(body, modalities, limits.maxPartsPerCall);
  if (!messages.ok) return respondWith(messages.problem);
  const prompt = await promptOf(messages.value, intake, caller.tenant, request.signal);
  if (!prompt.ok) return respondWith(prompt.problem);
  const model = readText(body['model']);
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

/** Uploads of a tenant are a log of their own: what it refers to is kept, and its URLs live as long as it does. */
async function keep(
  { memory, assets }: MediaRouteParts,
  tenant: TenantId,
  block: StoredBlock,
): Promise<Outcome<{ readonly sampleUrl: string; readonly mime: string }>> {
  const id = uploadsOf(tenant);
  if (!id.ok) return id;
  const opened = await memory.sessions.open({ id: id.value, tenant, title: 'Uploads' });
  if (!opened.ok) return opened;
  const held = await memory.sessions.append(id.value, { type: 'media-ingested', block });
  if (!held.ok) return held;
  const name = 'name' in block ? block.name : undefined;
  const minted = await assets.mint({
    tenant,
    run: id.value,
    blob: block.sha256,
    mime: block.mime,
    ...(name !== undefined && { name }),
  });
  return minted.ok ? accept(minted.value) : minted;
}

function uploadsOf(tenant: TenantId): Outcome<SessionId> {
  const name = createHash('sha256').update(`uploads\0${tenant}`).digest('hex').slice(0, 32);
  return parseSessionId(`uploads_${name}`);
}
