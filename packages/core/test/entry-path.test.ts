// A refusal of a record entry says where it is wrong: an import may have thousands of them.
import { expect, test } from 'vitest';
import { parseEntry } from '../src/parse/record.ts';

const text = { type: 'text', text: 'Look.' };
const result = { type: 'tool-result', callId: 'c', tool: 'view', outcome: 'succeeded' };

test.for([
  ['parts', { type: 'message', role: 'user', parts: 'none' }],
  ['parts[1]', { type: 'message', role: 'user', parts: [text, 7] }],
  ['parts[1]', { type: 'message', role: 'user', parts: [text, { type: 'image' }] }],
  ['parts[0].content', { type: 'message', role: 'tool', parts: [result] }],
  [
    'parts[0].content[1]',
    { type: 'message', role: 'tool', parts: [{ ...result, content: [text, { type: 'text' }] }] },
  ],
  ['block', { type: 'media-ingested', block: {} }],
  [undefined, { type: 'message', role: 'nobody' }],
] as const)('at %s', ([path, entry]) => {
  const parsed = parseEntry(entry);
  expect(parsed).toMatchObject({ ok: false, refusal: { refused: 'invalid-input' } });
  expect(parsed.ok ? 'accepted' : parsed.refusal.path).toBe(path);
});
