// A question to our own agent. What it writes is text: it becomes an envelope only where the workflow says which kinds may
// come, and then it passes the acceptor like anybody's, with ids, source and trust set by the engine and not by the model.
import { randomUUID } from 'node:crypto';
import {
  isJsonObject,
  isRecord,
  readCount,
  readText,
  type Json,
  type JsonObject,
  type SessionId,
} from '@percept/core';
import type { LoopEvent, PromptPart } from '@percept/agent';
import { judgeEnvelope, projectionsOf, type Judged } from '../acceptor.ts';
import type { AgentTurns, StartedTurn } from '../agent-turn.ts';
import { ChunkWriter } from '../chunk-writer.ts';
import type { Intake } from '../intake.ts';
import { parseQuestions } from '../interrupt.ts';
import type { OpenwopLimits } from '../limits.ts';
import {
  completed,
  failed,
  type NodeContext,
  type NodeKind,
  type NodeResult,
} from '../node-kind.ts';
import { MadeEmitter } from './made-emitter.ts';

export interface AskParts {
  readonly agents: AgentTurns;
  readonly intake: Intake;
  readonly limits: OpenwopLimits;
  readonly isOwnAsset: (url: string, tenant: NodeContext['tenant']) => Promise<boolean>;
}

const maxMedia = 16;

export function askNode(parts: AskParts): NodeKind {
  return {
    typeId: 'percept.ask',
    check: ({ prompt, model, envelopes }) =>
      [prompt, model].every((text) => text === undefined || typeof text === 'string') &&
      (envelopes === undefined || Array.isArray(envelopes))
        ? undefined
        : 'prompt and model are texts, envelopes is a list of kinds.',
    run: async (context) => {
      const prompt = await promptOf(parts, context);
      if ('kind' in prompt) return prompt;
      const { config, configurable, substitute, signal, tenant, facts } = context;
      const model = substitute ?? readText(configurable['model']) ?? readText(config['model']);
      if (model !== undefined && !(await parts.agents.hasModel(model)))
        return failed('model_not_found', 'No model of this name is configured here.');
      const session = readText(facts?.['session']);
      const turn = await parts.agents.ask({
        tenant,
        parts: prompt.parts,
        ...(session !== undefined && { session }),
        ...(model !== undefined && { model }),
        signal,
      });
      if (!turn.ok) return failed('agent_refused', `${turn.refusal.message} ${turn.refusal.hint}`);
      const answer = await listen(context, turn.value);
      if ('kind' in answer) return answer;
      return conclude(parts, context, answer.text, turn.value.session);
    },
  };
}

async function promptOf(
  { intake }: AskParts,
  { inputs, config, answer, tenant, signal }: NodeContext,
): Promise<NodeResult | { readonly parts: readonly PromptPart[] }> {
  if (answer !== undefined) {
    const said = isRecord(answer) ? answer['answers'] : undefined;
    return {
      parts: [{ type: 'text', text: `The answers to your questions:\n${JSON.stringify(said)}` }],
    };
  }
  const text = readText(inputs['prompt']) ?? readText(config['prompt']);
  if (!text) return failed('validation_error', 'The question is empty.');
  const listed: Json = inputs['media'] ?? [];
  const urls: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  if (urls.length > maxMedia)
    return failed('validation_error', `At most ${maxMedia} pieces of media.`);
  const parts: PromptPart[] = [{ type: 'text', text }];
  for (const [at, url] of urls.entries()) {
    if (typeof url !== 'string') return failed('validation_error', 'Media is given by URL.');
    const taken = await intake.take({
      tenant,
      source: { kind: 'url', url },
      name: `media-${at + 1}`,
      signal,
    });
    if (!taken.ok) return failed('media_refused', `${taken.refusal.message} ${taken.refusal.hint}`);
    parts.push(taken.value);
  }
  return { parts };
}

