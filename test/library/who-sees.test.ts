// Names that see and names that do not, through everything that we give to programs: pixels only where they can be seen.
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateText } from 'ai';
import { createBridge } from '@percept/agent/internal';
import { commonProfile, resolveProfile, sees } from '@percept/core';
import { defineDescriber, openPercept, withPercept } from 'percept';
import { describe, expect, test } from 'vitest';
import { withBridge } from '../../packages/agent/src/bridge/index.ts';
import { drawPieces } from '../attachments/pieces.ts';
import { openStage } from '../bridge/stage.ts';

const seeing =
  `gpt-4o gpt-4o-mini gpt-4.1 gpt-5 gpt-5-mini gpt-5.1 o1 o3 o4-mini chatgpt-4o-latest gpt-4-turbo
claude-3-5-sonnet-latest claude-3-haiku-20240307 claude-opus-4-1 claude-sonnet-4-5 claude-haiku-4-5 claude-opus-5
gemini-2.0-flash gemini-2.5-pro gemini-2.5-flash-lite gemini-3-pro-preview gemini-1.5-pro pixtral-12b-2409
pixtral-large-latest mistral-medium-latest mistral-small-latest grok-4 grok-2-vision-1212 llama-3.2-11b-vision-instruct
meta-llama/llama-4-scout llama-4-maverick qwen2.5-vl-72b-instruct qwen-vl-max qwen3-vl-30b gemma3:12b gemma-3-27b-it
llava:13b minicpm-v moondream:1.8b internvl3-8b glm-4.5v glm-4v-plus phi-4-multimodal-instruct amazon.nova-pro-v1:0
us.anthropic.claude-sonnet-4-5-20250929-v1:0 bakllava anthropic/claude-sonnet-4.5 openai/gpt-5`.split(
    /\s+/,
  );

const blind =
  `gpt-3.5-turbo gpt-4-0613 gpt-4 o1-mini o1-preview o3-mini deepseek-chat deepseek-reasoner deepseek-r1:14b
deepseek-v3 llama-3.3-70b-versatile llama-3.1-8b-instant llama3:8b llama3.2:3b mistral-7b-instruct mixtral-8x7b-32768
codestral-latest open-mistral-nemo mistral-nemo qwen2.5-coder:7b qwen3-32b qwen3-coder-480b qwq-32b gemma-2-9b-it
gemma2:9b gemma3:1b phi-3-mini phi-4 phi4-mini command-r command-r-plus command-a-03-2025 grok-3 grok-3-mini
grok-code-fast-1 kimi-k2-instruct glm-4.5 glm-4.6 gpt-oss-120b openai/gpt-oss-20b amazon.nova-micro-v1:0
jamba-1.5-large starcoder2 codellama:13b dolphin-mixtral nemotron-70b yi-34b minimax-m2 hermes-3 granite3.1-dense
olmo-2 falcon-40b claude-2.1`.split(/\s+/);

const unknown = ['a-name-that-nobody-knows', 'model-1', 'my-company/finetune-7b', 'prod', 'gtp-5'];

/** Says nothing, and keeps what it was given. */
function listener(modelId: string): LanguageModelV4 & { readonly heard: LanguageModelV4Prompt[] } {
  const heard: LanguageModelV4Prompt[] = [];
  const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    heard,
    specificationVersion: 'v4',
    provider: 'openai-compatible.chat',
    modelId,
    supportedUrls: {},
    doGenerate: async ({ prompt }) => {
      heard.push(prompt);
      return {
        content: [],
        finishReason: { unified: 'stop', raw: undefined },
        usage: { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: 0 } },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('Nobody streams here.')),
  };
}

const words = defineDescriber({ name: 'words', version: '1', look: async () => 'A field.' });

function pixelsIn(prompts: readonly LanguageModelV4Prompt[]): number {
  let count = 0;
  for (const { role, content } of prompts.flat())
    if (role === 'user') count += content.filter(({ type }) => type === 'file').length;
  return count;
}

test('there are forty of each and more', () => {
  expect(Math.min(seeing.length, blind.length)).toBeGreaterThanOrEqual(40);
});

