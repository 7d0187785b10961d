// Pictures beyond what is looked at in one turn, for a model that does not see: they stay put off until the model asks, and then
// somebody looks, also after the conversation was opened again.
import type { LanguageModelV4, LanguageModelV4Content } from '@ai-sdk/provider';
import { generateText, stepCountIs } from 'ai';
import { defineDescriber, openPercept } from 'percept';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'percept-put-off-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Does not see. Asks, when it is told to, for what nobody looked at, under the name that the words give. */
function reader(asks: boolean): LanguageModelV4 & { readonly heard: string[] } {
  const heard: string[] = [];
  const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
  const answer = (): LanguageModelV4Content[] => {
    const ref = /with ref \\"([^"\\]+)\\"/.exec(heard.at(-1) ?? '')?.[1];
    return asks && heard.length === 1 && ref !== undefined
      ? [{ type: 'tool-call', toolCallId: 'a', toolName: 'view', input: JSON.stringify({ ref }) }]
      : [{ type: 'text', text: 'Read.' }];
  };
  return {
    heard,
    specificationVersion: 'v4',
    provider: 'openai-compatible.chat',
    modelId: 'gpt-3.5-turbo',
    supportedUrls: {},
    doGenerate: async ({ prompt }) => {
      heard.push(JSON.stringify(prompt));
      const content = answer();
      const reason = content[0]?.type === 'tool-call' ? 'tool-calls' : 'stop';
      return {
        content,
        finishReason: { unified: reason, raw: undefined },
        usage: { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: 0 } },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('Nobody streams here.')),
  };
}

const describer = defineDescriber({
  name: 'words',
  version: '1',
  look: async ({ bytes }) => {
    const { channels } = await sharp(bytes).stats();
    return `A field of red ${Math.round(channels[0]?.mean ?? 0)}.`;
  },
});

const square = (red: number) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer();

const countsIn = (prompt = '') => ({
  fields: new Set(prompt.match(/A field of red \d+/g)).size,
  putOff: prompt.match(/not looked at/g)?.length ?? 0,
});

const open = () => openPercept({ directory, eyes: 'none', describers: [describer] });

test.each([
  ['in the next turn', false, [10, 60, 110, 160, 210]],
  ['when the conversation is opened again', true, [20, 70, 120, 170, 220]],
] as const)(
  'a picture that was put off stays so %s, until it is asked for',
  async (id, reopened, reds) => {
    let percept = await open();
    try {
      let chat = await percept.session(id.replaceAll(' ', '-'));
      const pictures = await Promise.all(reds.map(square));
      await chat.say('What are they?', { attach: pictures });
      const before = reader(false);
      const { responseMessages } = await generateText({
        messages: chat.messages(),
        model: chat.model(before),
      });
      await chat.append(responseMessages);
      expect(countsIn(before.heard[0])).toEqual({ fields: 4, putOff: 1 });
      if (reopened) {
        await percept[Symbol.asyncDispose]();
        percept = await open();
        chat = await percept.session(id.replaceAll(' ', '-'));
      }
      await chat.say('And the last one?');
      const after = reader(true);
      await generateText({
        messages: chat.messages(),
        tools: chat.tools(),
        stopWhen: stepCountIs(3),
        model: chat.model(after),
      });
      expect(countsIn(after.heard[0])).toEqual({ fields: 4, putOff: 1 });
      expect(countsIn(after.heard[1]).fields).toBe(5);
    } finally {
      await percept[Symbol.asyncDispose]();
    }
  },
);
