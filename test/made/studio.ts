// A session whose main model makes what it is told to make, and any other model that is asked next: the provider packages are
// the real ones, and the server speaks their wires.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentParts, AgentSession, LoopEvent, LoopModel } from '@percept/agent';
import { resolveProfile, type StoredBlock } from '@percept/core';
import { startCaptureServer, text, type Reply } from 'percept/conformance';
import { openRig, unwrap, type Rig } from '../acp/rig.ts';
import { models, type ModelCase } from '../wires/models.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

/** The last one's package knows nothing of the pictures that its server sends; Bedrock's fails at them, and is no provider of a configuration. */
export const makers = [
  'google 4 gemini-3',
  'openai 4 responses',
  'openrouter 3',
  'openai-compatible 3',
];
export const askers = [
  'openai-compatible 3',
  'openai 4 chat',
  'openai 4 responses',
  'anthropic 4',
  'google 4 gemini-3',
  'amazon-bedrock 5',
  'mistral 4',
  'xai 5',
  'openrouter 3',
];

function caseOf(name: string): ModelCase {
  const found = models.find((model) => model.name === name);
  if (!found) throw new Error(`There is no case ${name}.`);
  return found;
}

function isV4(model: ReturnType<ModelCase['make']>): model is LanguageModelV4 {
  return model.specificationVersion === 'v4';
}

function modelOf(name: string, baseUrl: string): LoopModel {
  const made = caseOf(name).make(baseUrl);
  if (!isV4(made)) throw new Error('The loop asks models of the newest generation.');
  const profile = resolveProfile({ provider: made.provider, model: made.modelId });
  return { name, host: '127.0.0.1', profile, maxContextTokens: 100_000, open: async () => made };
}

export interface Studio extends AsyncDisposable {
  readonly rig: Rig;
  readonly requests: readonly { readonly raw: string; readonly wire: ModelCase['wire'] }[];
  say(words: string): Promise<readonly LoopEvent[]>;
  ask(words: string, model: string): Promise<readonly LoopEvent[]>;
  readonly session: AgentSession;
}

/** A session whose main model draws what it is told to draw; every other model answers "Seen." */
export async function openStudio(maker: string, replies: readonly Reply[]): Promise<Studio> {
  let at = 0;
  const server = await startCaptureServer({
    script: () => replies[at++] ?? text('Seen.'),
  });
  const names = [maker, ...askers.filter((name) => name !== maker)];
  const list = names.map((name) => modelOf(name, server.baseUrl(caseOf(name).wire)));
  const change: Partial<AgentParts> = { models: { list: () => list, main: () => list[0] } };
  const rig = await openRig(() => text('unused'), change);
  return {
    rig,
    requests: server.requests,
    session: rig.session,
    say: (words) => rig.say(words),
    ask: async (words, model) => {
      unwrap(await rig.session.switchModel(model));
      return rig.say(words);
    },
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

export function madeIn(events: readonly LoopEvent[]): readonly StoredBlock[] {
  return events.flatMap((event) => (event.type === 'media-made' ? [event.block] : []));
}

export function noticesIn(events: readonly LoopEvent[]): string {
  return events.flatMap((event) => (event.type === 'media-noticed' ? [event.text] : [])).join('\n');
}

export const png = async (seed: number): Promise<string> =>
  Buffer.from(await drawQuadrants(drawPalette(seed))).toString('base64');
