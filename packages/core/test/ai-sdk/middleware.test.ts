import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import { generateText, stepCountIs, streamText, tool, ToolLoopAgent, wrapLanguageModel } from 'ai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { perceptMiddleware, type LensEvent, type PerceptOptions } from '../../src/ai-sdk/index.ts';
import { accept, mediaUrl } from '../../src/index.ts';
import { LensSession } from '../../src/lens/index.ts';
import { sha256 } from '../../src/lens/sha256.ts';
import { anthropicTariff } from '../../src/retention/tariff.ts';
import { base64, png } from '../lens/pictures.ts';

const picture = png(64, 48, 3);
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls `view` once and then answers; it keeps every prompt that it was given. */
function model(
  provider: string,
  answer: (options: LanguageModelV4CallOptions, call: number) => void = () => undefined,
) {
  const prompts: LanguageModelV4CallOptions['prompt'][] = [];
  const next = (options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult => {
    prompts.push(options.prompt);
    answer(options, prompts.length);
    const asked = options.prompt.some((message) => message.role === 'tool');
    return asked
      ? {
          content: [{ type: 'text', text: 'I see.' }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage,
          warnings: [],
        }
      : {
          content: [
            { type: 'tool-call', toolCallId: 'c1', toolName: 'view', input: '{"path":"a.png"}' },
          ],
          finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
          usage,
          warnings: [],
        };
  };
  const made: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider,
    modelId: 'model-1',
    supportedUrls: {},
    doGenerate: async (options) => next(options),
    doStream: async (options) => {
      const { content, finishReason } = next(options);
      const parts = content.flatMap((part): LanguageModelV4StreamPart[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ]
          : part.type === 'tool-call'
            ? [part]
            : [],
      );
      return {
        stream: ReadableStream.from<LanguageModelV4StreamPart>([
          { type: 'stream-start', warnings: [] },
          ...parts,
          { type: 'finish', finishReason, usage },
        ]),
      };
    },
  };
  return { made, prompts };
}

const view = tool({
  inputSchema: z.object({ path: z.string() }),
  execute: async () => ({ ok: true }),
  toModelOutput: () => ({
    type: 'content',
    value: [
      { type: 'text', text: 'Here.' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
    ],
  }),
});

function perceiving(
  provider: string,
  options: PerceptOptions = {},
  answer?: Parameters<typeof model>[1],
) {
  const { made, prompts } = model(provider, answer);
  const capabilities = ['vision-input'];
  return {
    model: wrapLanguageModel({
      model: made,
      middleware: perceptMiddleware({ capabilities, ...options }),
    }),
    prompts,
  };
}

describe('every entry point', () => {
  const entries: Readonly<Record<string, (model: LanguageModelV4) => Promise<unknown>>> = {
    generateText: (model) =>
      generateText({ model, tools: { view }, stopWhen: stepCountIs(3), prompt: 'look' }),
    streamText: async (model) =>
      streamText({ model, tools: { view }, stopWhen: stepCountIs(3), prompt: 'look' }).text,
    'ToolLoopAgent.generate': (model) =>
      new ToolLoopAgent({ model, tools: { view } }).generate({ prompt: 'look' }),
    'ToolLoopAgent.stream': async (model) => {
      const { text } = await new ToolLoopAgent({ model, tools: { view } }).stream({
        prompt: 'look',
      });
      return text;
    },
  };

  test.each(Object.keys(entries))(
    '%s gives a Chat Completions model its picture in a user message',
    { tags: ['f-wires-middleware-seam'] },
    async (name) => {
      const { model, prompts } = perceiving('openai.chat');
      await entries[name]?.(model);
      expect(prompts.at(-1)).toMatchObject([
        { role: 'user' },
        { role: 'assistant' },
        {
          role: 'tool',
          content: [
            { output: { type: 'text', value: 'Here.\n[image shown in the following message]' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'text',
              text: '[image "a.png", 64×48, image/png, 153 bytes, from tool view, call c1]',
            },
            { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
          ],
        },
      ]);
    },
  );
});

test('a wire that takes pictures in results gets the prompt untouched', async () => {
  const { model, prompts } = perceiving('anthropic.messages');
  await generateText({ model, tools: { view }, stopWhen: stepCountIs(3), prompt: 'look' });
  expect(prompts.at(-1)).toMatchObject([
    {},
    {},
    { content: [{ output: { type: 'content', value: [{ type: 'text' }, { type: 'file' }] } }] },
  ]);
});

test(
  'a package of the older generation gets the one spelling that it does not drop',
  { tags: ['f-wires-old-spec-models', 'f-wires-provider-generation'] },
  async () => {
    const { model, prompts } = perceiving('anthropic.messages', { specificationVersion: 'v3' });
    await generateText({ model, tools: { view }, stopWhen: stepCountIs(3), prompt: 'look' });
    expect(prompts.at(-1)).toMatchObject([
      {},
      {},
      {
        content: [
          {
            output: {
              value: [
                { type: 'text' },
                { type: 'image-data', data: base64(picture), mediaType: 'image/png' },
              ],
            },
          },
        ],
      },
    ]);
  },
);

test(
  'a list of texts becomes one plain text where the package would turn it into JSON',
  { tags: ['f-wires-collapse-to-text'] },
  async () => {
    const texts = tool({
      inputSchema: z.object({ path: z.string() }),
      execute: async () => ({}),
      toModelOutput: () => ({
        type: 'content',
        value: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      }),
    });
    const { model, prompts } = perceiving('mistral.chat');
    await generateText({ model, tools: { view: texts }, stopWhen: stepCountIs(3), prompt: 'look' });
    expect(prompts.at(-1)).toMatchObject([
      {},
      {},
      { content: [{ output: { type: 'text', value: 'one\ntwo' } }] },
    ]);
  },
);

describe('references', () => {
  const media = { resolve: async () => accept({ bytes: picture, mime: 'image/png' }) };
  const url = mediaUrl(sha256(picture));

  test.each([
    ['a URL', new URL(url)],
    ['a string, as JSON leaves it', url],
  ])(
    'survive the SDK as %s and become bytes in the last step',
    { tags: ['f-wires-media-refs'] },
    async (_, found) => {
      const referring = tool({
        inputSchema: z.object({ path: z.string() }),
        execute: async () => ({}),
        toModelOutput: () => ({
          type: 'content',
          value: [
            { type: 'file', mediaType: 'image/png', data: { type: 'url', url: found as URL } },
          ],
        }),
      });
      const { model, prompts } = perceiving('anthropic.messages', { media });
      const { responseMessages } = await generateText({
        model,
        tools: { view: referring },
        stopWhen: stepCountIs(3),
        messages: [
          { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: new URL(url) }] },
        ],
      });
      expect(JSON.stringify(responseMessages)).not.toContain(base64(picture).slice(0, 40));
      expect(prompts.at(-1)).toMatchObject([
        { content: [{ type: 'file', data: { type: 'data', data: picture } }] },
        {},
        {
          content: [
            { output: { value: [{ type: 'file', data: { type: 'data', data: picture } }] } },
          ],
        },
      ]);
    },
  );
});

describe('recovery', () => {
  const refusal = (statusCode: number, message: string) =>
    new APICallError({ message, url: 'http://localhost', requestBodyValues: {}, statusCode });
  const run = async (message: string, statusCode = 400, still = false) => {
    const events: LensEvent[] = [];
    const session = new LensSession();
    const { model, prompts } = perceiving(
      'anthropic.messages',
      { session, onEvent: (event) => events.push(event) },
      ({ prompt }) => {
        if (still || JSON.stringify(prompt).includes('"file"'))
          if (prompt.some((one) => one.role === 'tool')) throw refusal(statusCode, message);
      },
    );
    const result = await generateText({
      model,
      tools: { view },
      stopWhen: stepCountIs(3),
      prompt: 'look',
      maxRetries: 0,
    }).catch((error: unknown) => error);
    return {
      result,
      prompts,
      events: events.filter((event) => event.type !== 'request-lowered'),
      session,
    };
  };

  test(
    'sends one more request without the suspect, quarantines it by its hash, and says so',
    { tags: ['f-wires-retry-once', 'd-recovery-quarantine'] },
    async () => {
      const { result, prompts, events, session } = await run(
        'messages.2.content.0.image.source.base64: Could not process image',
      );
      expect(result).toMatchObject({ text: 'I see.' });
      expect(prompts).toHaveLength(3);
      expect(prompts.at(-1)).toMatchObject([
        {},
        {},
        {
          content: [
            {
              output: {
                type: 'text',
                value: expect.stringContaining('a provider refused it earlier'),
              },
            },
          ],
        },
      ]);
      expect(events).toMatchObject([
        { type: 'request-degraded', fault: { kind: 'corrupt' }, suspects: [sha256(picture)] },
        { type: 'blob-quarantined', blob: sha256(picture), reason: 'corrupt' },
      ]);
      expect(session.state.quarantine.has(sha256(picture))).toBe(true);
    },
  );

  test(
    'gives up after one, throws the first refusal and accuses nobody',
    { tags: ['f-wires-retry-once'] },
    async () => {
      const { result, prompts, events, session } = await run('Invalid request.', 400, true);
      expect(result).toBeInstanceOf(Error);
      expect(prompts).toHaveLength(3);
      expect(events.at(-1)).toMatchObject({ type: 'recovery-failed', fault: { kind: 'unclear' } });
      expect(session.state.quarantine.size).toBe(0);
    },
  );

  test('learns that a model does not see, and does not ask it again', async () => {
    const { result, prompts } = await run('This model does not support image input.');
    expect(result).toMatchObject({ text: 'I see.' });
    expect(JSON.stringify(prompts.at(-1))).toContain('not shown to this model');
  });

  test('leaves an error that is not about media alone', async () => {
    const { prompts, events } = await run('Incorrect API key provided', 401);
    expect(prompts).toHaveLength(2);
    expect(events).toEqual([]);
  });
});

test.each(['doGenerate', 'doStream'] as const)(
  'what %s says of the cache decides whether the next request may change its prefix',
  async (way) => {
    const said = (total: number, cacheRead: number) => ({
      ...usage,
      inputTokens: { total, cacheRead, noCache: total - cacheRead, cacheWrite: 0 },
    });
    const usages = [said(80_000, 0), said(81_000, 200)];
    const { made } = model('anthropic.messages');
    const finish = (): LanguageModelV4StreamPart => ({
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: usages.shift() ?? usage,
    });
    const session = new LensSession();
    const wrapped = wrapLanguageModel({
      model: {
        ...made,
        doGenerate: async (options: LanguageModelV4CallOptions) => ({
          ...(await made.doGenerate(options)),
          usage: usages.shift() ?? usage,
        }),
        doStream: async () => ({
          stream: ReadableStream.from<LanguageModelV4StreamPart>([
            { type: 'stream-start', warnings: [] },
            finish(),
          ]),
        }),
      },
      middleware: perceptMiddleware({ session }),
    });
    const call: LanguageModelV4CallOptions = {
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'look' }] }],
    };
    const outlooks: string[] = [];
    for (let count = 0; count < 2; count++) {
      const answer = await wrapped[way](call);
      if ('stream' in answer) for await (const part of answer.stream) expect(part).toBeDefined();
      outlooks.push(session.cacheOutlook(anthropicTariff));
    }
    expect(outlooks).toEqual(['warm', 'cold']);
  },
);

