// What models make: kept, shown and given back, whichever wire it came on and whichever wire asks about it next.
import { assemblePng } from '@percept/core/internal';
import { judge } from '@percept/core/internal/testing';
import { drawing, text, toolCall, type MadeFile } from 'percept/conformance';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { said } from '../acp/rig.ts';
import { askers, madeIn, makers, noticesIn, openStudio, png } from './studio.ts';

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
