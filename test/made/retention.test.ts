// What a model made is left out of later requests as any perception is: in batches, never the newest, and with the words that
// bring it back. What its provider signed stays, because the provider wants it back.
import { AgentSession } from '@percept/agent';
import { drawing, text, toolCall, type Reply } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openRig, unwrap } from '../acp/rig.ts';
import { bytesOf, imagesOf, square, textsOf } from '../bridge/stage.ts';
import { openStudio } from './studio.ts';

const colours = ['#a10001', '#01a102', '#0203a1', '#a1a104'];

const drawn = async (colour: string): Promise<Reply> =>
  drawing('Here.', {
    mime: 'image/png',
    base64: (await square(colour, 900)).toString('base64'),
  });

const left = /\[image "(made-\d\.png)".*?made earlier, no longer shown\. .*?ref "([0-9a-f]{64})"/g;

test(
  'older pictures of a model leave the requests, and view shows them again, byte for byte',
  { tags: ['p-made-is-retained', 's003-descriptor-says-review'] },
  async () => {
    const script: Reply[] = await Promise.all(colours.map(drawn));
    await using rig = await openRig(() => script.shift() ?? text('Seen.'));
    const last = () => rig.server.requests.at(-1);
    await rig.say('Draw one.');
    await rig.say('Another.');
    const [first = ''] = imagesOf(last());
    for (const words of ['Another.', 'And the last.', 'What is it?']) await rig.say(words);

    const told = [...textsOf(last()).join('\n').matchAll(left)];
    expect(told.map(([, name]) => name)).toEqual(['made-1.png', 'made-2.png', 'made-3.png']);
    expect(imagesOf(last())).toHaveLength(1);
    const prefix = textsOf(last()).filter((line) => line.includes('made earlier'));

    // The record alone gives the same view.
    const resumed = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
    await rig.say('And now?', { session: resumed });
    expect(textsOf(last()).filter((line) => line.includes('made earlier'))).toEqual(prefix);

    script.push(toolCall('view', { ref: told[0]?.[2] }), text('The first.'));
    await rig.say('Look at the first one again.', { session: resumed });
    const shown = imagesOf(last()).at(-1) ?? '';
    expect(bytesOf(shown)).toEqual(bytesOf(first));
  },
);

test(
  'what a provider signed is given back to it whole',
  { tags: ['p-made-is-retained', 'p-made-is-given-back'] },
  async () => {
    await using studio = await openStudio(
      'google 4 gemini-3',
      await Promise.all(colours.map(drawn)),
    );
    for (const words of ['Draw.', 'Another.', 'Another.', 'And one more.', 'What is it?'])
      await studio.say(words);
    const sent = studio.requests.at(-1)?.raw ?? '';
    expect(sent.match(/"thoughtSignature"/g)).toHaveLength(colours.length);
    expect(sent).not.toContain('made earlier');
    // Another provider holds no signatures: there the same pictures may go.
    await studio.ask('And you?', 'openai-compatible 3');
    await studio.say('And now?');
    expect(studio.requests.at(-1)?.raw).toContain('made earlier, no longer shown');
  },
);
