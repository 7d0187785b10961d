// The next request must begin with the bytes of the one before it.

import { expect, test } from 'vitest';
import { judgedWires, prefixStable, type JudgedWire } from '../src/testing/index.ts';
import { imageBlock, png, request, textBlock } from './oracle-bodies.ts';

const listOf: Readonly<Record<JudgedWire, string>> = {
  'chat-completions': 'messages',
  'mistral-chat': 'messages',
  responses: 'input',
  'anthropic-messages': 'messages',
  gemini: 'contents',
  'bedrock-converse': 'messages',
};

function grown(wire: JudgedWire): readonly [object, object] {
  const previous = request(wire, { hoisted: [imageBlock(wire, png())] });
  const said = {
    role: 'user',
    [wire === 'gemini' ? 'parts' : 'content']: [textBlock(wire, 'And now?')],
  };
  const list = previous[listOf[wire]];
  return [previous, { ...previous, [listOf[wire]]: Array.isArray(list) ? [...list, said] : [] }];
}

for (const wire of judgedWires) {
  test(
    `a longer history with the same beginning is stable on ${wire}`,
    { tags: ['f-wires-oracle'] },
    () => {
      const [previous, next] = grown(wire);
      expect(prefixStable(wire, previous, next)).toMatchObject({ ok: true });
      expect(prefixStable(wire, JSON.stringify(previous), JSON.stringify(next))).toMatchObject({
        ok: true,
      });
    },
  );

  test(
    `one changed character in an old message breaks the prefix on ${wire}`,
    { tags: ['f-wires-oracle'] },
    () => {
      const [previous, next] = grown(wire);
      const text = JSON.stringify(next).replace('What is in', 'What was in');
      const verdict = prefixStable(wire, previous, text);
      expect(verdict.ok).toBe(false);
      expect(verdict.broken?.after).toContain('What was in');
    },
  );

  test(
    `an image that became words breaks the prefix on ${wire}`,
    { tags: ['f-wires-oracle'] },
    () => {
      const previous = request(wire, { hoisted: [imageBlock(wire, png())] });
      const next = request(wire, { hoisted: [textBlock(wire, '[image elided]')] });
      expect(prefixStable(wire, previous, next).ok).toBe(false);
    },
  );

  test(`a shortened history breaks the prefix on ${wire}`, () => {
    const [previous, next] = grown(wire);
    expect(prefixStable(wire, next, previous).ok).toBe(false);
  });
}

test('changed tools and a changed system break the prefix', () => {
  const body = request('anthropic-messages');
  expect(
    prefixStable('anthropic-messages', { ...body, tools: [] }, { ...body, tools: [{}] }).ok,
  ).toBe(false);
  expect(
    prefixStable('anthropic-messages', { ...body, system: 'a' }, { ...body, system: 'b' }).ok,
  ).toBe(false);
});

test('a cache marker that moved does not', () => {
  const marked = (last: object, more: object[] = []) => ({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...last }] }, ...more],
  });
  const more = [
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Ho', cache_control: { type: 'ephemeral' } }],
    },
  ];
  const verdict = prefixStable(
    'anthropic-messages',
    marked({ cache_control: { type: 'ephemeral' } }),
    marked({}, more),
  );
  expect(verdict.ok).toBe(true);
});

test('a last message that gained blocks at its end continues the prefix', () => {
  const block = (text: string) => ({ type: 'text', text });
  const body = (...texts: string[]) => ({
    messages: [{ role: 'user', content: texts.map(block) }],
  });
  expect(prefixStable('anthropic-messages', body('a'), body('a', 'b')).ok).toBe(true);
  expect(prefixStable('anthropic-messages', body('b'), body('a', 'b')).ok).toBe(false);
});
