// Where a body is usually sent, told from its shape: a dry run needs no path.
import { expect, test } from 'vitest';
import { usualPath } from '../src/gateway/dry-run.ts';

const said = (...content: readonly unknown[]) => ({ messages: [{ role: 'user', content }] });
const chat = '/v1/chat/completions';
const converse = '/model/model/converse';

test.each([
  ['nothing', undefined, chat],
  ['a list', [], chat],
  ['an empty body', {}, chat],
  ['words', { messages: [{ role: 'user', content: 'hi' }] }, chat],
  ['a picture by address', said({ type: 'image_url' }), chat],
  ['contents', { contents: [] }, '/v1beta/models/gemini:generateContent'],
  ['contents that are no list', { contents: 'x' }, chat],
  ['an input', { input: 'hi' }, '/v1/responses'],
  ['a system beside the messages', { system: 's', messages: [] }, '/v1/messages'],
  ['a picture of Anthropic', said({ type: 'text' }, { type: 'image' }), '/v1/messages'],
  ['a document', said({ type: 'document' }), '/v1/messages'],
  ['a call', said({ type: 'tool_use' }), '/v1/messages'],
  ['a result', said({ type: 'tool_result' }), '/v1/messages'],
  ['words for Claude', { model: 'claude-9', messages: [] }, '/v1/messages'],
  ['parts without a type', said({ text: 'hi' }), converse],
  ['parts of which one has a type', said({ text: 'hi' }, { type: 'text' }), chat],
])('a body with %s goes where such bodies go', (_, body, path) => {
  expect(usualPath(body)).toBe(path);
});
