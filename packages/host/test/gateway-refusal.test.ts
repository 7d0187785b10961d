// A refusal in the first event of a stream, which began with a yes.
import { expect, test } from 'vitest';
import { refusalIn } from '../src/gateway/refusal.ts';

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

test.each([
  ['of Anthropic', `event: error\n${event({ type: 'error', error: { type: 'overloaded' } })}`, 400],
  ['with a code', event({ error: { code: 429, message: 'no' } }), 429],
  ['with the lowest code', event({ error: { code: 400 } }), 400],
  ['with the highest code', event({ error: { code: 599 } }), 599],
  ['with a code that is no refusal', event({ error: { code: 200 } }), 400],
  ['with a code that is none', event({ error: { code: 600 } }), 400],
  ['with a word for a code', event({ error: { code: 'invalid_image' } }), 400],
])('an error %s is a refusal', (_, head, status) => {
  expect(refusalIn(head)).toMatchObject({ status });
  expect(head).toContain(refusalIn(head)?.text);
});

test.each([
  ['an answer', event({ choices: [] })],
  ['an answer that speaks of an error', event({ choices: [{ delta: { content: '"error": {' } }] })],
  ['half of an error', 'data: {"error": {"code": 4'],
  ['an error that is no JSON', 'data: {"error": {code}}\n\n'],
  ['an error after an answer', `${event({ choices: [] })}${event({ error: {} })}`],
  ['nothing', ''],
])('%s is none', (_, head) => {
  expect(refusalIn(head)).toBeUndefined();
});
