// Bodies that were written to hurt: long where something looks twice, deep where something recurses, many where something
// spreads. None of them may throw, and none may cost the square of its size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { findPayloads } from '../../src/lens/payload.ts';
import { lowerRequest } from '../../src/lens/index.ts';
import { OpenCalls } from '../../src/lens/open-calls.ts';
import type { CallView } from '../../src/lens/view.ts';
import { growth, linear } from './growth.ts';
import { base64, png } from './pictures.ts';

const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const lower = (messages: readonly unknown[]) =>
  lowerRequest({ wire: 'chat-completions', profile, body: { messages } });
/** What a model reads of a text that a tool gave back. */
const told = async (content: string) => {
  const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } };
  const { body } = await lower([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content },
  ]);
  return Array.isArray(body['messages']) ? body['messages'][1]?.content : undefined;
};

const line = 'aB3/'.repeat(19);
const part = JSON.stringify({
  type: 'image-data',
  data: base64(png(4, 4)),
  mediaType: 'image/png',
});

describe('four times the text costs about four times as much', () => {
  test.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['line separators', '\u2028'],
    ['blanks', ' '],
    ['blanks and line feeds', ' \n'],
    ['quotes', '"'],
    ['quotes on lines', '"\n'],
    ['backslashes', '\\'],
    ['escaped slashes', '\\/'],
    ['indices that never close', '"0\\'],
    ['brackets', '['],
    ['brackets on lines', ' [\n'],
    ['braces', '{'],
    ['starts of numbers', '[137 '],
    ['schemes', 'data:'],
    ['data URLs without data', 'data:image/png;base64,'],
    ['data URLs without base64', 'data:a/a;'],
    ['one long run of letters', 'aB3'],
    ['runs that are nearly long enough', `${'aB3'.repeat(9)} `],
    ['wrapped lines', `${line}\n`],
    ['wrapped lines, escaped', `${line}\\n`],
    ['padding', '='],
    ['references', 'media:sha256-00000000 '],
    ['lines of JSON', '["type"]\n'],
    ['lines of JSON with a reference', '["media:sha256-00000000"]\n'],
    ['lines of JSON with a picture', `${part}\n`],
    ['pictures', `${base64(png(4, 4))} `],
  ])('when it is %s', async (_, unit) => {
    const find = (size: number) => findPayloads(`${unit.repeat(size / unit.length)}x`);
    expect(await growth(find, 40_000)).toBeLessThan(linear);
  });
});

describe('four times the history costs about four times as much', () => {
  test('when many texts hold a picture each', async () => {
    const words = 'The chart shows a rising line. '.repeat(60);
    const pictures = Array.from({ length: 3_200 }, (_, seed) => base64(png(4, 4, seed)));
    const one = (size: number) => {
      const content = pictures
        .slice(0, size)
        .map((data) => ({ type: 'text', text: `["${words}","${data}"]` }));
      return lower([{ role: 'tool', tool_call_id: 'c', content }]);
    };
    expect(await growth(one, 800)).toBeLessThan(linear);
  });

  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'view', arguments: '{}' },
  });

  test('when every call has the same id', async () => {
    const same = (size: number) =>
      lower(
        Array.from({ length: size }, () => [
          { role: 'assistant', content: null, tool_calls: [call('c')] },
          { role: 'tool', tool_call_id: 'c', content: 'ok' },
        ]).flat(),
      );
    expect(await growth(same, 2_000)).toBeLessThan(linear);
  });

  test('when results come in the opposite order of their calls', async () => {
    const opposite = (size: number) => {
      const ids = Array.from({ length: size }, (_, index) => `c${index}`);
      return lower([
        { role: 'assistant', content: null, tool_calls: ids.map(call) },
        ...ids.toReversed().map((id) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
      ]);
    };
    expect(await growth(opposite, 5_000)).toBeLessThan(linear);
  });
});

describe('JSON in a text', () => {
  test.each([
    ['lists', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['records', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['buffers', `${'{"type":"Buffer","data":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    [
      'payloads',
      `{"type":"file","data":${'{"type":"data","data":'.repeat(20_000)}1${'}'.repeat(20_001)}`,
    ],
    [
      'strings of strings',
      Array.from({ length: 12 }).reduce<string>((text) => JSON.stringify(text), part),
    ],
  ])('may nest %s without end, and is a text', async (_, deep: string) => {
    expect(await told(deep)).toBe(deep);
    expect(await told(`[${part},${deep}]`)).toBe(`[${part},${deep}]`);
  });
});

describe('very many', () => {
  test('letters in the name of a file are no reason to fail', { timeout: 240_000 }, async () => {
    const path = 'aB3/'.repeat(3_000_000);
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'view', arguments: JSON.stringify({ path }) },
    };
    const url = `data:image/png;base64,${base64(png(4, 4))}`;
    const { body } = await lower([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url } }] },
    ]);
    expect(JSON.stringify(body).length).toBeLessThan(path.length + 5_000);
  });

  test('pictures in a result are no reason to fail', { timeout: 240_000 }, async () => {
    const source = { type: 'base64', media_type: 'image/png', data: base64(png(8, 8)) };
    const picture = { type: 'image', source };
    const { report } = await lowerRequest({
      wire: 'anthropic-messages',
      profile: resolveProfile({ provider: 'anthropic.messages', model: 'claude-opus-4-7' }),
      retention: { mode: 'append-only' },
      body: {
        messages: [
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c', name: 'view', input: { path: 'a.png' } }],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c',
                content: Array.from({ length: 150_000 }, () => picture),
              },
            ],
          },
          { role: 'assistant', content: 'ok' },
          { role: 'user', content: 'and?' },
        ],
      },
    });
    expect(report.slots.length).toBe(150_000);
    expect(report.frontier.results).toBe(1);
  });

  test('calls without a result are no reason to fail', { timeout: 240_000 }, async () => {
    const calls = Array.from({ length: 150_000 }, (_, index) => ({
      id: `c${index}`,
      type: 'function',
      function: { name: 'view', arguments: '{}' },
    }));
    const { report } = await lower([{ role: 'assistant', content: null, tool_calls: calls }]);
    expect(report.repairs).toEqual([{ kind: 'missing-result-added', message: 0 }]);
  });
});

test('a result meets the first open call that has its id, or its tool where one has none', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const step = fc.record({
    does: fc.constantFrom('call', 'result'),
    id: fc.option(name, { nil: undefined }),
    tool: name,
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const open = new OpenCalls();
      let list: CallView[] = [];
      for (const { does, id, tool } of steps) {
        if (does === 'call') {
          const call: CallView = {
            kind: 'call',
            tool,
            remote: false,
            ...(id !== undefined && { id }),
          };
          open.add(call);
          list.push(call);
          continue;
        }
        const first = list.find((call) =>
          call.id === undefined || id === undefined ? call.tool === tool : call.id === id,
        );
        list = list.filter((call) => call !== first);
        expect(open.answer(id, tool)).toBe(first);
      }
      expect(open.left()).toEqual(list);
      expect(open.size).toBe(list.length);
    }),
  );
});
