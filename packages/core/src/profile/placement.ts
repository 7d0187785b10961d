// Where a tool's media may stand is decided by the wire, not by the model: the same Claude takes a picture inside a tool
// result on Anthropic's own wire, and not through a Chat Completions proxy.
import type { ToolPlacement } from './profile.ts';

export const wires = [
  'chat-completions',
  'responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
] as const;
export type Wire = (typeof wires)[number];

/** The wire behind a provider name as the AI SDK spells it. Chat Completions is what everybody else speaks. */
export function wireOf(provider: string): Wire {
  if (/\.responses$|^xai$/.test(provider)) return 'responses';
  if (/anthropic/.test(provider)) return 'anthropic-messages';
  if (/^amazon-bedrock|^bedrock/.test(provider)) return 'bedrock-converse';
  if (/^google|^gemini|^vertex/.test(provider)) return 'gemini';
  return 'chat-completions';
}

const hoisted: ToolPlacement = {
  image: 'hoist',
  audio: 'hoist',
  file: 'hoist',
  imageWhenFailed: 'hoist',
};

/** Evidence for each row: the capture of what twelve packages send and what the servers behind them answer. */
export const placementOn: Readonly<Record<Wire, ToolPlacement>> = {
  'chat-completions': hoisted,
  responses: { image: 'native', audio: 'words', file: 'native', imageWhenFailed: 'native' },
  'anthropic-messages': {
    image: 'native',
    audio: 'words',
    file: 'native',
    imageWhenFailed: 'hoist',
  },
  gemini: { image: 'native', audio: 'hoist', file: 'native', imageWhenFailed: 'native' },
  'bedrock-converse': { image: 'native', audio: 'words', file: 'hoist', imageWhenFailed: 'hoist' },
};

/** Gemini before 3 rejects `functionResponse.parts`. */
export const gemini2Placement: ToolPlacement = hoisted;

/** The Mistral family's chat template takes no user message straight after a tool's. */
export const mistralPlacement: ToolPlacement = {
  image: 'hoist-after-bridge',
  audio: 'words',
  file: 'hoist-after-bridge',
  imageWhenFailed: 'hoist-after-bridge',
};
