// The judge takes anything and never throws; what it must find, it finds wherever it stands.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, judgedWires, prefixStable } from '../src/testing/index.ts';
import { request } from './oracle-bodies.ts';

const wire = fc.constantFrom(...judgedWires);
const keys =
  'role type content parts text tool_calls id image_url source data functionCall functionResponse toolUse ' +
  'toolResult inlineData output call_id';
const key = fc.constantFrom(...keys.split(' '));
const word = fc.constantFrom(
  'user',
  'assistant',
  'tool',
  'text',
  'image',
  'image_url',
  'tool_use',
  'tool_result',
  '',
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.oneof(word, fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
    fc.array(tie('tree'), { maxLength: 4 }),
  ),
}));

test('any body gets a verdict', { tags: ['f-wires-oracle'] }, () => {
  fc.assert(
    fc.property(wire, fc.array(tree, { maxLength: 5 }), (wire, list) => {
      for (const body of [{ messages: list }, { input: list }, { contents: list }, list]) {
        const { ok, findings } = judge({ wire, body });
        expect(ok).toBe(findings.length === 0);
        expect(prefixStable(wire, body, body).ok).toBe(true);
      }
    }),
  );
});

test('base64 is found in any text, whatever stands around it', { tags: ['f-wires-oracle'] }, () => {
  const bytes = fc.uint8Array({ minLength: 600, maxLength: 2000 });
  const around = fc.string({ maxLength: 50 });
  fc.assert(
    fc.property(wire, bytes, around, around, (wire, bytes, before, after) => {
      fc.pre(new Set(bytes).size > 100);
      const text = `${before} ${Buffer.from(bytes).toString('base64')} ${after}`;
      for (const spelled of [
        text,
        JSON.stringify({ text }),
        JSON.stringify(JSON.stringify([text])),
      ]) {
        const body = request(wire, { results: [{ id: 'call_1', text: spelled }] });
        expect(judge({ wire, body }).findings.map(({ rule }) => rule)).toContain('base64-in-text');
      }
    }),
  );
});

test('base64 is found however long it is', { tags: ['f-wires-oracle'] }, () => {
  const bytes = Buffer.alloc(
    9_000_000,
    Uint8Array.from({ length: 251 }, (_, at) => (at * 97) % 251),
  );
  const data = bytes.toString('base64');
  const lines = data.slice(0, 6_000_000).replaceAll(/.{76}/g, '$&\n');
  for (const text of [data, `url: data:image/png;base64,${data}`, `iVBORw0KGgo${data}`, lines]) {
    const body = request('chat-completions', { results: [{ id: 'call_1', text }] });
    const found = judge({ wire: 'chat-completions', body }).findings.map(({ rule }) => rule);
    expect(found).toContain('base64-in-text');
  }
});

test('prose is never taken for a payload', () => {
  const sentence = fc.lorem({ maxCount: 200, mode: 'words' });
  fc.assert(
    fc.property(wire, sentence, (wire, text) => {
      const body = request(wire, { results: [{ id: 'call_1', text }] });
      expect(judge({ wire, body }).findings).toEqual([]);
    }),
  );
});
