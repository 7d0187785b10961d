// What a look may cost: one budget, one deadline, one retry, one request for equal pictures, and nothing after a cancel.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { defineDescriber } from 'percept';
import { failure, startCaptureServer, text, toolCalls } from 'percept/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asks,
  imagesOf,
  openScene,
  openStage,
  picture,
  say,
  square,
  textsOf,
  type Stage,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Longer than any deadline here, and over when the client hangs up. */
const dawdle = () => new Promise<never>(() => {});
const slots = (texts: readonly string[]) => texts.filter((words) => words.startsWith('[image'));

test(
  'images of the user and of tools share one budget in a turn, and the next turn has its own',
  { tags: ['f-bridge-one-budget', 'f-bridge-same-decision', 's000-bridge-per-turn-cap'] },
  async () => {
    const [a, b, c, d, e, f] = await Promise.all(
      ['#a10000', '#a20000', '#a30000', '#a40000', '#a50000', '#a60000'].map((c) => square(c)),
    );
    const results = new Map([
      ['d', d],
      ['e', e],
    ]);
    await using scene = await openScene(stage, {
      chatting: (_, index) =>
        index === 0
          ? toolCalls({ tool: 'view', input: { ref: 'd' } }, { tool: 'view', input: { ref: 'e' } })
          : text('Done.'),
    });
    const view = tool({
      inputSchema: jsonSchema<{ ref: string }>({ type: 'object' }),
      execute: ({ ref }) => results.get(ref) ?? Buffer.alloc(0),
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: output } }],
      }),
    });
    const first = asks('Look.', picture(a ?? b!), picture(b!), picture(c!));
    const { steps } = await generateText({
      model: scene.textModel,
      messages: [first],
      tools: { view },
      stopWhen: isStepCount(3),
    });
    const history = steps.flatMap(({ response }) => response.messages);
    expect(scene.vision.requests).toHaveLength(4);
    const described = slots(textsOf(scene.chat.requests[1]));
    expect(described).toHaveLength(5);
    expect(described.slice(0, 4).every((words) => words.includes('Description number'))).toBe(true);
    expect(described[4]).toContain('at most 4 pictures are looked at in one turn');

    await say(scene.textModel, [first, ...history, asks('And this?', picture(f!))]);
    expect(scene.vision.requests).toHaveLength(5);
    const later = slots(textsOf(scene.chat.requests[2]));
    expect(later.at(-1)).toContain('Description number 5.');
    // What was said about the earlier pictures stays word for word.
    expect(later.slice(0, 5)).toEqual(described);
  },
);

test(
  'a look that times out is tried once more, and no oftener',
  { tags: ['f-bridge-retry', 's000-bridge-timeout'] },
  async () => {
    await using scene = await openScene(stage, { looking: dawdle, settings: { timeoutMs: 300 } });
    await say(scene.textModel, [asks('?', picture(await square('#b10000')))]);
    expect(scene.vision.requests).toHaveLength(2);
    const words = textsOf(scene.chat.requests[0]).join('\n');
    expect(words).toContain('it did not answer in time');
    expect(words).toContain('What the picture shows is not known.');
    expect(
      scene.events.map((event) => [event.type, 'retrying' in event && event.retrying]),
    ).toEqual([
      ['media-sent', false],
      ['look-billed', false],
      ['describer-failed', true],
      ['media-sent', false],
      ['look-billed', false],
      ['describer-failed', false],
    ]);
  },
);

test('the second try counts when it succeeds', { tags: ['f-bridge-retry'] }, async () => {
  await using scene = await openScene(stage, {
    looking: (_, index) => (index === 0 ? dawdle() : text('Seen on the second look.')),
    settings: { timeoutMs: 400 },
  });
  await say(scene.textModel, [asks('?', picture(await square('#b20000')))]);
  expect(scene.vision.requests).toHaveLength(2);
  expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('Seen on the second look.');
});

