// The vendors' own packages, unchanged but for their base URL. The same broken request goes to a server that sees: straight,
// where it is refused or blind, and through the gateway, where the server names the colours.
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import {
  judge,
  startCaptureServer,
  type CaptureServer,
  type JudgedWire,
} from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { seeing } from '../wires/seeing.ts';
import { startGateway, type Stage } from './gateway-stage.ts';

const timeout = 240_000;
const apiKey = 'sk-client-0123456789abcdef';

let server: CaptureServer;
let stage: Stage;
let colours: readonly string[];
let picture: string;
beforeAll(async () => {
  server = await startCaptureServer({ script: (request) => seeing()(request, 1) });
  stage = await startGateway({
    openai: { baseUrl: server.baseUrl('chat-completions') },
    anthropic: { baseUrl: server.baseUrl('anthropic-messages') },
    gemini: { baseUrl: server.baseUrl('gemini') },
  });
  colours = drawPalette(Date.now() % 100_000);
  picture = (await drawQuadrants(colours)).toString('base64');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await server.close();
});

const question = 'Which colours are in shot.png?';

/** A picture in a tool message, where this wire has no place for one. */
function chatMessages(): OpenAI.ChatCompletionMessageParam[] {
  const result: unknown = {
    role: 'tool',
    tool_call_id: 'call_1',
    content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }],
  };
  return [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'view', arguments: '{"path":"shot.png"}' },
        },
      ],
    },
    ...(isMessage(result) ? [result] : []),
  ];
}

function isMessage(value: unknown): value is OpenAI.ChatCompletionMessageParam {
  return typeof value === 'object' && value !== null;
}

/** A tool's output turned into text, picture and all. */
function responsesInput(): OpenAI.Responses.ResponseInput {
  const output = JSON.stringify([{ type: 'image', data: picture, mimeType: 'image/png' }]);
  return [
    { role: 'user', content: question },
    { type: 'function_call', call_id: 'call_1', name: 'view', arguments: '{"path":"shot.png"}' },
    { type: 'function_call_output', call_id: 'call_1', output },
  ];
}

/** A failed result with a picture in it, which this provider refuses. */
function anthropicMessages(): Anthropic.MessageParam[] {
  return [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'view', input: { path: 'shot.png' } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          is_error: true,
          content: [
            { type: 'text', text: 'The page looked wrong.' },
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: picture } },
          ],
        },
      ],
    },
  ];
}

/** A response that holds base64 as a plain field. */
function geminiContents() {
  return [
    { role: 'user', parts: [{ text: question }] },
    { role: 'model', parts: [{ functionCall: { name: 'view', args: { path: 'shot.png' } } }] },
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            name: 'view',
            response: { output: `data:image/png;base64,${picture}` },
          },
        },
      ],
    },
  ];
}

interface Client {
  readonly name: string;
  readonly wire: JudgedWire;
  readonly model: string;
  readonly whole: (base: Base) => Promise<string>;
  readonly streamed: (base: Base) => Promise<string>;
}

/** Where the package is pointed: straight at the server, at the bare paths, or at the prefix of its family. */
type Base = 'straight' | 'bare' | 'prefix';

function openai(base: Base): OpenAI {
  const baseURL =
    base === 'straight'
      ? server.baseUrl('chat-completions')
      : `${stage.origin}${base === 'bare' ? '' : '/gateway/openai'}/v1`;
  return new OpenAI({ apiKey, baseURL, maxRetries: 0 });
}

function anthropic(base: Base): Anthropic {
  const baseURL =
    base === 'straight'
      ? server.baseUrl('anthropic-messages').replace(/\/v1$/, '')
      : `${stage.origin}${base === 'bare' ? '' : '/gateway/anthropic'}`;
  return new Anthropic({ apiKey, baseURL, maxRetries: 0 });
}

function google(base: Base): GoogleGenAI {
  const baseUrl =
    base === 'straight'
      ? server.baseUrl('gemini').replace(/\/v1beta$/, '')
      : `${stage.origin}${base === 'bare' ? '' : '/gateway/gemini'}`;
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl } });
}