async function listen(
  context: NodeContext,
  { events, model }: StartedTurn,
): Promise<NodeResult | { readonly text: string }> {
  const chunks = new ChunkWriter(context);
  const made = new MadeEmitter(context);
  for await (const event of events) {
    if (event.type === 'text-written') {
      await chunks.write(event.text);
      continue;
    }
    if (event.type !== 'turn-ended') {
      await tell(context, event, made);
      continue;
    }
    await chunks.end();
    await made.end();
    // One event for each model that was asked, the helpers before the one that answers.
    for (const { inputTokens, outputTokens, costUsd, ...asked } of event.usage.models)
      await context.emit({
        type: 'provider.usage',
        payload: {
          provider: asked.purpose === 'describe' ? asked.host : model.provider,
          model: asked.model,
          inputTokens,
          outputTokens,
          nodeId: context.nodeId,
          ...(costUsd !== undefined && { costEstimateUsd: costUsd, currency: 'USD' }),
        },
      });
    switch (event.end) {
      case 'answered':
      case 'length-reached':
      case 'steps-reached':
        return { text: chunks.text };
      case 'cancelled':
        return { kind: 'stopped' };
      case 'declined':
        return failed('model_declined', 'The model declined to answer.');
      case 'failed':
        return failed('model_failed', event.refusal?.message ?? 'The model could not be asked.');
    }
  }
  return context.signal.aborted
    ? { kind: 'stopped' }
    : failed('model_failed', 'The turn ended without an end.');
}

const agentId = 'percept';

async function tell(context: NodeContext, event: LoopEvent, made: MadeEmitter): Promise<void> {
  switch (event.type) {
    case 'tool-called':
      await context.emit({
        type: 'agent.toolCalled',
        payload: { agentId, toolName: event.tool, callId: event.callId, transport: 'native' },
      });
      return;
    case 'tool-answered': {
      const status = event.outcome === 'succeeded' ? 'ok' : 'error';
      await context.emit({
        type: 'agent.toolReturned',
        payload: { agentId, toolName: event.tool, callId: event.callId, status },
      });
      for (const block of event.content)
        if (block.type !== 'text' && block.origin.kind === 'made')
          await made.made(block, undefined);
        else if (block.type === 'image')
          await context.emitMedia({
            block,
            alt: block.origin.kind === 'perception' ? `View of ${block.origin.ref}` : 'A picture',
            form: 'url',
            contentTrust: 'untrusted',
          });
      return;
    }
    case 'media-made':
      return made.made(event.block, event.words);
    case 'made-described':
      return made.described(event.block, event.words);
    case 'media-shown': {
      const { model, host, wire, images } = event.report;
      await context.emit({ type: 'percept.media.shown', payload: { model, host, wire, images } });
      return;
    }
    case 'media-noticed':
      await context.emit({
        type: 'log.appended',
        payload: { level: 'info', message: event.text, nodeId: context.nodeId },
      });
      return;
    case 'prompt-recorded':
    case 'text-written':
    case 'thought-written':
    case 'context-measured':
    case 'history-compacted':
    case 'turn-ended':
      return;
  }
}

async function conclude(
  parts: AskParts,
  context: NodeContext,
  text: string,
  session: SessionId,
): Promise<NodeResult> {
  const kinds: readonly unknown[] = Array.isArray(context.config['envelopes'])
    ? context.config['envelopes']
    : [];
  const emitted = kinds.length > 0 ? envelopeIn(text) : undefined;
  if (!emitted) return completed({ text });
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
    await context.emit({ ...projection, causationId: correlationId, contentTrust: 'untrusted' });
  return outcome.status === 'accepted'
    ? completed({ envelope: { type: envelope?.type ?? '', payload: envelope?.payload ?? null } })
    : failed(`envelope_${outcome.status}`, outcome.reason);
}

function judge(
  { limits, isOwnAsset }: AskParts,
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
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) && typeof value['type'] === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
