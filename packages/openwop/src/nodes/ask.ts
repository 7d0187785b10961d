// A question to our own agent: what it does on the way is told as events of the run, and what it wrote is the node's output
// (written-envelope.ts).
import { definedOf, inside, readText } from '@percept/core/internal';
import { type Json } from '@percept/core';
import type { LoopEvent, PromptPart } from '@percept/agent';
import type { AgentTurns, StartedTurn } from '../agent-turn.ts';
import { ChunkWriter } from '../chunk-writer.ts';
import {
  logged,
  failed,
  textsOnly,
  usageEvent,
  type NodeContext,
  type NodeKind,
  type NodeResult,
} from '../node-kind.ts';
import { MadeEmitter } from './made-emitter.ts';
import { conclude, type EnvelopeParts } from './written-envelope.ts';

export interface AskParts extends EnvelopeParts {
  readonly agents: AgentTurns;
}

export function askNode(parts: AskParts): NodeKind {
  return {
    typeId: 'percept.ask',
    check: (config) =>
      config['envelopes'] === undefined || Array.isArray(config['envelopes'])
        ? textsOnly(['prompt', 'model'])(config)
        : 'envelopes is a list of kinds.',
    run: async (context) => {
      const prompt = await promptOf(parts, context);
      if ('kind' in prompt) return prompt;
      const { config, configurable, substitute, signal, tenant, facts } = context;
      const model = substitute ?? readText(configurable['model']) ?? readText(config['model']);
      if (model !== undefined && !(await parts.agents.modelOf(model)))
        return failed('model_not_found', 'No model of this name is configured here.');
      const session = readText(facts?.['session']);
      const turn = await parts.agents.ask({
        tenant,
        parts: prompt.parts,
        ...definedOf({ session, model }),
        signal,
      });
      if (!turn.ok) return failed('agent_refused', `${turn.refusal.message} ${turn.refusal.hint}`);
      const answer = await listen(context, turn.value);
      if ('kind' in answer) return answer;
      return conclude(parts, context, { text: answer.text, ...turn.value });
    },
  };
}

async function promptOf(
  { intake, agents, limits }: AskParts,
  { inputs, config, answer, tenant, signal }: NodeContext,
): Promise<NodeResult | { readonly parts: readonly PromptPart[] }> {
  if (answer !== undefined) {
    const said = inside(answer, 'answers');
    return {
      parts: [{ type: 'text', text: `The answers to your questions:\n${JSON.stringify(said)}` }],
    };
  }
  const text = readText(inputs['prompt']) ?? readText(config['prompt']);
  if (!text) return failed('validation_error', 'The question is empty.');
  const listed: Json = inputs['media'] ?? [];
  const urls: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  const max = await agents.maxParts(limits.maxPartsPerCall);
  if (urls.length > max) return failed('validation_error', `At most ${max} pieces of media.`);
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
    for (const asked of event.usage.models) {
      const provider = helpers.has(asked.purpose) ? asked.host : model.provider;
      await context.emit(usageEvent(context.nodeId, provider, asked));
    }
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

/** Models of others, in roles of their own. */
const helpers: ReadonlySet<string> = new Set(['describe', 'draw', 'say']);

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
      await context.emit(logged('info', event.text, context.nodeId));
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
