// What a model sends in place of media, on every wire that can carry it: each piece is told where it would have been, nothing of it
// is kept, and the next question is answered. What is too much is written while it is read, so that nobody here holds it.
import { createServer } from 'node:http';
import { deflateSync } from 'node:zlib';
import type { LoopModel } from '@percept/agent';
import { resolveProfile } from '@percept/core';
import { answerLimits, assemblePng, madeLimits } from '@percept/core/internal';
import { judge, type JudgedWire } from '@percept/core/internal/testing';
import { drawing, startCaptureServer, text, type MadeFile } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { languageModel } from '../../packages/agent/src/models/language-model.ts';
import { openRig, unwrap, type Rig } from '../acp/rig.ts';
import { streamedWave } from './maker-server.ts';
import { madeIn, makers, noticesIn, openStudio, png } from './studio.ts';

const page = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
const noise = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 73) % 251));

/** As it lies: a header that promises pixels which would fill any memory. */
function bomb(): string {
  const compressed = deflateSync(Buffer.alloc(4_096));
  const size = { width: 60_000, height: 60_000, bitDepth: 8, colourType: 2 } as const;
  return Buffer.from(assemblePng({ ...size, compressed })).toString('base64');
}

const hostile: Readonly<Record<string, () => Promise<MadeFile>>> = {
  'a bomb': async () => ({ mime: 'image/png', base64: bomb() }),
  'half a picture': async () => ({ mime: 'image/png', base64: (await png(5)).slice(0, 148) }),
  'noise that is called a picture': async () => ({
    mime: 'image/png',
    base64: noise.toString('base64'),
  }),
  'a page that is called a picture': async () => ({ mime: 'image/png', base64: page }),
  'a sound that is called a picture': async () => ({
    mime: 'image/png',
    base64: Buffer.from(streamedWave()).toString('base64'),
  }),
  'a page that is called a sound': async () => ({ mime: 'audio/wav', base64: page }),
  'nothing at all': async () => ({ mime: 'image/png', base64: 'AA==' }),
};

describe('what a model sends in place of media', { tags: ['p-made-is-kept'] }, () => {
  describe.each(makers)('on the wire of %s', (maker) => {
    test.each(Object.entries(hostile))('%s is told, and the turn goes on', async (_, file) => {
      await using studio = await openStudio(maker, [drawing('Look.', await file())]);
      const events = await studio.say('Draw.');
      expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
      expect(madeIn(events)).toEqual([]);
      expect(noticesIn(events).match(/was not taken/g)).toHaveLength(1);
      expect(await blobsIn(studio.rig)).toEqual([]);
      expect((await studio.say('Go on.')).at(-1)).toMatchObject({ end: 'answered' });
      // The model learns of it where the media would have been, and of nothing else.
      const request = studio.requests.at(-1);
      expect(request && judge({ wire: request.wire, body: request.raw }).findings).toEqual([]);
      expect(request?.raw).toContain('was not taken');
      expect(request?.raw).not.toContain('alert(1)');
    });

    test('fifty pictures are sixteen, and the rest is told', async () => {
      const base64 = await png(6);
      const files = Array.from({ length: 50 }, () => ({ mime: 'image/png', base64 }));
      await using studio = await openStudio(maker, [drawing('Many.', ...files)]);
      const events = await studio.say('Draw.');
      expect(madeIn(events)).toHaveLength(madeLimits.maxMediaPerStep);
      const notices = noticesIn(events);
      const single = notices.match(/was left out/g)?.length ?? 0;
      const counted = Number(/(\d+) more pieces of media were left out/.exec(notices)?.[1] ?? 0);
      expect(single + counted).toBe(50 - madeLimits.maxMediaPerStep);
    });
  });

  test('speech that is no base64 is told, and the turn goes on', async () => {
    await using studio = await openStudio('openai-compatible 3', [
      drawing('Listen.', { mime: 'audio/pcm', base64: '<script>' }),
    ]);
    const events = await studio.say('Say it.');
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
    expect(madeIn(events)).toEqual([]);
    expect(noticesIn(events)).toMatch(/A sound .* was not taken/);
  });

  test('speech whose samples spell a page is a sound, and nothing else', async () => {
    await using studio = await openStudio('openai-compatible 3', [
      drawing('Listen.', { mime: 'audio/pcm', base64: page }),
    ]);
    const [block] = madeIn(await studio.say('Say it.'));
    expect(block).toMatchObject({ type: 'audio', mime: 'audio/wav' });
    if (!block) throw new Error('There is no sound.');
    const kept = unwrap(await studio.rig.memory.get(block.sha256));
    expect(Buffer.from(kept.subarray(0, 12)).toString('latin1')).toMatch(/^RIFF....WAVE$/s);
  });
});

