// Every bad request that the oracle knows comes out of the lens as one that the oracle lets pass, or as the same object where
// only a text is strange: what is not certainly a picture is somebody's text.

import { describe, expect, test } from 'vitest';
import { profilesById, resolveProfile } from '../src/index.ts';
import { lowerRequest } from '../src/lens/index.ts';
import { judge, type JudgedWire } from '../src/testing/index.ts';
import { badRequests, bodyOf } from './oracle-bad.ts';

const spoken = {
  'chat-completions': { wire: 'chat-completions', provider: 'openai.chat', model: 'gpt-4o' },
  'mistral-chat': {
    wire: 'chat-completions',
    provider: 'mistral.chat',
    model: 'mistral-large-latest',
  },
  responses: { wire: 'responses', provider: 'openai.responses', model: 'gpt-5.4' },
  'anthropic-messages': {
    wire: 'anthropic-messages',
    provider: 'anthropic.messages',
    model: 'claude-opus-4-8',
  },
  gemini: { wire: 'gemini', provider: 'google.generative-ai', model: 'gemini-3-pro' },
} as const;

/** Bedrock's bodies have no lens of their own: they are lowered as an AI SDK prompt. */
const wiresOf = (wires: readonly JudgedWire[]) =>
  wires.filter((wire) => wire !== 'bedrock-converse');

describe('a poisoned history', () => {
  for (const bad of badRequests.filter(({ rule }) => rule !== 'not-a-request'))
    for (const judged of wiresOf(bad.wires))
      test(
        `with ${bad.what} is ${bad.stays ? 'left alone' : 'valid'} on ${judged} after the lens`,
        { tags: ['f-wires-poisoned-repaired', 'p-no-poison'] },
        async () => {
          const { wire, ...name } = spoken[judged];
          const named = bad.profile === undefined ? undefined : profilesById.get(bad.profile);
          const profile = named ?? resolveProfile({ ...name, wire });
          const given = bodyOf(bad, judged);
          const { body } = await lowerRequest({ wire, body: given, profile });
          if (bad.stays) expect(body).toBe(given);
          else expect(judge({ wire: judged, body, profile }).findings).toEqual([]);
        },
      );
});
