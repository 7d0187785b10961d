// "Try again" in the page: the turn is tried again, and neither shown nor sent twice.
import { failure, text, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { picturesIn } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './serve-stage.ts';
import { wordsIn } from './serve-visitor.ts';

const no = failure(403, 'The quota of this key is spent.');

describe('a turn that failed', { timeout: 240_000 }, () => {
  test(
    'is tried again in its own place: one message, one picture, one turn',
    { tags: ['d-again-is-once'] },
    async () => {
      const replies: Reply[] = [no, no, no, text('A picture.'), text('You are welcome.')];
      await using stage = await openStage(() => replies.shift() ?? text('Nothing left.'));
      const { me, server } = stage;
      const shot = await drawQuadrants(drawPalette(51));
      const { upload } = await me.uploaded(shot, 'shot.png', 'image/png');
      const { id } = await me.create();
      expect((await me.say(id, 'What is it?', [upload])).turns[0]?.end).toBe('failed');
      for (const end of ['failed', 'failed', 'answered']) {
        const view = await me.again(id, 1);
        expect(view.turns.map(({ turn, end: how }) => [turn, how])).toEqual([[1, end]]);
      }
      const recorded = await me.session(id);
      expect(recorded.turns).toHaveLength(1);
      expect(recorded.turns[0]?.refusal).toBeUndefined();
      expect(wordsIn(recorded, 'assistant')).toContain('A picture.');
      expect(wordsIn(recorded, 'user').match(/What is it/g)).toHaveLength(1);

      await me.say(id, 'Thanks.');
      const last = server.requests.at(-1);
      if (!last) throw new Error('Nothing was sent.');
      expect(picturesIn(last)).toHaveLength(1);
      expect(last.raw.match(/What is it\?/g)).toHaveLength(1);
      expect((await me.session(id)).turns.map(({ turn }) => turn)).toEqual([1, 2]);
    },
  );

  test('an older one is not tried again behind the newest', async () => {
    await using stage = await openStage(() => text('Yes.'));
    const { me } = stage;
    const { id } = await me.create();
    await me.say(id, 'One.');
    await me.say(id, 'Two.');
    const asked = await me.ask('POST', `/api/sessions/${id}/turns`, { again: 1 });
    expect(asked.status).toBe(404);
  });
});
