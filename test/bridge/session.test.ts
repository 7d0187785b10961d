// The bridge in the agent's own loop, over a persisted record: a picture pasted, asked about again later, and a person who is
// told who looked.

import { AgentSession, type LoopEvent, type ModelCatalogue } from '@percept/agent';
import { attachmentFates } from '@percept/agent/internal';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { modelChoiceOf } from '../../packages/agent/src/models/index.ts';
import { text, toolCall } from 'percept/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bytesOf,
  imagesOf,
  known,
  openScene,
  openStage,
  specOf,
  square,
  textsOf,
  type Scene,
  type Stage,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

function linedUp(scene: Scene): ModelCatalogue {
  const blind = known(specOf(scene.chat, 'text-1', []));
  const seeing = known(specOf(scene.chat, 'eyes-1', ['vision-input']));
  return {
    main: blind,
    models: [blind, seeing],
    localChosen: { image: false, audio: false },
    notices: [],
  };
}

async function openSession(scene: Scene): Promise<AgentSession> {
  const session = await AgentSession.create(
    {
      memory: stage.memory,
      door: stage.door,
      models: modelChoiceOf(linedUp(scene)),
      openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
    },
    { cwd: '/', roots: [] },
  );
  if (!session.ok) throw new Error(session.refusal.message);
  return session.value;
}

async function pasted(bytes: Uint8Array) {
  const taken = await stage.door.ingest({ kind: 'bytes', bytes, name: 'shot.png' });
  if (!taken.ok) throw new Error(taken.refusal.message);
  return taken.value.block;
}

async function told(events: AsyncIterable<LoopEvent>): Promise<readonly LoopEvent[]> {
  const all: LoopEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test(
  'a pasted picture is described, asked about again through view, and the person is told who looked',
  { tags: ['f-bridge-relook', 'f-bridge-disclosed', 's000-bridge-routes-text-only'] },
  async () => {
    const png = await square('#f10000');
    const block = await pasted(png);
    await using scene = await openScene(stage, {
      looking: (request) =>
        text(request.raw.includes('Question:') ? 'It is #f10000.' : 'A plain square.'),
      chatting: (_, index) =>
        index === 1
          ? toolCall('view', { ref: block.sha256, question: 'Which colour exactly?' })
          : text('Done.'),
    });
    const session = await openSession(scene);
    const signal = new AbortController().signal;
    const first = await told(
      session.prompt([{ type: 'text', text: 'What is this?' }, block], { signal }),
    );
    expect(first.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
    expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('A plain square.');
    const host = new URL(scene.vision.baseUrl('chat-completions')).host;
    expect(first.filter(({ type }) => type === 'media-noticed')).toMatchObject([
      {
        text: `1 picture was sent to vl-1 at ${host}, to be put into words there.`,
        recipient: { model: 'vl-1', host },
      },
    ]);

    await told(session.prompt([{ type: 'text', text: 'And the colour?' }], { signal }));
    const last = scene.chat.requests.at(-1);
    expect(textsOf(last).join('\n')).toContain('It is #f10000.');
    expect(scene.vision.requests).toHaveLength(2);
    expect(scene.vision.requests.map((request) => bytesOf(imagesOf(request)[0] ?? ''))).toEqual([
      png,
      png,
    ]);
    for (const request of scene.chat.requests) expect(imagesOf(request)).toEqual([]);
  },
);

test('pictures that go to one model in one message are told in one line', async () => {
  await using scene = await openScene(stage, { looking: () => text('A plain square.') });
  const session = await openSession(scene);
  const blocks = await Promise.all(
    ['#f1a001', '#f1a002', '#f1a003'].map(async (colour) => pasted(await square(colour))),
  );
  const { signal } = new AbortController();
  const lines = async (words: string, ...more: typeof blocks) =>
    (await told(session.prompt([{ type: 'text', text: words }, ...more], { signal }))).filter(
      ({ type }) => type === 'media-noticed',
    );
  const host = new URL(scene.vision.baseUrl('chat-completions')).host;
  expect(await lines('What are these?', ...blocks)).toMatchObject([
    {
      text: `3 pictures go to vl-1 at ${host}, to be put into words there.`,
      recipient: { model: 'vl-1', host },
    },
  ]);
  expect(scene.vision.requests).toHaveLength(3);
  expect(await lines('And now?')).toEqual([]);
});

test('pictures beyond the limit of a turn are told in one line, and the forecast says why', async () => {
  await using scene = await openScene(stage, { looking: () => text('A plain square.') });
  const session = await openSession(scene);
  const blocks = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (at) => pasted(await square(`#f1b00${at}`))),
  );
  const parts = [{ type: 'text' as const, text: 'What are these?' }, ...blocks];
  const forecast = await session.forecast(parts);
  if (!forecast.ok) throw new Error(forecast.refusal.message);
  const limit = 'at most 4 pictures are looked at in one turn.';
  const words = attachmentFates(forecast.value.report).filter(({ outcome }) => outcome === 'words');
  expect(
    words.map(({ message }) => message.includes(`get it: Not put into words: ${limit}`)),
  ).toEqual([true, true]);
  const events = await told(session.prompt(parts, { signal: new AbortController().signal }));
  expect(events.flatMap((event) => (event.type === 'media-noticed' ? [event.text] : []))).toEqual([
    expect.stringMatching(/^4 pictures go to /),
    "2 pictures were beyond this turn's limit of 4, and not looked at.",
  ]);
});

test('a cancel while somebody looks leaves a session that looks again', async () => {
  let slow = true;
  await using scene = await openScene(stage, {
    looking: () => (slow ? new Promise<never>(() => {}) : text('Seen at last.')),
  });
  const session = await openSession(scene);
  const block = await pasted(await square('#f20000'));
  const cancel = new AbortController();
  const turn = told(
    session.prompt([{ type: 'text', text: '?' }, block], { signal: cancel.signal }),
  );
  while (scene.vision.requests.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  cancel.abort();
  expect((await turn).at(-1)).toMatchObject({ type: 'turn-ended', end: 'cancelled' });
  slow = false;
  const { signal } = new AbortController();
  await told(session.prompt([{ type: 'text', text: 'Go on.' }], { signal }));
  expect(textsOf(scene.chat.requests.at(-1)).join('\n')).toContain('Seen at last.');
});

test('a turn looks again as often as it may, and the look after that says so', async () => {
  const block = await pasted(await square('#00f100'));
  await using scene = await openScene(stage, {
    looking: () => text('A plain square.'),
    settings: { maxLooksPerTurn: 2 },
    chatting: (_, index) =>
      index < 3
        ? toolCall('view', { ref: block.sha256, question: `What is in corner ${index}?` })
        : text('Done.'),
  });
  const session = await openSession(scene);
  const signal = new AbortController().signal;
  await told(session.prompt([{ type: 'text', text: 'Look closely.' }, block], { signal }));
  // One for the picture's own place, two for the questions, none for the third.
  expect(scene.vision.requests).toHaveLength(3);
  expect(textsOf(scene.chat.requests.at(-1)).join('\n')).toContain(
    'At most 2 questions about pictures',
  );
});