test('a failure that would only repeat itself is not tried again', async () => {
  await using scene = await openScene(stage, { looking: () => failure(401, 'bad key') });
  await say(scene.textModel, [asks('?', picture(await square('#b30000')))]);
  expect(scene.vision.requests).toHaveLength(1);
  expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('did not accept the credentials');
});

test('a cancel ends the look and the request, and the next request looks as if nothing had been', async () => {
  let slow = true;
  await using scene = await openScene(stage, {
    looking: () => (slow ? dawdle() : text('Seen after the cancel.')),
  });
  const messages = [asks('?', picture(await square('#b40000')))];
  const cancel = new AbortController();
  const asked = say(scene.textModel, messages, cancel.signal);
  while (scene.vision.requests.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  cancel.abort();
  await expect(asked).rejects.toThrow();
  expect(scene.chat.requests).toHaveLength(0);
  expect(scene.events.map(({ type }) => type)).toEqual(['media-sent', 'look-billed']);
  slow = false;
  await say(scene.textModel, messages);
  expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('Seen after the cancel.');
});

test('equal pictures at the same time are looked at once, and one who leaves does not end it', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await using scene = await openScene(stage, {
    looking: async () => {
      await opened;
      return text('Seen once.');
    },
  });
  const png = await square('#b50000');
  const chat = { host: 'chat.example', takes: { image: false, audio: false, file: true } };
  const leaving = new AbortController();
  const stayed = scene.bridge.turn(chat).describe({ bytes: png });
  while (scene.vision.requests.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const left = scene.bridge.turn(chat).describe({ bytes: png }, leaving.signal);
  await new Promise((resolve) => setTimeout(resolve, 100));
  leaving.abort();
  expect(await left).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
  open();
  expect(await stayed).toMatchObject({ ok: true, value: { by: { model: 'vl-1' } } });
  expect(scene.vision.requests).toHaveLength(1);
});

test(
  'another process finds what was told before, and sends nothing',
  { tags: ['f-bridge-cached', 'f-jobs-memoised'], timeout: 240_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'percept-bridge-'));
    await using vision = await startCaptureServer({ script: [text('Told once for all.')] });
    const png = await square('#b60000');
    const run = () => describeOnce(directory, vision.baseUrl('chat-completions'), png);
    try {
      const [first, second] = [await run(), await run()];
      expect(vision.requests).toHaveLength(1);
      expect(imagesOf(vision.requests[0])).toHaveLength(1);
      expect(second.said).toEqual(first.said);
      expect(first.events.map(({ type }) => type)).toEqual([
        'media-sent',
        'look-billed',
        'media-described',
      ]);
      expect(second.events).toMatchObject([{ type: 'media-described', cached: true }]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);

test(
  'what one version of a describer told is told again by that version, and by no other',
  { tags: ['f-bridge-cached', 'f-jobs-memoised'] },
  async () => {
    const png = await square('#b70000');
    const looks: string[] = [];
    const own = (version: string) =>
      defineDescriber({
        name: 'own',
        version,
        look: async () => {
          looks.push(version);
          return `Told by ${version}.`;
        },
      });
    for (const version of ['1', '2', '1']) {
      await using scene = await openScene(stage, {
        withoutVision: true,
        behind: [own(version)],
        localChosen: true,
      });
      await say(scene.textModel, [asks('?', picture(png))]);
      expect(textsOf(scene.chat.requests[0]).join('\n')).toContain(`Told by ${version}.`);
    }
    expect(looks).toEqual(['1', '2']);
  },
);

interface Once {
  readonly said: unknown;
  readonly events: readonly { readonly type: string }[];
}

function describeOnce(directory: string, baseUrl: string, png: Buffer): Promise<Once> {
  const program = new URL('child/describe-once.ts', import.meta.url).pathname;
  const { promise, resolve, reject } = Promise.withResolvers<Once>();
  const child = execFile(process.execPath, [program, directory, baseUrl], (error, stdout) => {
    if (error) reject(error);
    else resolve(JSON.parse(stdout));
  });
  child.stdin?.end(png.toString('base64'));
  return promise;
}
