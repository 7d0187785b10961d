// "What the model saw" in the page says what was on the wire: right labels are not called wrong, a text that went is not nothing, and a
// name is said once.
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './serve-stage.ts';

test(
  'a picture and a text are told as they were sent',
  { tags: ['f-web-what-model-saw'], timeout: 240_000 },
  async () => {
    await using stage = await openStage(() => text('Two things.'));
    const { me, server } = stage;
    const shot = await drawQuadrants(drawPalette(52));
    const note = 'The word is heliotrope.\n';
    const uploads = [
      await me.uploaded(shot, 'shot.png', 'image/png'),
      await me.uploaded(Buffer.from(note), 'note.txt', 'text/plain'),
    ].map(({ upload }) => upload);
    const { id } = await me.create();
    const view = await me.say(id, 'What are they?', uploads);
    const slots = view.turns.flatMap(({ sightings }) => sightings).flatMap((it) => it.slots);
    expect(slots).toHaveLength(2);
    const slotOf = (name: string) => slots.find(({ attachment }) => attachment === name);
    const [picture, words] = [slotOf('shot.png'), slotOf('note.txt')];
    expect(picture).toMatchObject({ action: 'keep', reason: 'fits', mime: 'image/png' });
    expect(words).toMatchObject({
      form: 'text',
      chars: { total: note.length, shown: note.length },
    });
    expect(words?.bytes).toBeGreaterThan(0);
    const { raw } = server.requests.at(-1) ?? { raw: '' };
    expect(raw).toContain('heliotrope');
    expect(raw).toContain('[attachment:note.txt');
    expect(raw).not.toContain('attachment:attachment');
  },
);
