// A path leads to one place however it is spelled, or nowhere.
import { expect, test } from 'vitest';
import { readingOf, routeOf } from '../src/gateway/target.ts';

/** An escape that is escaped so many times more. */
const escaped = (letter: string, times: number): string =>
  `%${'25'.repeat(times)}${letter.charCodeAt(0).toString(16)}`;

test.each([0, 1, 2, 3])(
  'attack: a dotted segment that was escaped %i times more leads nowhere',
  (times) => {
    const dots = escaped('.', times).repeat(2);
    expect(routeOf(`/v1/chat/${dots}/files`, {})).toMatchObject({ kind: 'refused' });
    const slash = escaped('/', times);
    expect(routeOf(`/gateway/openai/v1/x${slash}..${slash}y`, {})).toMatchObject({
      kind: 'refused',
    });
  },
);

test.each([
  ['/v1/chat/completions', 'chat-completions'],
  ['/V1/CHAT/Completions/', 'chat-completions'],
  ['/v1/%63hat/completions', 'chat-completions'],
  ['/v1/%2563hat/completions', 'chat-completions'],
  ['/openai/deployments/my-gpt/chat/completions', 'chat-completions'],
  ['/v1/responses', 'responses'],
  ['/v1/responses/r_1', undefined],
  ['/v1/messages', 'anthropic-messages'],
  ['/messages', 'anthropic-messages'],
  ['/v1/messages/count_tokens', undefined],
  ['/v1beta/models/gemini-9:streamGenerateContent', 'gemini'],
  ['/v1beta/models/gemini-9:countTokens', undefined],
  ['/v1/projects/p/publishers/anthropic/models/claude-9:rawPredict', 'anthropic-messages'],
  ['/v1/projects/p/publishers/mistral/models/m:rawPredict', undefined],
  ['/model/anthropic.claude-9/invoke', 'anthropic-messages'],
  ['/model/amazon.nova-9/invoke-with-response-stream', 'bedrock-converse'],
  ['/model/meta.llama/invoke', undefined],
  ['/model/meta.llama/converse-stream', 'bedrock-converse'],
  ['/model/meta.llama/count-tokens', undefined],
  ['/v1/embeddings', undefined],
])('%s is the wire %s', (path, wire) => {
  expect(readingOf(path).wire).toBe(wire);
});

test('a model in a path is cut where no name is that long', () => {
  const named = (length: number) =>
    routeOf(`/v1beta/models/${'m'.repeat(length)}:generateContent`, {});
  expect(named(200)).toMatchObject({ target: { model: 'm'.repeat(200), wire: 'gemini' } });
  expect(named(201)).toMatchObject({ target: { model: 'm'.repeat(200) } });
});
