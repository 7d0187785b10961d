// Models of AI SDK 5, 6 and 7: what withPercept gives back is of the same generation, and prompts reach it in the spelling of
// that generation. Packages of the third generation are asked as SDK 6 asks them, against a server that keeps what it got.
import { createAnthropic as createAnthropicV3 } from '@ai-sdk/anthropic-v3';
import { createOpenAICompatible as createOpenAICompatibleV2 } from '@ai-sdk/openai-compatible-v2';
import { createOpenAI as createOpenAIV3 } from '@ai-sdk/openai-v3';
import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV4,
} from '@ai-sdk/provider';
import { withPercept } from 'percept';
import { judge, startCaptureServer, type JudgedWire } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { base64, png } from '../../packages/core/test/lens/pictures.ts';

const picture = base64(png(64, 48, 3));

/** As SDK 6 writes it: bare data in messages, and the spellings of results that people use. */
const prompt = (result: LanguageModelV3Prompt[number]): LanguageModelV3Prompt => [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'look' },
      { type: 'file', mediaType: 'image/png', data: picture },
    ],
  },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'view', input: { path: 'a.png' } }],
  },
  result,
];
const results = (['image-data', 'file-data'] as const).map((type) => ({
  role: 'tool' as const,
  content: [
    {
      type: 'tool-result' as const,
      toolCallId: 'c1',
      toolName: 'view',
      output: {
        type: 'content' as const,
        value: [{ type, data: picture, mediaType: 'image/png' }],
      },
    },
  ],
}));

describe('a model of the third generation', () => {
  const models: readonly (readonly [JudgedWire, (baseURL: string) => LanguageModelV3])[] = [
    [
      'chat-completions',
      (baseURL) => createOpenAICompatibleV2({ name: 'x', baseURL, apiKey: 'k' })('gpt-4.1'),
    ],
    ['responses', (baseURL) => createOpenAIV3({ baseURL, apiKey: 'k' }).responses('gpt-5')],
    [
      'anthropic-messages',
      (baseURL) => createAnthropicV3({ baseURL, apiKey: 'k' })('claude-sonnet-4-5'),
    ],
  ];
  for (const [wire, open] of models)
    for (const result of results)
      test(`on ${wire} sees what SDK 6 gives it as ${result.content[0]?.output.value[0]?.type}`, async () => {
        await using server = await startCaptureServer();
        const model = withPercept(open(server.baseUrl(wire)));
        expect(model.specificationVersion).toBe('v3');
        await model.doGenerate({ prompt: prompt(result) });
        const raw = server.requests.at(-1)?.raw ?? '';
        expect(raw).not.toContain('[object Object]');
        expect(judge({ wire, body: raw, expectImages: 2 }).findings).toEqual([]);
      });
});

type Kept = { readonly role: string; readonly content: unknown }[];

describe('the spelling of a prompt', () => {
  const answer = { content: [], finishReason: 'stop', usage: {}, warnings: [] } as const;

  function second(prompts: Kept[], provider = 'somebody.chat', modelId = 'gpt-5'): LanguageModelV2 {
    return {
      specificationVersion: 'v2',
      provider,
      modelId,
      supportedUrls: {},
      doGenerate: async ({ prompt: given }) => {
        prompts.push(given);
        return {
          ...answer,
          content: [],
          warnings: [],
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        };
      },
      doStream: () => Promise.reject(new Error('Nobody streams here.')),
    };
  }

  test('of the second generation has bare data, and media in results', async () => {
    const prompts: Kept[] = [];
    const model = withPercept(second(prompts, 'anthropic.messages', 'claude-sonnet-4-5'));
    expect(model.specificationVersion).toBe('v2');
    await model.doGenerate({
      prompt: [
        { role: 'user', content: [{ type: 'file', mediaType: 'image/jpeg', data: picture }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'view', input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'view',
              output: { type: 'text', value: `data:image/png;base64,${picture}` },
            },
          ],
        },
      ],
    });
    expect(prompts[0]?.[0]).toMatchObject({
      content: [{ type: 'file', mediaType: 'image/png', data: picture }],
    });
    expect(prompts[0]?.[2]).toMatchObject({
      content: [
        { output: { type: 'content', value: [{ type: 'media', mediaType: 'image/png' }] } },
      ],
    });
  });

  function fourth(prompts: Kept[], provider: string, modelId: string): LanguageModelV4 {
    return {
      specificationVersion: 'v4',
      provider,
      modelId,
      supportedUrls: {},
      doGenerate: async ({ prompt: given }) => {
        prompts.push(given);
        return {
          content: [],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        };
      },
      doStream: () => Promise.reject(new Error('Nobody streams here.')),
    };
  }

  test('tells a call that another provider ran, where the package has no words for it', async () => {
    const prompts: Kept[] = [];
    await withPercept(fourth(prompts, 'mistral.chat', 'mistral-medium-latest')).doGenerate({
      prompt: [
        { role: 'user', content: [{ type: 'text', text: 'search' }] },
        {
          role: 'assistant',
          content: [
            {
              type: 'tool-call',
              toolCallId: 's',
              toolName: 'web_search',
              input: { query: 'cats' },
              providerExecuted: true,
            },
            {
              type: 'tool-result',
              toolCallId: 's',
              toolName: 'web_search',
              output: { type: 'json', value: [{ url: 'https://cats.example' }] },
            },
            { type: 'text', text: 'Found.' },
          ],
        },
      ],
    });
    const told = JSON.stringify(prompts[0]?.[1]);
    expect(told).toContain('web_search was run by the provider');
    expect(told).toContain('https://cats.example');
    expect(told).not.toContain('tool-call');
  });

  test('holds no sound for the Responses API, whose package throws on one', async () => {
    const prompts: Kept[] = [];
    const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(64)]);
    await withPercept(fourth(prompts, 'openai.responses', 'gpt-5')).doGenerate({
      prompt: [
        {
          role: 'user',
          content: [
            {
              type: 'file',
              mediaType: 'audio/wav',
              data: { type: 'data', data: wav.toString('base64') },
            },
          ],
        },
      ],
    });
    expect(prompts[0]?.[0]).toMatchObject({ content: [{ type: 'text' }] });
  });

  test.each([
    ['openai.chat', 'gpt-3.5-turbo'],
    ['openai.chat', 'gpt-4-0613'],
    ['openai.responses', 'o3-mini'],
    ['deepseek.chat', 'deepseek-chat'],
    ['groq.chat', 'llama-3.3-70b-versatile'],
    ['groq.chat', 'moonshotai/kimi-k2-instruct'],
    ['mistral.chat', 'codestral-latest'],
    ['xai.chat', 'grok-code-fast-1'],
    ['cerebras.chat', 'qwen-3-coder-480b'],
    ['ollama', 'llama3.1:8b'],
    ['openai-compatible.chat', 'glm-4.6'],
    ['amazon-bedrock', 'meta.llama3-1-70b-instruct-v1:0'],
    ['cohere.chat', 'command-r-plus'],
  ])('holds no pixels for %s %s, which cannot see', async (provider, modelId) => {
    const prompts: Kept[] = [];
    await withPercept(fourth(prompts, provider, modelId)).doGenerate({
      prompt: [
        {
          role: 'user',
          content: [
            { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
          ],
        },
      ],
    });
    expect(prompts[0]?.[0]).toMatchObject({ content: [{ type: 'text' }] });
  });
});
