// Every part of a model's stream is shown, stored or told. A model written by hand sends what no package of today sends, and what
// tools at a provider leave behind. What means harm, or is too much, is hostile.test.ts.
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { LoopEvent, LoopModel } from '@percept/agent';
import { resolveProfile } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import { drawing } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openRig, said } from '../acp/rig.ts';
import { askers, madeIn, noticesIn, openStudio, png } from './studio.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Says these parts, and then that it is done. */
function speaking(parts: readonly unknown[]): LoopModel {
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'by-hand',
    modelId: 'speaking',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Nobody asks like that here.')),
    doStream: async () => ({
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          for (const part of parts) if (isPart(part)) controller.enqueue(part);
          controller.enqueue({
            type: 'finish',
            usage,
            finishReason: { unified: 'stop', raw: 'stop' },
          });
          controller.close();
        },
      }),
    }),
  };
  const profile = resolveProfile({ provider: 'openai.responses', model: 'gpt-5.4' });
  const open = async (): Promise<LanguageModelV4> => model;
  return { name: 'speaking', host: '127.0.0.1', profile, maxContextTokens: 100_000, open };
}

/** A newer package may send what our types do not know. */
function isPart(value: unknown): value is LanguageModelV4StreamPart {
  return isRecord(value) && typeof value['type'] === 'string';
}

async function heard(parts: readonly unknown[]): Promise<readonly LoopEvent[]> {
  const model = speaking(parts);
  await using rig = await openRig(() => drawing('unused'), {
    models: { list: () => [model], main: () => model },
  });
  const events = await rig.say('Draw.');
  expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
  return events;
}

const words: readonly unknown[] = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Here.' },
  { type: 'text-end', id: '1' },
];

const ran = (id: string, toolName: string, result: unknown): readonly unknown[] => [
  { type: 'tool-call', toolCallId: id, toolName, input: '{}', providerExecuted: true },
  { type: 'tool-result', toolCallId: id, toolName, result },
];

describe('a part of a stream', { tags: ['p-made-is-kept'] }, () => {
  test.each(['hologram', 'custom'])('of the kind %s is told in words', async (type) => {
    const events = await heard([...words, { type, kind: 'by-hand.smell', data: {} }]);
    expect(said(events)).toContain('Here.');
    expect(noticesIn(events)).toMatch(/The model also sent .*, which nothing here can show\./);
  });

  test.each(askers)('of a plain answer on the wire of %s leaves nothing to tell', async (asker) => {
    await using studio = await openStudio('openai-compatible 3', []);
    const events = await studio.ask('Look.', asker);
    expect(said(events)).toBe('Seen.');
    expect(noticesIn(events)).toBe('');
  });

  test('that names a source is told', async () => {
    const source = {
      type: 'source',
      sourceType: 'url',
      id: 's',
      url: 'https://example.com/a',
      title: 'A',
    };
    expect(said(await heard([...words, source]))).toContain('[source: A https://example.com/a]');
  });

  test('with several files of a tool that the provider ran keeps each of them', async () => {
    const [first, second] = [await png(91), await png(92)];
    const events = await heard([
      ...words,
      ...ran('a', 'code_interpreter', {
        outputs: [
          { type: 'logs', logs: 'drawn' },
          { type: 'image', url: `data:image/png;base64,${first}` },
          { type: 'image', url: `data:image/png;base64,${second}` },
        ],
      }),
      ...ran('b', 'image_generation', { result: first }),
      ...ran('c', 'web_search', { results: [] }),
      ...ran('d', 'code_execution', {
        content: [{ type: 'code_execution_output', file_id: 'file_7' }],
      }),
    ]);
    expect(madeIn(events).map(({ type }) => type)).toEqual(['image', 'image', 'image']);
    expect(said(events)).toContain('[web_search was run by the provider]');
    expect(said(events)).toContain(
      '[code_execution made a file that stays at the provider: file_7]',
    );
  });
});

describe('on the wire of Chat Completions', { tags: ['p-made-is-kept'], timeout: 240_000 }, () => {
  const pcm = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');

  test('a sound is kept with the words that were said, once', async () => {
    await using studio = await openStudio('openai-compatible 3', [
      drawing('Good morning.', { mime: 'audio/pcm', base64: pcm(48_000) }),
    ]);
    const events = await studio.say('Say it.');
    expect(madeIn(events)).toMatchObject([{ type: 'audio', durationMs: 1_000 }]);
    expect(said(events)).toBe('Good morning.');
  });
});