const clients: readonly Client[] = [
  {
    name: 'openai, Chat Completions',
    wire: 'chat-completions',
    model: 'gpt-4o',
    whole: async (base) => {
      const said = await openai(base).chat.completions.create({
        model: 'gpt-4o',
        messages: chatMessages(),
      });
      return said.choices[0]?.message.content ?? '';
    },
    streamed: async (base) => {
      const parts: string[] = [];
      const stream = await openai(base).chat.completions.create({
        model: 'gpt-4o',
        messages: chatMessages(),
        stream: true,
      });
      for await (const chunk of stream) parts.push(chunk.choices[0]?.delta.content ?? '');
      return parts.join('');
    },
  },
  {
    name: 'openai, Responses',
    wire: 'responses',
    model: 'gpt-5.4',
    whole: async (base) =>
      (await openai(base).responses.create({ model: 'gpt-5.4', input: responsesInput() }))
        .output_text,
    streamed: async (base) => {
      const parts: string[] = [];
      const stream = await openai(base).responses.create({
        model: 'gpt-5.4',
        input: responsesInput(),
        stream: true,
      });
      for await (const event of stream)
        if (event.type === 'response.output_text.delta') parts.push(event.delta);
      return parts.join('');
    },
  },
  {
    name: '@anthropic-ai/sdk',
    wire: 'anthropic-messages',
    model: 'claude-opus-4-8',
    whole: async (base) => {
      const said = await anthropic(base).messages.create({
        model: 'claude-opus-4-8',
        max_tokens: 100,
        messages: anthropicMessages(),
      });
      return said.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    },
    streamed: async (base) =>
      anthropic(base)
        .messages.stream({
          model: 'claude-opus-4-8',
          max_tokens: 100,
          messages: anthropicMessages(),
        })
        .finalText(),
  },
  {
    name: '@google/genai',
    wire: 'gemini',
    model: 'gemini-3-pro',
    whole: async (base) => {
      const said = await google(base).models.generateContent({
        model: 'gemini-3-pro',
        contents: geminiContents(),
      });
      return said.text ?? '';
    },
    streamed: async (base) => {
      const parts: string[] = [];
      const stream = await google(base).models.generateContentStream({
        model: 'gemini-3-pro',
        contents: geminiContents(),
      });
      for await (const chunk of stream) parts.push(chunk.text ?? '');
      return parts.join('');
    },
  },
];

for (const { name, wire, model, whole, streamed } of clients)
  describe(`the package ${name}`, () => {
    test(
      'fails at the provider with this request, or the model sees nothing',
      { timeout },
      async () => {
        const said = await whole('straight').catch((error: unknown) => `refused: ${String(error)}`);
        expect(said).toMatch(/^(refused: |I see no image)/);
        const { raw = '' } = server.requests.at(-1) ?? {};
        expect(judge({ wire, body: raw, model, expectImages: 1 }).ok).toBe(false);
      },
    );

    for (const base of ['bare', 'prefix'] as const)
      for (const [how, ask] of [
        ['whole', whole],
        ['as a stream', streamed],
      ] as const)
        test(
          `through the gateway the model names the colours (${base} path, ${how})`,
          { tags: ['d-gateway-heals'], timeout },
          async () => {
            const before = stage.entries.length;
            expect(await ask(base)).toBe(colours.join(', '));
            const { raw = '' } = server.requests.at(-1) ?? {};
            expect(judge({ wire, body: raw, model, expectImages: 1 }).findings).toEqual([]);
            const entry = await stage.entry(before);
            expect(entry).toMatchObject({ wire, model, effect: 'healed', images: 1, status: 200 });
          },
        );
  });

describe('what the gateway itself refuses', () => {
  test("is raised as each package's own typed error", { timeout }, async () => {
    await using strict = await startGateway(
      {
        openai: { baseUrl: server.baseUrl('chat-completions') },
        anthropic: { baseUrl: server.baseUrl('anthropic-messages') },
        gemini: { baseUrl: server.baseUrl('gemini') },
      },
      { limits: { maxRequestBytes: 500 } },
    );
    const long = 'word '.repeat(500);
    const before = server.requests.length;
    const chat = new OpenAI({ apiKey, baseURL: `${strict.origin}/v1`, maxRetries: 0 });
    const failed = await chat.chat.completions
      .create({ model: 'gpt-4o', messages: [{ role: 'user', content: long }] })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OpenAI.APIError);
    expect(failed).toMatchObject({
      status: 413,
      code: 'percept_too-large',
      type: 'invalid_request_error',
    });
    const claude = new Anthropic({ apiKey, baseURL: strict.origin, maxRetries: 0 });
    const refused = await claude.messages
      .create({
        model: 'claude-opus-4-8',
        max_tokens: 9,
        messages: [{ role: 'user', content: long }],
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Anthropic.APIError);
    expect(refused).toMatchObject({ status: 413, error: { error: { type: 'request_too_large' } } });
    const gemini = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: strict.origin } });
    const said = await gemini.models
      .generateContent({ model: 'gemini-3-pro', contents: long })
      .catch((error: unknown) => error);
    expect(said).toMatchObject({ name: 'ApiError', status: 413 });
    expect(server.requests).toHaveLength(before);
  });

  test(
    'says that an upstream is not there, with the status that packages retry',
    { timeout },
    async () => {
      await using alone = await startGateway({ openai: { baseUrl: 'http://127.0.0.1:9/v1' } });
      const chat = new OpenAI({ apiKey, baseURL: `${alone.origin}/v1`, maxRetries: 0 });
      const failed = await chat.models.list().catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(OpenAI.InternalServerError);
      const claude = new Anthropic({ apiKey, baseURL: alone.origin, maxRetries: 0 });
      const missing = await claude.models.list().catch((error: unknown) => error);
      expect(missing).toBeInstanceOf(Anthropic.NotFoundError);
    },
  );
});
