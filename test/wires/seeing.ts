// A server that sees: it looks only at images in slots that the wire really has, answers an illegal order as a provider
// does, and says what colours it saw.

import { resolveProfile } from '@percept/core';
import {
  failure,
  judge,
  text,
  toolCalls,
  type CapturedRequest,
  type Reply,
  type Rule,
} from 'percept/conformance';
import { nameQuadrants } from './quadrants.ts';

/** What providers answer with 400: facts, §4. Everything else they take, and see or do not see. */
export const refusedRules: ReadonlySet<Rule> = new Set<Rule>([
  'empty-block',
  'empty-media',
  'image-corrupt',
  'image-type',
  'call-unpaired',
  'result-unpaired',
  'result-repeated',
  'result-order',
  'image-in-failed-result',
  'user-after-tool',
  'role-order',
  'too-many-images',
  'image-too-large',
  'image-too-wide',
  'many-images-edge',
  'request-too-large',
]);

export const blind = 'I see no image.';

/** First asks for these views in one turn, then says what it sees. */
export function seeing(
  ...paths: readonly string[]
): (request: CapturedRequest, index: number) => Promise<Reply> {
  return async (request, index) => {
    if (index === 0) return toolCalls(...paths.map((path) => ({ tool: 'view', input: { path } })));
    const { wire, raw, model } = request;
    const profile = resolveProfile({
      provider: providers[wire],
      model,
      wire: wire === 'mistral-chat' ? 'chat-completions' : wire,
    });
    const { findings, images } = judge({ wire, body: raw, profile });
    const fatal = findings.find(({ rule }) => refusedRules.has(rule));
    if (fatal) return failure(400, `${fatal.rule} at ${fatal.location}: ${fatal.message}`);
    const seen = await Promise.all(
      images.filter(({ legal }) => legal).map(({ data }) => nameQuadrants(data)),
    );
    return text(seen.length === 0 ? blind : seen.map((colours) => colours.join(', ')).join('; '));
  };
}

export const providers: Readonly<Record<CapturedRequest['wire'], string>> = {
  'chat-completions': 'openai.chat',
  'mistral-chat': 'mistral.chat',
  responses: 'openai.responses',
  'anthropic-messages': 'anthropic.messages',
  gemini: 'google.generative-ai',
  'bedrock-converse': 'amazon-bedrock',
};
