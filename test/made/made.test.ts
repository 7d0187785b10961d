// What models make: kept, shown and given back, whichever wire it came on and whichever wire asks about it next. The provider
// packages are the real ones, and the servers speak their wires.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentParts, AgentSession, LoopEvent, LoopModel } from '@percept/agent';
import { assemblePng, resolveProfile, type StoredBlock } from '@percept/core';
import { judge } from '@percept/core/testing';
import {
  drawing,
  startCaptureServer,
  text,
  toolCall,
  type MadeFile,
  type Reply,
} from 'percept/conformance';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openRig, said, unwrap, type Rig } from '../acp/rig.ts';
import { models, type ModelCase } from '../wires/models.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

/** The last one's package knows nothing of the pictures that its server sends. */
const makers = ['google 4 gemini-3', 'openai 4 responses', 'openrouter 3', 'openai-compatible 3'];
const askers = [
  'openai-compatible 3',
  'openai 4 chat',
  'openai 4 responses',
  'anthropic 4',
  'google 4 gemini-3',
  'amazon-bedrock 5',
  'mistral 4',
  'xai 5',
  'openrouter 3',
];

function caseOf(name: string): ModelCase {
  const found = models.find((model) => model.name === name);
  if (!found) throw new Error(`There is no case ${name}.`);
  return found;
}

function isV4(model: ReturnType<ModelCase['make']>): model is LanguageModelV4 {
  return model.specificationVersion === 'v4';
}

function modelOf(name: string, baseUrl: string): LoopModel {
  const made = caseOf(name).make(baseUrl);
  if (!isV4(made)) throw new Error('The loop asks models of the newest generation.');
  const profile = resolveProfile({ provider: made.provider, model: made.modelId });
  return { name, host: '127.0.0.1', profile, maxContextTokens: 100_000, open: async () => made };
}

interface Studio extends AsyncDisposable {
  readonly rig: Rig;
  readonly requests: readonly { readonly raw: string; readonly wire: ModelCase['wire'] }[];
  say(words: string): Promise<readonly LoopEvent[]>;
  ask(words: string, model: string): Promise<readonly LoopEvent[]>;
  readonly session: AgentSession;
}

