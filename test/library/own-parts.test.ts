// Every part of `openPercept` replaced by one's own, and each of them alone. The examples are as long as a program of this kind is:
// what they make is judged on every wire by the conformance kit.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { parseSessionId, type Size } from '@percept/core';
import { createEyes } from '@percept/eyes';
import {
  createDarkroom,
  defineDescriber,
  defineRenderer,
  defineTool,
  openDoor,
  openMemory,
  openPercept,
  PerceptError,
  standardRenderers,
  unwrap,
  type Conversation,
} from 'percept';
import {
  judge,
  startCaptureServer,
  text,
  toolCall,
  type CaptureServer,
  type Reply,
} from 'percept/conformance';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let folder: string;
let png: Uint8Array;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-own-'));
  const create = { width: 640, height: 400, channels: 3, background: '#c03020' } as const;
  png = Uint8Array.from(await sharp({ create }).png().toBuffer());
  await writeFile(join(folder, 'red.png'), png);
  await writeFile(join(folder, 'house.plan'), 'wall 10 10 200 120\nwall 60 40 80 40\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// A renderer: lines of `wall x y width height` as a drawing.
const plans = defineRenderer({
  id: 'plan',
  version: '1',
  accepts: '.plan',
  toSvg: ({ bytes }) => {
    const walls = new TextDecoder().decode(bytes).matchAll(/^wall (\d+) (\d+) (\d+) (\d+)$/gm);
    const drawn = [...walls].map(
      ([, x, y, width, height]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="black"/>`,
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${drawn.join('')}</svg>`;
  },
});

// A describer: what a model that does not see is told.
const colours = defineDescriber({
  name: 'colours',
  version: '1',
  look: async ({ bytes }) => {
    const { dominant } = await sharp(bytes).stats();
    return `Mostly rgb(${dominant.r}, ${dominant.g}, ${dominant.b}).`;
  },
});

// A tool: the model asks for a colour and sees it.
const swatch = defineTool({
  name: 'swatch',
  description: 'Shows a colour.',
  inputSchema: {
    type: 'object',
    properties: { colour: { type: 'string' } },
    required: ['colour'],
  },
  run: async (input, { signal }) => {
    const colour = typeof input['colour'] === 'string' ? input['colour'] : 'black';
    signal.throwIfAborted();
    const create = { width: 64, height: 64, channels: 3, background: colour } as const;
    return {
      text: `This is ${colour}.`,
      media: [await sharp({ create }).png().toBuffer()],
    };
  },
});

const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

let count = 0;
const directory = (): string => join(folder, `.percept-${(count += 1)}`);
const apiKey = 'unused';

async function served(calls: readonly Reply[]): Promise<CaptureServer & AsyncDisposable> {
  let at = 0;
  const server = await startCaptureServer({ script: () => calls[at++] ?? text('Seen.') });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

const models = {
  responses: (baseURL: string) => createOpenAI({ baseURL, apiKey }).responses('gpt-5'),
  'chat-completions': (baseURL: string) => createOpenAI({ baseURL, apiKey }).chat('gpt-4.1'),
  'anthropic-messages': (baseURL: string) => createAnthropic({ baseURL, apiKey })('claude-opus-5'),
  gemini: (baseURL: string) => createGoogleGenerativeAI({ baseURL, apiKey })('gemini-2.5-pro'),
} as const;

async function ask(chat: Conversation, model: Parameters<typeof generateText>[0]['model']) {
  if (typeof model === 'string') throw new Error('A name is no model here.');
  const result = await generateText({
    model: chat.model(model),
    messages: chat.messages(),
    tools: chat.tools(),
    stopWhen: stepCountIs(4),
  });
  await chat.append(...result.responseMessages);
}

describe('what a program defines is judged by the conformance kit', () => {
  test.each(Object.entries(models))(
    '%s: a tool of its own shows pixels, and view what a renderer of its own draws',
    { tags: ['p-own-parts'], timeout: 240_000 },
    async (wire, model) => {
      const calls = [
        toolCall('swatch', { colour: 'teal' }),
        toolCall('view', { ref: 'house.plan' }),
      ];
      await using server = await served(calls);
      await using darkroom = createDarkroom({ renderers: [plans, ...standardRenderers()] });
      await using percept = await openPercept({
        directory: directory(),
        roots: [folder],
        eyes: 'none',
        tools: [swatch],
        darkroom,
      });
      const chat = await percept.session('own');
      await chat.say('What does teal look like, and how many rooms are there?');
      await ask(chat, model(server.baseUrl(judgedWire(wire))));
      expect(server.requests).toHaveLength(3);
      for (const request of server.requests) expect(judge(request).findings).toEqual([]);
      expect(judge(lastOf(server)).images).toHaveLength(2);
      expect(JSON.stringify(chat.entries)).not.toContain('base64');
    },
  );

  test(
    'a describer of its own puts what both show into words for a model that does not see',
    { tags: ['p-own-parts'], timeout: 240_000 },
    async () => {
      await using server = await served([toolCall('swatch', { colour: 'rgb(10, 200, 30)' })]);
      await using percept = await openPercept({
        directory: directory(),
        eyes: 'none',
        tools: [swatch],
        describers: [colours],
      });
      const chat = await percept.session('blind');
      await chat.say('What is it?', { attach: [png] });
      const baseURL = server.baseUrl('chat-completions');
      const name = 'deepseek';
      await ask(chat, createOpenAICompatible({ name, baseURL, apiKey })('deepseek-chat'));
      const { raw } = lastOf(server);
      expect(judge(lastOf(server)).findings).toEqual([]);
      expect(raw).toMatch(/Mostly rgb\(\d+, 2\d\d, \d+\)/);
      expect(raw).toMatch(/Mostly rgb\(1\d\d, \d+, \d+\)/);
      expect(raw).not.toContain('base64');
    },
  );
});

function lastOf({ requests }: CaptureServer) {
  const last = requests.at(-1);
  if (!last) throw new Error('Nothing arrived.');
  return last;
}

function judgedWire(wire: string) {
  const known = ['responses', 'chat-completions', 'anthropic-messages', 'gemini'] as const;
  const found = known.find((one) => one === wire);
  if (!found) throw new Error(`${wire} is no wire.`);
  return found;
}

describe('parts of one’s own', { tags: ['p-own-parts'] }, () => {
  test('a memory, a door, a darkroom and eyes are used as they were given, and left open', async () => {
    await using memory = await openMemory({ directory: directory() });
    await using door = openDoor({ store: memory, limits: { maxSourceBytes: 10_000 } });
    await using darkroom = createDarkroom({ renderers: [plans, ...standardRenderers()] });
    await using eyes = createEyes();
    {
      await using percept = await openPercept({ memory, door, darkroom, eyes, roots: [folder] });
      expect([percept.memory, percept.door, percept.darkroom]).toEqual([memory, door, darkroom]);
      const chat = await percept.session('own');
      await chat.say('Small.', { attach: [png] });
      // The limits of the door that was given hold in conversations too.
      await expect(chat.say('Large.', { attach: [await noise()] })).rejects.toMatchObject({
        refusal: { limit: { name: 'maxSourceBytes', max: 10_000 } },
      });
    }
    const again = unwrap(await memory.sessions.find(unwrap(parseSessionId('own'))));
    expect(again.entries).toBeGreaterThan(0);
    expect((await door.ingest(png)).ok).toBe(true);
    expect((await darkroom.draw(join(folder, 'house.plan'))).ok).toBe(true);
  });

  test('each is also there to be used alone, in one call', { timeout: 240_000 }, async () => {
    await using percept = await openPercept({ directory: directory(), roots: [folder] });
    const { block } = unwrap(await percept.door.ingest(new File([Uint8Array.from(png)], 'a.png')));
    expect(block).toMatchObject({ width: 640, height: 400 });
    const small = unwrap(await percept.door.fit(png, { maxEdgePx: 300 }));
    expect(small.block).toMatchObject({ width: 300 });
    const seen = unwrap(await percept.eyes.describe(png));
    expect(seen.markdown).not.toBe('');
    const drawn = await percept.darkroom.draw(join(folder, 'house.plan'), { page: 1 });
    expect(unwrap(drawn).pages).toHaveLength(1);
  });

  test('without eyes a look is a refusal that says so', async () => {
    await using percept = await openPercept({ directory: directory(), eyes: 'none' });
    expect(await percept.eyes.describe(png)).toMatchObject({
      ok: false,
      refusal: { refused: 'unavailable' },
    });
  });

  test('a name of ours, or twice the same, is a mistake of the program', async () => {
    const opening = openPercept({ directory: directory(), tools: [swatch, swatch] });
    await expect(opening).rejects.toThrow('openPercept: tools has one named swatch');
    const view = defineTool({ ...swatch, name: 'view' });
    await expect(openPercept({ directory: directory(), tools: [view] })).rejects.toThrow(TypeError);
  });
});

describe('a tool of one’s own', { tags: ['p-own-parts'] }, () => {
  const answerOf = async (
    run: Parameters<typeof defineTool>[0]['run'],
    { timeoutMs = 60_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<string> => {
    const tool = defineTool({ ...swatch, run, timeoutMs });
    await using percept = await openPercept({
      directory: directory(),
      eyes: 'none',
      tools: [tool],
    });
    const plain = percept.tools().find(({ name }) => name === 'swatch');
    return (await plain?.run({ colour: 'red' }, signal && { signal })) ?? '';
  };

  test('answers in words, and no base64 of a picture stands in them', async () => {
    expect(await answerOf(() => 'Red it is.')).toBe('Red it is.');
    const spelled = Buffer.from(png).toString('base64');
    expect(await answerOf(() => `data:image/png;base64,${spelled}`)).not.toContain(spelled);
  });

  test('attack: one that never answers is over at its deadline, and at once where its caller leaves', async () => {
    const never = (): Promise<string> => new Promise(() => {});
    expect(await answerOf(never, { timeoutMs: 20 })).toContain('did not answer within 20 ms');
    expect(await answerOf(never, { signal: AbortSignal.abort() })).toContain('taken back');
  });

  test('attack: what it throws stays with the program, and a refusal is told', async () => {
    const secret = await answerOf(() => Promise.reject(new Error('sk-secret')));
    expect(secret).toContain('The tool swatch failed.');
    expect(secret).not.toContain('sk-secret');
    const refusal = { refused: 'absent', message: 'No such colour.', hint: 'Try red.' } as const;
    expect(await answerOf(() => Promise.reject(new PerceptError(refusal)))).toContain('Try red.');
  });

  test.each([[42], [undefined], [{}], [{ text: 1 }], [{ media: 'red.png' }]])(
    'that answers %j is told as one that fails',
    async (nonsense) => {
      // As a program in JavaScript would.
      expect(await answerOf(() => JSON.parse(JSON.stringify(nonsense) ?? 'null'))).toContain(
        'something else than words and media',
      );
    },
  );

  test('media that cannot be taken costs itself alone', async () => {
    const said = await answerOf(() => ({ text: 'Two.', media: [png, png.subarray(0, 40)] }));
    expect(said).toContain('[image: media:sha256-');
    expect(said).toContain('was not taken');
  });

  test('answers with no more than a result may hold, and what is left out is said', async () => {
    const text = `${'word '.repeat(30_000)}END`;
    const said = await answerOf(() => ({ text, media: Array.from({ length: 18 }, () => png) }));
    expect(said).not.toContain('END');
    expect(said).toContain('[50003 further characters were left out]');
    expect(said).toContain('[2 further media were left out]');
  });
});

describe('a renderer of one’s own', { tags: ['p-own-parts'] }, () => {
  const drawn = async (more: Parameters<typeof defineRenderer>[0]) => {
    await using darkroom = createDarkroom({
      renderers: [defineRenderer(more), ...standardRenderers()],
      limits: { renderTimeoutMs: 5_000 },
    });
    return await darkroom.draw(join(folder, 'house.plan'), { target: { maxEdgePx: 400 } });
  };
  const named = { id: 'plan', version: '1', accepts: ['.plan'] } as const;

  test('writes Markdown, or a PNG of the size that it is told', { timeout: 240_000 }, async () => {
    const page = unwrap(await drawn({ ...named, toMarkdown: () => '# A house' }));
    expect(page.rendererKey).toMatch(/^plan@1 markdown@/);
    const toPng = async ({ sizeFor }: { sizeFor: (size: Size) => Size }): Promise<Uint8Array> => {
      const { width, height } = sizeFor({ width: 3_000, height: 1_000 });
      const create = { width, height, channels: 3, background: 'white' } as const;
      return sharp({ create }).png().toBuffer();
    };
    const picture = unwrap(await drawn({ ...named, toPng: (_, request) => toPng(request) }));
    expect(picture.pages[0]?.width).toBeLessThanOrEqual(400);
  });

  test('attack: what it writes is drawn as a stranger’s file is', async () => {
    const bomb = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
    const said = await drawn({ ...named, toSvg: () => bomb });
    expect(JSON.stringify(said)).not.toContain('root:');
    const notOne = await drawn({ ...named, toSvg: () => 'no drawing at all' });
    expect(notOne).toMatchObject({ ok: false });
    const large = await drawn({ ...named, toPng: () => png });
    expect(large).toMatchObject({ ok: false, refusal: { message: /640×400 does not fit/ } });
  });

  test('a darkroom in which nobody draws what it writes is a mistake of the program', () => {
    expect(() => createDarkroom({ renderers: [plans] })).toThrow(
      'createDarkroom: renderers has nobody who draws drawing.svg, which plan is turned into.',
    );
  });
});
