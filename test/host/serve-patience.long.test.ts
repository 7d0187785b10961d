// Whoever looks for another model has the time that the user's setting gives, and no hidden limit ends the look earlier: with 90 s a
// look of 31 s is words, and the picture does not vanish.
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '@percept/core/internal';
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './serve-stage.ts';

/** Longer than the deadline that is built in, in the suite that has the time. */
const lookMs = amount(4_000, 31_000);

test(
  'a look that takes longer than half a minute is waited for as long as the setting says',
  { tags: ['s000-bridge-timeout'], timeout: 240_000 },
  async () => {
    await using stage = await openStage(async ({ body }) => {
      if (!isRecord(body) || body['model'] !== 'seeing') return text('A heliotrope field, then.');
      await pause(lookMs);
      return text('A field of heliotrope.');
    });
    const { me, server } = stage;
    const shot = await drawQuadrants(drawPalette(53));
    const { upload } = await me.uploaded(shot, 'shot.png', 'image/png');
    const { id } = await me.create();
    await me.ask('POST', `/api/sessions/${id}/model`, { model: 'blind' });
    const view = await me.say(id, 'What is it?', [upload]);
    expect(view.turns.at(-1)?.end).toBe('answered');
    const asked = server.requests.filter(({ body }) => isRecord(body) && body['model'] === 'blind');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.raw).toContain('A field of heliotrope.');
    expect(asked[0]?.raw).not.toMatch(/unsupported|in time|within \d+ ms/);
  },
);