/** A session whose main model draws what it is told to draw; every other model answers "Seen." */
async function openStudio(maker: string, replies: readonly Reply[]): Promise<Studio> {
  let at = 0;
  const server = await startCaptureServer({
    script: () => replies[at++] ?? text('Seen.'),
  });
  const names = [maker, ...askers.filter((name) => name !== maker)];
  const list = names.map((name) => modelOf(name, server.baseUrl(caseOf(name).wire)));
  const change: Partial<AgentParts> = { models: { list: () => list, main: () => list[0] } };
  const rig = await openRig(() => text('unused'), change);
  return {
    rig,
    requests: server.requests,
    session: rig.session,
    say: (words) => rig.say(words),
    ask: async (words, model) => {
      unwrap(await rig.session.switchModel(model));
      return rig.say(words);
    },
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

function madeIn(events: readonly LoopEvent[]): readonly StoredBlock[] {
  return events.flatMap((event) => (event.type === 'media-made' ? [event.block] : []));
}

function noticesIn(events: readonly LoopEvent[]): string {
  return events.flatMap((event) => (event.type === 'media-noticed' ? [event.text] : [])).join('\n');
}

const png = async (seed: number): Promise<string> =>
  Buffer.from(await drawQuadrants(drawPalette(seed))).toString('base64');

describe('a picture that a model makes', () => {
  test.each(makers)(
    'on the wire of %s is stored, recorded and told',
    { tags: ['p-made-is-kept'] },
    async (maker) => {
      const base64 = await png(1);
      await using studio = await openStudio(maker, [
        drawing('Here it is.', { mime: 'image/png', base64 }),
      ]);
      const events = await studio.say('Draw a dialog.');
      expect(said(events)).toContain('Here it is.');
      const [block, ...more] = madeIn(events);
      expect(more).toEqual([]);
      expect(block?.type).toBe('image');
      expect(block?.origin).toMatchObject({ kind: 'made', model: maker });
      const recorded = studio.session.entries.flatMap((entry) =>
        entry.type === 'message' && entry.role === 'assistant'
          ? entry.parts.filter((part) => part.type === 'image')
          : [],
      );
      expect(recorded).toEqual([block]);
      if (!block) throw new Error('There is no picture.');
      expect((await studio.rig.memory.get(block.sha256)).ok).toBe(true);
      expect(JSON.stringify(studio.session.entries)).not.toContain(base64.slice(0, 200));
    },
  );

  describe.each(makers)('on the wire of %s is seen in the next turn', (maker) => {
    test.each(askers)(
      'by %s, in a place that its wire takes',
      { tags: ['p-made-is-given-back'] },
      async (asker) => {
        const base64 = await png(2);
        await using studio = await openStudio(maker, [
          drawing('Here it is.', { mime: 'image/png', base64 }),
        ]);
        await studio.say('Draw a dialog.');
        const events = await studio.ask('Make it darker.', asker);
        expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
        const request = studio.requests.at(-1);
        if (!request) throw new Error('Nothing was sent.');
        const verdict = judge({ wire: request.wire, body: request.raw, expectImages: 1 });
        expect(verdict.findings).toEqual([]);
        expect(verdict.images.filter(({ legal }) => legal)).toHaveLength(1);
      },
    );
  });

  test(
    'keeps its signature for the provider that made it, and for no other',
    { tags: ['p-made-is-given-back'] },
    async () => {
      await using studio = await openStudio('google 4 gemini-3', [
        drawing('Here it is.', { mime: 'image/png', base64: await png(3) }),
      ]);
      await studio.say('Draw a dialog.');
      await studio.say('Make it darker.');
      expect(studio.requests.at(-1)?.raw).toMatch(/"inlineData".{0,400000}"thoughtSignature"/s);
      await studio.ask('What is it?', 'openai 4 chat');
      expect(studio.requests.at(-1)?.raw).not.toContain('thoughtSignature');
    },
  );

  test(
    'beside a call of a tool waits until the result was given',
    { tags: ['p-made-is-given-back'] },
    async () => {
      await using studio = await openStudio('openrouter 3', [
        drawing('First.', { mime: 'image/png', base64: await png(4) }),
        toolCall('read', { ref: 'nothing.txt' }),
        text('Done.'),
      ]);
      await studio.say('Draw.');
      await studio.say('Read.');
      for (const { wire, raw } of studio.requests)
        expect(judge({ wire, body: raw }).findings).toEqual([]);
    },
  );
});

describe('what a model sends in place of a picture', () => {
  const html = Buffer.from('<script>alert(1)</script>').toString('base64');
  const noise = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 73) % 251)).toString(
    'base64',
  );
  test.each(makers)(
    'is refused in words on the wire of %s, and the turn goes on',
    { tags: ['p-made-is-kept'] },
    async (maker) => {
      const files = [html, noise].map((base64) => ({ mime: 'image/png', base64 }));
      await using studio = await openStudio(maker, [drawing('Look.', ...files), text('Seen.')]);
      const events = await studio.say('Draw.');
      expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
      expect(madeIn(events)).toEqual([]);
      expect(noticesIn(events).match(/was not taken/g)).toHaveLength(2);
      // The model learns of it where the picture would have been, and nothing of the bytes is kept.
      await studio.say('Again.');
      expect(studio.requests.at(-1)?.raw).toContain('was not taken');
      expect(JSON.stringify(studio.session.entries)).not.toContain('script');
    },
  );

  /** As it lies: a header that promises pixels which would fill any memory. */
  function bomb(): string {
    const compressed = deflateSync(Buffer.alloc(4_096));
    const png = assemblePng({
      width: 60_000,
      height: 60_000,
      bitDepth: 8,
      colourType: 2,
      compressed,
    });
    return Buffer.from(png).toString('base64');
  }

  /** Each is told once, wherever it came from, and the next question is answered. */
  const hostile: readonly (readonly [string, () => Promise<MadeFile>])[] = [
    ['a bomb', async () => ({ mime: 'image/png', base64: bomb() })],
    ['half a picture', async () => ({ mime: 'image/png', base64: (await png(5)).slice(0, 148) })],
    ['a page that is called a picture', async () => ({ mime: 'image/png', base64: html })],
    ['nothing at all', async () => ({ mime: 'image/png', base64: 'AA==' })],
  ];
  describe.each(makers)('on the wire of %s', (maker) => {
    test.each(hostile)(
      '%s is told, and the turn goes on',
      { tags: ['p-made-is-kept'], timeout: 60_000 },
      async (_, file) => {
        await using studio = await openStudio(maker, [drawing('Look.', await file())]);
        const events = await studio.say('Draw.');
        expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
        expect(madeIn(events)).toEqual([]);
        expect(noticesIn(events)).toMatch(/was not taken|left out/);
        expect((await studio.say('Go on.')).at(-1)).toMatchObject({ end: 'answered' });
        const request = studio.requests.at(-1);
        expect(request && judge({ wire: request.wire, body: request.raw }).findings).toEqual([]);
      },
    );

    test(
      'fifty pictures are sixteen, and the rest is told',
      { tags: ['p-made-is-kept'], timeout: 60_000 },
      async () => {
        const base64 = await png(6);
        const files = Array.from({ length: 50 }, () => ({ mime: 'image/png', base64 }));
        await using studio = await openStudio(maker, [drawing('Many.', ...files)]);
        const events = await studio.say('Draw.');
        expect(madeIn(events)).toHaveLength(16);
        const notices = noticesIn(events);
        const single = notices.match(/was left out/g)?.length ?? 0;
        const counted = Number(/(\d+) more pieces of media were left out/.exec(notices)?.[1] ?? 0);
        expect(single + counted).toBe(34);
      },
    );
  });
});
