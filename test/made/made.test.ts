// What models make: kept, shown and given back, whichever wire it came on and whichever wire asks about it next.
import { judge } from '@percept/core/internal/testing';
import { drawing, text, toolCall } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { said } from '../acp/rig.ts';
import { askers, madeIn, makers, openStudio, png } from './studio.ts';

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
