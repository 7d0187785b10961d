// Compaction keeps what cannot be seen again: pasted media stays at hand by reference, and comes back when asked for.
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openRig } from '../acp/rig.ts';
import { bytesOf, imagesOf, square, textsOf } from '../bridge/stage.ts';
import { obey } from './obedient.ts';

test(
  'a pasted picture outlives a summary that does not mention it',
  { tags: ['d-compaction-keeps', 'f-wires-compaction-no-media'] },
  async () => {
    await using rig = await openRig((request) =>
      request.raw.includes('You summarise') ? text('They talked.') : obey(request),
    );
    const pictures = await Promise.all(
      ['#e10001', '#e10002'].map(async (colour, at) =>
        rig.attach(await square(colour), `shot-${at}.png`),
      ),
    );
    await rig.say([{ type: 'text', text: 'Look.' }, ...pictures]);
    const before = imagesOf(rig.server.requests.at(-1)).map(bytesOf);
    expect(before).toHaveLength(2);
    for (const words of ['two', 'three']) await rig.say(words);
    const told = [];
    for await (const event of rig.session.compact(new AbortController().signal)) told.push(event);
    expect(told).toMatchObject([
      {
        type: 'history-compacted',
        text: 'One older turn was summarised to make room. Still at hand when asked for: shot-0.png, shot-1.png.',
      },
    ]);
    await rig.say('four');
    expect(imagesOf(rig.server.requests.at(-1))).toEqual([]);
    const words = textsOf(rig.server.requests.at(-1)).join('\n');
    expect(words).toContain('They talked.');
    expect(words).toContain('[image image/png 64×64; view attachment:shot-0.png for all of it]');
    await rig.say('CALL view {"ref":"attachment:shot-1.png"}');
    expect(imagesOf(rig.server.requests.at(-1)).map(bytesOf)).toEqual([before[1]]);
  },
);