interface Spelling {
  readonly wire: JudgedWire;
  readonly provider: 'google' | 'openai' | 'openai-compatible';
  /** One piece of media, as the wire says it, with `here` in place of its base64. */
  readonly piece: (at: number) => object;
}
const here = '(here)';
const chunk = (delta: object): object => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta }],
});
const spellings: Readonly<Record<string, Spelling>> = {
  'Gemini parts': {
    wire: 'gemini',
    provider: 'google',
    piece: () => ({
      candidates: [
        {
          index: 0,
          content: {
            role: 'model',
            parts: [{ inlineData: { mimeType: 'image/png', data: here } }],
          },
        },
      ],
    }),
  },
  'Responses items': {
    wire: 'responses',
    provider: 'openai',
    piece: (at) => ({
      type: 'response.output_item.done',
      output_index: at,
      item: { type: 'image_generation_call', id: `ig_${at}`, status: 'completed', result: here },
    }),
  },
  'chat images': {
    wire: 'chat-completions',
    provider: 'openai-compatible',
    piece: () =>
      chunk({
        images: [
          { index: 0, type: 'image_url', image_url: { url: `data:image/png;base64,${here}` } },
        ],
      }),
  },
  'chat audio': {
    wire: 'chat-completions',
    provider: 'openai-compatible',
    piece: () => chunk({ audio: { id: 'audio_1', data: here } }),
  },
};

const part = 'A'.repeat(1_000_000);

/** One piece of 200 MB, or pieces of one megabyte for ever. */
const floods: Readonly<Record<string, (piece: Spelling['piece']) => Generator<string, void>>> = {
  *'a piece of 200 MB'(piece) {
    const [before, after] = JSON.stringify(piece(0)).split(here);
    yield `data: ${before}`;
    for (let at = 0; at < 200; at += 1) yield part;
    yield `${after}\n\n`;
  },
  *'pieces without an end'(piece) {
    for (let at = 0; ; at += 1) yield `data: ${JSON.stringify(piece(at)).replace(here, part)}\n\n`;
  },
};

describe('more than an answer may hold', { tags: ['p-made-is-kept'] }, () => {
  const cells = Object.keys(spellings).flatMap((wire) =>
    Object.keys(floods).map((flood) => [flood, wire] as const),
  );
  test.each(cells)(
    '%s as %s is cut off and told, and the next question is answered',
    async (flood, spelling) => {
      const { wire, provider, piece } = spellings[spelling] ?? {};
      const pour = floods[flood];
      if (!wire || !provider || !piece || !pour) throw new Error('There is no such cell.');
      await using flooding = await startFlood(() => pour(piece));
      await using calm = await startCaptureServer({ script: () => text('Seen.') });
      const model = (name: string, baseUrl: string): LoopModel => ({
        name,
        host: '127.0.0.1',
        profile: resolveProfile({ provider, model: name }),
        maxContextTokens: 100_000,
        open: () => languageModel({ name, provider, model: name, baseUrl }),
      });
      const list = [model('flooding', flooding.baseUrl), model('calm', calm.baseUrl(wire))];
      await using rig = await openRig([], { models: { list: () => list, main: () => list[0] } });
      const events = await rig.say('Draw.');
      expect(events.at(-1)).toMatchObject({
        type: 'turn-ended',
        end: 'failed',
        refusal: { refused: 'too-large', message: expect.stringContaining('was stopped') },
      });
      expect(madeIn(events)).toEqual([]);
      expect(await blobsIn(rig)).toEqual([]);
      expect(flooding.sent()).toBeLessThan(answerLimits.maxAnswerBytes * 1.5);
      unwrap(await rig.session.switchModel('calm'));
      expect((await rig.say('Go on.')).at(-1)).toMatchObject({ end: 'answered' });
      expect(judge({ wire, body: calm.requests.at(-1)?.raw ?? '' }).findings).toEqual([]);
    },
  );
});

/** Answers with these pieces, each made when the one before it was read. */
async function startFlood(pieces: () => Generator<string, void>) {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const left = pieces();
    const more = (): void => {
      while (!response.destroyed) {
        const { done, value } = left.next();
        if (done === true) return void response.end();
        sent += value.length;
        if (!response.write(value)) return void response.once('drain', more);
      }
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What lies in the store. */
async function blobsIn({ memory }: Rig): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const id of memory.list()) found.push(id);
  return found;
}
