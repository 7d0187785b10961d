// First do no harm: whatever is not certainly a picture reaches the model letter by letter, in every place of every wire.
import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { promptLens } from '../../src/ai-sdk/lens.ts';
import { lowerRequest, type LensWire } from '../../src/lens/index.ts';
import { lowerWith } from '../../src/lens/lower.ts';
import { writers } from './history.ts';
import { innocentTexts } from './innocent.ts';
import { base64, png } from './pictures.ts';

type Body = Readonly<Record<string, unknown>>;

const input = { path: 'a.txt' };

/** Every place in which a text can stand, by wire: the user's, the system's, the model's, the tool's, and beside them. */
const places: Readonly<Record<LensWire | 'ai-sdk', readonly ((text: string) => Body)[]>> = {
  'chat-completions': [
    (text) => ({ messages: [{ role: 'user', content: text }] }),
    (text) => ({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
    (text) => ({
      messages: [
        { role: 'system', content: text },
        { role: 'user', content: 'x' },
      ],
    }),
    (text) => ({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: text },
      ],
    }),
    ...[(text: string) => text, (text: string) => [{ type: 'text', text }]].map(
      (content) => (text: string) => ({
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: null, tool_calls: [chatCall(JSON.stringify({ text }))] },
          { role: 'tool', tool_call_id: 'c', content: content(text) },
        ],
        tools: [{ type: 'function', function: { name: 'read', description: text } }],
      }),
    ),
  ],
  responses: [
    (text) => ({ input: text }),
    (text) => ({ input: [{ role: 'user', content: [{ type: 'input_text', text }] }] }),
    (text) => ({ instructions: text, input: 'x' }),
    (text) => ({
      input: [{ role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }],
    }),
    ...[(text: string) => text, (text: string) => [{ type: 'input_text', text }]].map(
      (output) => (text: string) => ({
        input: [
          { role: 'user', content: 'x' },
          {
            type: 'function_call',
            call_id: 'c',
            name: 'read',
            arguments: JSON.stringify({ text }),
          },
          { type: 'function_call_output', call_id: 'c', output: output(text) },
        ],
      }),
    ),
  ],
  'anthropic-messages': [
    (text) => ({ messages: [{ role: 'user', content: text }] }),
    (text) => ({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
    (text) => ({ system: text, messages: [{ role: 'user', content: 'x' }] }),
    (text) => ({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: text },
      ],
    }),
    ...[(text: string) => text, (text: string) => [{ type: 'text', text }]].map(
      (content) => (text: string) => ({
        messages: [
          { role: 'user', content: 'x' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c', name: 'read', input: { text } }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'c', content: content(text) }],
          },
        ],
      }),
    ),
  ],
  gemini: [
    (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    (text) => ({
      systemInstruction: { parts: [{ text }] },
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    }),
    (text) => ({ contents: [{ role: 'model', parts: [{ text }] }] }),
    (text) => ({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'read', args: { text } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'read', response: { output: text } } }],
        },
      ],
    }),
    (text) => ({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'read', args: input } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'read', response: { result: text, lines: 3 } } }],
        },
      ],
    }),
  ],
  'bedrock-converse': [
    (text) => ({ messages: [{ role: 'user', content: [{ text }] }] }),
    (text) => ({ system: [{ text }], messages: [{ role: 'user', content: [{ text: 'x' }] }] }),
    (text) => ({ messages: [{ role: 'assistant', content: [{ text }] }] }),
    ...[(text: string) => ({ text }), (text: string) => ({ json: { text, lines: 3 } })].map(
      (inner) => (text: string) => ({
        messages: [
          {
            role: 'assistant',
            content: [{ toolUse: { toolUseId: 'c', name: 'read', input: { text } } }],
          },
          { role: 'user', content: [{ toolResult: { toolUseId: 'c', content: [inner(text)] } }] },
        ],
      }),
    ),
  ],
  'ai-sdk': [
    (text) => ({ prompt: [{ role: 'user', content: [{ type: 'text', text }] }] }),
    (text) => ({ prompt: [{ role: 'system', content: text }] }),
    (text) => ({ prompt: [{ role: 'assistant', content: [{ type: 'text', text }] }] }),
    ...['text', 'json', 'error-text'].map((type) => (text: string) => ({
      prompt: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'read', input: { text } }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'read',
              output: { type, value: type === 'json' ? { text, lines: 3 } : text },
            },
          ],
        },
      ],
    })),
  ],
};

function chatCall(text: string) {
  return { id: 'c', type: 'function', function: { name: 'read', arguments: text } };
}

const lens = promptLens({ resultSpelling: 'file', assistantMedia: false });

function lower(wire: LensWire | 'ai-sdk', body: Body) {
  const known = {
    provider: wire === 'anthropic-messages' ? 'anthropic' : 'openai.chat',
    model: 'gpt-5',
  };
  const profile = resolveProfile(known);
  return wire === 'ai-sdk'
    ? lowerWith(lens, body, { profile })
    : lowerRequest({ wire, body, profile });
}

test('there are more than two hundred of them', () => {
  expect(innocentTexts.length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.keys(places).map((wire) => wire as LensWire | 'ai-sdk'))('on %s', (wire) => {
  test(
    'every innocent text in every place leaves as the same object',
    { tags: ['d-lens-text-certain'] },
    async () => {
      const changed: string[] = [];
      for (const [index, place] of places[wire].entries())
        for (const text of innocentTexts) {
          const body = place(text);
          const lowered = await lower(wire, body);
          if (lowered.body !== body) changed.push(`place ${index}: ${text.slice(0, 120)}`);
        }
      expect(changed).toEqual([]);
    },
  );
});

describe.each(Object.keys(writers).map((wire) => wire as LensWire))('on %s', (wire) => {
  test(
    'it also stays whole beside a picture that moves or is put into words',
    { tags: ['d-lens-text-certain'] },
    async () => {
      const cut = {
        kind: 'image',
        mime: 'image/png',
        data: base64(png(64, 48, 1)).slice(0, 90),
      } as const;
      const good = { kind: 'image', mime: 'image/png', data: base64(png(64, 48, 2)) } as const;
      const changed: string[] = [];
      for (const text of innocentTexts) {
        const words = { kind: 'text', text } as const;
        const body = writers[wire]([
          { kind: 'user', items: [words, cut] },
          { kind: 'calls', steps: [{ id: 'c', tool: 'read', input, result: [words, good] }] },
        ]);
        const lowered = await lower(wire, body);
        // A result of nothing but texts becomes one text on some wires; each of them is whole in it.
        const whole = stringsIn(lowered.body).filter((found) => found.includes(text)).length;
        if (whole < stringsIn(body).filter((found) => found === text).length)
          changed.push(text.slice(0, 120));
      }
      expect(changed).toEqual([]);
    },
  );
});

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