describe('pixels go only where they can be seen', { tags: ['p-open-percept'] }, () => {
  test.each([
    ['that see', seeing, true],
    ['that do not', blind, false],
    ['that nobody knows', unknown, false],
  ] as const)('by the one lookup and withPercept: names %s', async (_, names, expected) => {
    const { picture } = await drawPieces();
    if (!picture) throw new Error('There is no picture.');
    const wrong: string[] = [];
    for (const name of names) {
      const model = listener(name);
      if (sees(resolveProfile({ provider: model.provider, model: name })) !== expected)
        wrong.push(name);
      const content = [{ type: 'file' as const, mediaType: 'image/png', data: picture.bytes }];
      await generateText({ model: withPercept(model), messages: [{ role: 'user', content }] });
      if (pixelsIn(model.heard) !== (expected ? 1 : 0)) wrong.push(`${name} on the wire`);
    }
    expect(wrong).toEqual([]);
  });

  test('by the bridge, which puts the others into words', async () => {
    const { picture } = await drawPieces();
    if (!picture) throw new Error('There is no picture.');
    await using stage = await openStage();
    const bridge = createBridge({
      describers: [words],
      door: stage.door,
      store: stage.memory,
      memos: stage.memory.memos,
      localChosen: { image: true, audio: false },
    });
    const content = [{ type: 'file' as const, mediaType: 'image/png', data: picture.bytes }];
    const wrong: string[] = [];
    for (const name of [...seeing, ...blind, ...unknown]) {
      const model = listener(name);
      const bridged = withBridge(model, { bridge, host: 'models.example.org' });
      await generateText({ model: bridged, messages: [{ role: 'user', content }] });
      if (pixelsIn(model.heard) !== (seeing.includes(name) ? 1 : 0)) wrong.push(name);
      if (!seeing.includes(name) && !JSON.stringify(model.heard).includes('A field.'))
        wrong.push(`${name}: no words`);
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  test('to a name that nobody knows, where its program says that it sees', async () => {
    const { picture } = await drawPieces();
    if (!picture) throw new Error('There is no picture.');
    const content = [{ type: 'file' as const, mediaType: 'image/png', data: picture.bytes }];
    const rules = [{ model: /^prod$/, profile: commonProfile }];
    for (const options of [
      { capabilities: ['vision-input'] },
      { profile: commonProfile },
      { rules },
    ]) {
      const model = listener('prod');
      const seen = withPercept(model, options);
      await generateText({ model: seen, messages: [{ role: 'user', content }] });
      expect({ options, pixels: pixelsIn(model.heard) }).toEqual({ options, pixels: 1 });
    }
  });

  test('by a conversation of a program, an unknown name included', async () => {
    const { picture } = await drawPieces();
    const directory = await mkdtemp(join(tmpdir(), 'percept-who-sees-'));
    const wrong: string[] = [];
    {
      await using percept = await openPercept({ directory, eyes: 'none', describers: [words] });
      const chat = await percept.session('all');
      await chat.say('What is it?', { attach: [picture?.bytes ?? ''] });
      for (const name of [...seeing, ...blind, ...unknown]) {
        const model = listener(name);
        await generateText({ model: chat.model(model), messages: chat.messages() });
        if (pixelsIn(model.heard) !== (seeing.includes(name) ? 1 : 0)) wrong.push(name);
        if (!seeing.includes(name) && !JSON.stringify(model.heard).includes('A field.'))
          wrong.push(`${name}: no words`);
      }
    }
    await rm(directory, { recursive: true, force: true });
    expect(wrong).toEqual([]);
  }, 240_000);

  test('by the code of the gateway, which gives an unknown name what its program sends', async () => {
    const { picture } = await drawPieces();
    const directory = await mkdtemp(join(tmpdir(), 'percept-who-sees-'));
    const wrong: string[] = [];
    {
      await using percept = await openPercept({ directory, eyes: 'none', describers: [words] });
      let sent = '';
      const send = percept.fetchWith({
        fetch: async (_, init) => {
          sent = await new Response(init?.body ?? null).text();
          return new Response('{}');
        },
      });
      const url = `data:image/png;base64,${Buffer.from(picture?.bytes ?? []).toString('base64')}`;
      const content = [{ type: 'image_url', image_url: { url } }];
      for (const model of [...seeing, ...blind, 'a-name-that-nobody-knows']) {
        const body = JSON.stringify({ model, messages: [{ role: 'user', content }] });
        await send('https://models.example.org/v1/chat/completions', { method: 'POST', body });
        if (sent.includes(url) === blind.includes(model)) wrong.push(model);
        if (sent.includes('A field.') !== blind.includes(model)) wrong.push(`${model}: words`);
      }
    }
    await rm(directory, { recursive: true, force: true });
    expect(wrong).toEqual([]);
  }, 240_000);
});
