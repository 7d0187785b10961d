// Bodies that were written to hurt: long where something looks twice, deep where something recurses, many where something
// spreads. None of them may throw, and none may cost the square of its size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { findPayloads, lowerRequest } from '../../src/lens/index.ts';
import { OpenCalls } from '../../src/lens/open-calls.ts';
import type { CallView } from '../../src/lens/view.ts';
import { growth, linear } from './growth.ts';
import { base64, png } from './pictures.ts';

const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const lower = (messages: readonly unknown[]) =>
  lowerRequest({ wire: 'chat-completions', profile, body: { messages } });
const said = async (content: string) => {
  const { body } = await lower([{ role: 'user', content }]);
  return JSON.stringify(body);
};

const blob = `media:sha256-${'a'.repeat(64)}`;
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
        .map((data) => ({ type: 'text', text: `${words}${data}` }));
      return lower([{ role: 'user', content }]);
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
  ])('may nest %s without end beside a reference: a word stands for the depth', async (_, deep) => {
    const lowered = await said(`["${blob}",${deep}]`);
    expect(lowered).toContain('nested too deep');
    expect(lowered).not.toContain(blob);
  });

  test('keeps what is nested a hundred times', async () => {
    const deep = `${'['.repeat(100)}7${']'.repeat(100)}`;
    expect(await said(`["${blob}",${deep}]`)).toContain(deep);
  });
});

describe('very many', () => {
  test('references in a text are no reason to fail: behind the first thousand stands a word for each', async () => {
    const references = 'media:sha256-00000000 '.repeat(200_000);
    const pieces = findPayloads(references) ?? [];
    expect(pieces.filter((piece) => piece.kind === 'payload')).toHaveLength(1_000);
    expect(pieces.at(-1)).toEqual({ kind: 'text', text: '[media] '.repeat(199_000) });
    expect(await said(references)).not.toContain('media:sha256');
  });

  test('lines of JSON with a reference are no reason to fail', async () => {
    const list = JSON.stringify(Array.from({ length: 150_000 }, () => 'media:sha256-00000000'));
    expect(await said(`Found:\n${list}\n`)).not.toContain('media:sha256');
    expect(
      await said(`Found:\n${'media:sha256-00000000 '.repeat(150_000)}\n["${blob}"]`),
    ).not.toContain('media:sha256');
  });

  test('pictures in a result are no reason to fail', { timeout: 60_000 }, async () => {
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

  test('calls without a result are no reason to fail', { timeout: 60_000 }, async () => {
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