describe('a host that fails', () => {
  const asks: LanguageModelV4CallOptions = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'look' }] }],
  };
  const refers: LanguageModelV4CallOptions = {
    prompt: [
      {
        role: 'user',
        content: [
          {
            type: 'file',
            mediaType: 'image/png',
            data: { type: 'url', url: new URL(mediaUrl(sha256(picture))) },
          },
        ],
      },
    ],
  };
  const never = { resolve: () => new Promise<never>(() => undefined) };

  afterEach(() => {
    vi.useRealTimers();
  });

  const listeners: readonly (readonly [string, () => unknown])[] = [
    [
      'throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('listener'))],
  ];

  test.each(listeners)(
    'to listen, because its listener %s, does not fail the call',
    async (_, onEvent) => {
      const { model } = perceiving('openai.chat', { onEvent });
      expect(await model.doGenerate(asks)).toMatchObject({ content: [{ type: 'tool-call' }] });
      const refusing = perceiving('openai.chat', { onEvent }, () => {
        throw new APICallError({
          message: 'Could not process image',
          url: 'http://localhost',
          requestBodyValues: {},
          statusCode: 400,
        });
      });
      await expect(refusing.model.doGenerate(asks)).rejects.toThrow('Could not process image');
    },
  );

  test.each([
    ['nothing', undefined],
    ['nothing about its input', { outputTokens: {} }],
    ['numbers, as older packages do', { inputTokens: 7, outputTokens: 1 }],
  ])(
    'to count, because the package says %s of its usage, does not fail the call',
    async (_, said) => {
      const { made } = model('openai.chat');
      const finish: LanguageModelV4StreamPart = {
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
      };
      Reflect.set(finish, 'usage', said);
      const careless: LanguageModelV4 = {
        ...made,
        doGenerate: async (options) => {
          const result = await made.doGenerate(options);
          Reflect.set(result, 'usage', said);
          return result;
        },
        doStream: async () => ({ stream: ReadableStream.from([finish]) }),
      };
      const wrapped = wrapLanguageModel({
        model: careless,
        middleware: perceptMiddleware({ session: new LensSession() }),
      });
      expect(await wrapped.doGenerate(asks)).toMatchObject({ content: [{ type: 'tool-call' }] });
      const { stream } = await wrapped.doStream(asks);
      const parts: unknown[] = [];
      for await (const part of stream) parts.push(part);
      expect(parts).toEqual([finish]);
    },
  );

  test('to resolve does not hold a call that was taken back', async () => {
    const { model, prompts } = perceiving('openai.chat', { media: never });
    const taken = new AbortController();
    const call = model.doGenerate({ ...refers, abortSignal: taken.signal });
    setTimeout(() => {
      taken.abort(new Error('taken back'));
    }, 20);
    await expect(call).rejects.toThrow('taken back');
    await expect(model.doGenerate({ ...refers, abortSignal: taken.signal })).rejects.toThrow(
      'taken back',
    );
    expect(prompts).toEqual([]);
  });

  test('to resolve in time costs words, and is asked again by the next call', async () => {
    let asked = 0;
    const late = {
      resolve: async () => {
        asked += 1;
        return asked === 1 ? never.resolve() : accept({ bytes: picture, mime: 'image/png' });
      },
    };
    const { model, prompts } = perceiving('openai.chat', {
      media: late,
      mediaTimeoutMs: 30,
      session: new LensSession(),
    });
    await model.doGenerate(refers);
    expect(JSON.stringify(prompts.at(-1))).toContain('not available (timed-out)');
    await model.doGenerate(refers);
    expect(prompts.at(-1)).toMatchObject([
      { content: [{ type: 'file', data: { data: picture } }] },
    ]);
  });

  test('to resolve is waited for during thirty seconds', async () => {
    vi.useFakeTimers();
    const { model, prompts } = perceiving('openai.chat', { media: never });
    const call = model.doGenerate(refers);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(prompts).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(prompts).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
