// Sound has verbs: a transcript, a span and a question, for agents and for MCP clients.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBridge } from '@percept/agent/internal';
import { createRemoteDescriber } from '../../packages/agent/src/bridge/remote-describer.ts';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { modelChoiceOf } from '../../packages/agent/src/models/index.ts';
import { text, startCaptureServer, type CaptureServer } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openRig } from '../acp/rig.ts';
import { connect } from '../mcp/support/clients.ts';
import { openFolder } from '../mcp/support/folder.ts';
import { known, openStage, specOf, square, textsOf, type Stage } from '../bridge/stage.ts';
import { obey } from './obedient.ts';

/** A second of a tone. */
function tone(): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at += 1)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((at * 440 * 2 * Math.PI) / rate)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

async function openEars(stage: Stage, chat: CaptureServer, ears: CaptureServer | undefined) {
  const deaf = known(specOf(chat, 'text-1', []));
  const { memory, door } = stage;
  const describers = ears
    ? [
        createRemoteDescriber(
          known(specOf(ears, 'ear-1', ['audio-input'])),
          { maxOutputTokens: 512, reasoning: 'default', promptVersion: '1' },
          ['audio'],
        ),
      ]
    : [];
  const bridge = createBridge({
    describers,
    door,
    store: memory,
    memos: memory.memos,
    consent: ['*'],
  });
  return openRig([], {
    models: modelChoiceOf({
      main: deaf,
      models: [deaf],
      localChosen: { image: false, audio: false },
      notices: [],
    }),
    openBridge: (tell, bill) => createSessionBridge(bridge, tell, bill),
  });
}

test('listen tells the whole, a span and an answer', { tags: ['d-listen'] }, async () => {
  await using stage = await openStage();
  const chat = await startCaptureServer({ script: obey });
  const ears = await startCaptureServer({
    script: ({ raw }) =>
      text(
        raw.includes('Question:')
          ? 'The bell rings twice.'
          : raw.includes('from 0:00 to 0:01')
            ? 'Only the first second.'
            : '[0:00] A bell.',
      ),
  });
  await using rig = await openEars(stage, chat, ears);
  await writeFile(join(rig.root, 'bell.wav'), tone());
  await writeFile(join(rig.root, 'a.png'), await square('#123456'));
  const told = async (call: string) => {
    await rig.say(`CALL ${call}`);
    return textsOf(chat.requests.at(-1)).join('\n');
  };
  const whole = await told('listen {"ref":"bell.wav"}');
  expect(whole).toContain('[listen "bell.wav"; audio/wav; 0:01 long]');
  expect(whole).toContain('[0:00] A bell.');
  const part = await told('listen {"ref":"bell.wav","span":"0:00-0:01"}');
  expect(part).toContain('asked for 0:00 to 0:01');
  expect(part).toContain('Only the first second.');
  const answer = await told('listen {"ref":"bell.wav","question":"How often does it ring?"}');
  expect(answer).toContain('The bell rings twice.');
  expect(ears.requests).toHaveLength(3);
  expect(await told('listen {"ref":"bell.wav","span":"later"}')).toContain('such as "0:30-1:15"');
  expect(await told('listen {"ref":"a.png"}')).toContain('There is nothing to hear in a.png.');
  expect(await told('view {"ref":"bell.wav"}')).toMatch(/listen/);
  expect(await told('read {"ref":"bell.wav"}')).toContain('Use listen for what is said');
  await chat.close();
  await ears.close();
});

test(
  'listen is offered only where somebody listens, and an attached sound is refused by the name of its setting',
  { tags: ['d-listen', 'p-advertised-true'] },
  async () => {
    await using stage = await openStage();
    const chat = await startCaptureServer({ script: obey });
    await using rig = await openEars(stage, chat, undefined);
    await rig.say('hello');
    expect(chat.requests.at(-1)?.raw).not.toContain('"listen"');
    const sound = await rig.attach(tone(), 'bell.wav');
    expect((await rig.say([{ type: 'text', text: 'Hear.' }, sound])).at(-1)).toMatchObject({
      end: 'failed',
      refusal: { hint: expect.stringContaining('PERCEPT_AUDIO_MODEL=local') },
    });
    await chat.close();
  },
);

test(
  'percept mcp listens with the model that was configured for sounds',
  { tags: ['d-listen'], timeout: 240_000 },
  async () => {
    await using folder = await openFolder();
    const server = await startCaptureServer({
      script: ({ raw }) => text(raw.includes('Question:') ? 'Twice.' : '[0:00] A bell.'),
    });
    const ears = {
      provider: 'openai-compatible',
      model: 'ear-1',
      baseUrl: server.baseUrl('chat-completions'),
      capabilities: ['audio-input'],
    };
    const config = { audio: 'ears', models: { ears } };
    await writeFile(join(folder.root, 'percept.config.json'), JSON.stringify(config));
    await writeFile(join(folder.root, 'bell.wav'), tone());
    await using outside = await connect(
      { transport: 'stdio', generation: 'modern' },
      { args: ['--data', folder.data, '--trust'], cwd: folder.root },
    );
    const { tools } = await outside.client.listTools();
    expect(tools.find(({ name }) => name === 'listen')?.description).toContain(
      'ear-1 at 127.0.0.1',
    );
    const listen = async (input: Record<string, unknown>) =>
      JSON.stringify(await outside.client.callTool({ name: 'listen', arguments: input }));
    expect(await listen({ ref: 'bell.wav' })).toContain('[0:00] A bell.');
    expect(await listen({ ref: 'bell.wav', question: 'How often?' })).toContain('Twice.');
    await server.close();
  },
);
