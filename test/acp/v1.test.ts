// Version 1 over real pipes, with the official client: what an editor does, and what editors get wrong.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { SetSessionConfigOptionRequest } from '@agentclientprotocol/sdk';
import { readAudioCapability, readImageCapability } from '@percept/agent/acp';
import { text, toolCall, toolCalls, type Reply } from 'percept/conformance';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pagesPdf } from '../../packages/render/test/support/write-pdf.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './agent-process.ts';
import { look, picturesIn } from './seeing-server.ts';
import { connectV1, image, newSession, words, type V1Client } from './v1-client.ts';

async function ask(client: V1Client, sessionId: string, ...prompt: ReturnType<typeof words>[]) {
  client.clear();
  const { stopReason } = await client.agent.request('session/prompt', { sessionId, prompt });
  return { stopReason, said: client.say() };
}

describe('initialize', () => {
  test(
    'imageCapability stands at the three places of version 1, alike and complete',
    {
      tags: [
        's000-meta-on-initialize',
        's000-five-fields',
        's000-image-boolean-stays',
        's000-audio-same-shape',
        's000-audio-max-duration',
        'f-acp-three-places',
        'f-acp-unit-raw',
        'f-acp-extra-fields',
        'd-cli-acp',
      ],
    },
    async () => {
      await using stage = await openStage([]);
      const { initialized } = await connectV1(stage.start());
      const root = initialized._meta?.['imageCapability'];
      expect(root).toMatchObject({
        maxBytes: expect.any(Number),
        maxDimension: expect.any(Number),
        downsampleTargetBytes: expect.any(Number),
        autoHandlesOversized: true,
        autoHandlesWrongModel: expect.any(Boolean),
        maxBytesUnit: 'raw',
        maxImagesPerTurn: 20,
        maxTotalBytes: expect.any(Number),
        // What comes in, by `PERCEPT_ACCEPT`; what leaves is another list.
        mimeTypes: [
          'image/png',
          'image/jpeg',
          'image/gif',
          'image/webp',
          'image/avif',
          'image/bmp',
          'image/vnd.microsoft.icon',
        ],
      });
      const { agentCapabilities } = initialized;
      expect(agentCapabilities?._meta?.['imageCapability']).toEqual(root);
      expect(agentCapabilities?.promptCapabilities?._meta?.['imageCapability']).toEqual(root);
      expect(agentCapabilities?.promptCapabilities?.image).toBe(true);
      expect(readImageCapability(initialized)?.maxImagesPerTurn).toBe(20);
      const sound = initialized._meta?.['audioCapability'];
      expect(sound).toMatchObject({
        maxBytes: expect.any(Number),
        maxDurationMs: expect.any(Number),
        downsampleTargetBytes: expect.any(Number),
        // Nothing shortens a sound.
        autoHandlesOversized: false,
        autoHandlesWrongModel: expect.any(Boolean),
      });
      expect(sound).not.toHaveProperty('maxDimension');
      expect(agentCapabilities?._meta?.['audioCapability']).toEqual(sound);
      expect(agentCapabilities?.promptCapabilities?._meta?.['audioCapability']).toEqual(sound);
      expect(readAudioCapability(initialized)?.maxDurationMs).toBeGreaterThan(0);
    },
  );
});

describe('pictures in a prompt', () => {
  test(
    'a pasted picture, a blob and a link are seen alike, and still three turns later',
    {
      tags: ['f-acp-resource-blob', 'f-acp-data-over-uri', 's003-attachments-kept'],
    },
    async () => {
      await using stage = await openStage(look);
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      const [one, two, three] = [21, 22, 23].map(drawPalette);
      if (!one || !two || !three) throw new Error('Three palettes were drawn.');
      const pasted = {
        ...image(await drawQuadrants(one)),
        uri: 'http://127.0.0.1:9/never-fetched.png',
      };
      expect(await ask(client, session, words('What colours?'), pasted)).toEqual({
        stopReason: 'end_turn',
        said: one.join(' '),
      });
      const blob = (await drawQuadrants(two)).toString('base64');
      const resource = { uri: 'file:///tmp/b.png', mimeType: 'image/png', blob };
      expect((await ask(client, session, { type: 'resource', resource })).said).toBe(two.join(' '));
      await writeFile(join(stage.root, 'linked.png'), await drawQuadrants(three));
      const uri = pathToFileURL(join(stage.root, 'linked.png')).href;
      const link = { type: 'resource_link', uri, name: 'linked.png' } as const;
      expect((await ask(client, session, link)).said).toBe(three.join(' '));
      expect((await ask(client, session, words('And the first one?'))).said).toBe(one.join(' '));
    },
  );

  test('a link to a document or to a picture of any type that is taken goes through the door, and one to a text is a mention', async () => {
    await using stage = await openStage(look);
    const client = await connectV1(stage.here());
    const session = await newSession(client, stage.root);
    const colours = drawPalette(25);
    const files = {
      'photo.avif': await sharp(await drawQuadrants(colours))
        .avif({ quality: 90 })
        .toBuffer(),
      'plan.pdf': pagesPdf([{ content: 'BT /F1 24 Tf 72 700 Td (A plan) Tj ET' }]),
      'notes.md': Buffer.from('# Notes'),
    };
    for (const [name, bytes] of Object.entries(files))
      await writeFile(join(stage.root, name), bytes);
    const links = Object.keys(files).map((name) => {
      const uri = pathToFileURL(join(stage.root, name)).href;
      return { type: 'resource_link', uri, name } as const;
    });
    await ask(client, session, ...links);
    const [request] = stage.server.requests;
    expect(request && picturesIn(request)).toHaveLength(2);
    expect(request?.raw).toContain('[attachment:photo.avif');
    expect(request?.raw).toContain('[attachment:plan.pdf; a document of 1 page]');
    expect(request?.raw).toContain('[linked by the user: notes.md ');
  });

  test('a link to what is no document, or is refused, stays a mention', async () => {
    await using stage = await openStage(look);
    const client = await connectV1(stage.here());
    const session = await newSession(client, stage.root);
    const files = [
      ['reply.json', 'application/vnd.github+json', Buffer.from('{"plain":"words"}')],
      ['plan.odt', undefined, gzipSync('packed')],
    ] as const;
    const links = files.map(([name, mimeType]) => {
      const uri = pathToFileURL(join(stage.root, name)).href;
      return { type: 'resource_link', uri, name, ...(mimeType && { mimeType }) } as const;
    });
    for (const [name, , bytes] of files) await writeFile(join(stage.root, name), bytes);
    const { said } = await ask(client, session, ...links);
    expect(said.match(/was not taken/g)).toHaveLength(1);
    const [request] = stage.server.requests;
    for (const [name] of files)
      expect(request?.raw).toContain(`[linked by the user: ${name} ${join(stage.root, name)}]`);
    expect(request?.raw).not.toContain('plain');
  });

  test(
    'what is corrupt, mislabelled or outside is said in words, and the turn goes on',
    {
      tags: ['f-acp-base64-validated', 'p-pixels-or-words'],
    },
    async () => {
      await using stage = await openStage(look);
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      const broken = { type: 'image', mimeType: 'image/png', data: '!!notbase64!!' } as const;
      const text = image(Buffer.from('no picture at all, only words'), 'image/png');
      const outside = {
        type: 'resource_link',
        uri: 'file:///etc/hostname.png',
        name: 'x.png',
      } as const;
      const colours = drawPalette(24);
      const jpegName = image(await drawQuadrants(colours), 'image/jpeg');
      const { said, stopReason } = await ask(client, session, broken, text, outside, jpegName);
      expect(stopReason).toBe('end_turn');
      expect(said).toContain(colours.join(' '));
      expect(said.match(/was not taken/g)).toHaveLength(3);
      const [request] = stage.server.requests;
      expect(request && picturesIn(request)).toHaveLength(1);
      expect(request?.raw).not.toContain('notbase64');
    },
  );

  test(
    'oversized pictures are said to be handled, and one that is larger and heavier than its model takes is seen',
    {
      tags: ['s000-auto-oversized', 's000-downsample-target', 's000-no-precompress'],
      timeout: 240_000,
    },
    async () => {
      await using stage = await openStage(look);
      const client = await connectV1(stage.here());
      const capability = readImageCapability(client.initialized);
      expect(capability?.autoHandlesOversized).toBe(true);
      const session = await newSession(client, stage.root);
      const colours = drawPalette(54);
      const drawn = await drawQuadrants(colours, 2400, 1600);
      const large = await sharp(drawn).png({ compressionLevel: 0 }).toBuffer();
      expect(large.length).toBeGreaterThan(capability?.downsampleTargetBytes ?? Infinity);
      expect(large.length).toBeLessThan(capability?.maxBytes ?? 0);
      const { said } = await ask(client, session, words('Colours?'), image(large));
      expect(said).toContain(colours.join(' '));
      const [request] = stage.server.requests;
      const [sent] = request ? picturesIn(request) : [];
      expect((await sharp(sent).metadata()).width).toBeLessThan(2400);
    },
  );

  test(
    'a picture over the advertised bytes or edge is refused in words with the figures, and one of just that edge is taken',
    {
      tags: [
        's000-max-bytes',
        's000-max-bytes-enforced',
        's000-max-dimension',
        's000-max-dimension-enforced',
        's000-right-size',
      ],
      timeout: 240_000,
    },
    async () => {
      await using stage = await openStage(() => text('fine'));
      const client = await connectV1(stage.here());
      const capability = readImageCapability(client.initialized);
      const { maxBytes = 0, maxDimension = 0 } = capability ?? {};
      const session = await newSession(client, stage.root);
      const create = {
        width: maxDimension + 1,
        height: 1,
        channels: 3,
        background: '#fff',
      } as const;
      const wide = image(await sharp({ create }).png().toBuffer());
      const tall = image(
        await sharp({ create: { ...create, width: 1, height: maxDimension + 1 } })
          .png()
          .toBuffer(),
      );
      const { said, stopReason } = await ask(
        client,
        session,
        wide,
        tall,
        image(Buffer.alloc(maxBytes + 3)),
      );
      expect(stopReason).toBe('end_turn');
      expect(said.match(/was not taken/g)).toHaveLength(3);
      expect(said).toContain(String(maxDimension));
      expect(said).toContain(String(maxBytes));
      expect(stage.server.requests[0] && picturesIn(stage.server.requests[0])).toEqual([]);
      const fitting = { ...create, width: maxDimension };
      const sized = image(await sharp({ create: fitting }).png().toBuffer());
      expect((await ask(client, session, sized)).said).not.toContain('was not taken');
      const [, request] = stage.server.requests;
      expect(request && picturesIn(request)).toHaveLength(1);
    },
  );

  test(
    'a prompt that arrives as JSON inside a text is taken apart',
    { tags: ['f-acp-json-array-text'] },
    async () => {
      await using stage = await openStage(look);
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      const colours = drawPalette(25);
      const inner = [words('What colours?'), image(await drawQuadrants(colours))];
      expect((await ask(client, session, words(JSON.stringify(inner)))).said).toContain(
        colours.join(' '),
      );
    },
  );

  test(
    'more than was advertised is a proper error with the figures, and the session goes on',
    { tags: ['f-acp-transport-cap'] },
    async () => {
      await using stage = await openStage(look);
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      const picture = image(await drawQuadrants(drawPalette(1)));
      const prompt = Array.from({ length: 21 }, () => picture);
      await expect(
        client.agent.request('session/prompt', { sessionId: session, prompt }),
      ).rejects.toMatchObject({
        code: -32602,
        data: { refused: 'too-many', limit: { max: 20, actual: 21 } },
      });
      expect((await ask(client, session, words('hello'))).said).toBe('I see no picture.');
    },
  );
});

describe('tools, permissions and ends', () => {
  test(
    'view shows a picture and no token, read shows text and no picture, edit asks and writes',
    {
      tags: [
        's003-two-tools',
        's003-read-refuses-pixels',
        's003-view-refuses-text',
        's003-not-a-read',
        's003-edit-needs-read',
      ],
    },
    async () => {
      const token = { value: '' };
      const replies: (() => Reply)[] = [
        () =>
          toolCalls(
            { tool: 'read', input: { ref: 'p.png' } },
            { tool: 'view', input: { ref: 'p.png' } },
          ),
        () => toolCall('read', { ref: 'a.txt' }),
        () => toolCall('edit', { path: 'a.txt', token: token.value, old: 'red', new: 'blue' }),
        () => text('done'),
      ];
      await using stage = await openStage(({ raw }, index) => {
        token.value = /token (r1\.[\w-]+)/.exec(raw)?.[1] ?? '';
        return replies[index]?.() ?? text('?');
      });
      const picture = await drawQuadrants(drawPalette(2));
      await writeFile(join(stage.root, 'p.png'), picture);
      await writeFile(join(stage.root, 'a.txt'), 'red\n');
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      await ask(client, session, words('go'));
      const results = client.updates.filter(
        (update) => update.sessionUpdate === 'tool_call_update',
      );
      expect(results.map(({ status }) => status)).toEqual([
        'failed',
        'completed',
        'completed',
        'completed',
      ]);
      const kinds = results.map(({ content }) =>
        content?.map((item) => (item.type === 'content' ? item.content.type : item.type)),
      );
      expect(kinds).toEqual([['text'], ['text', 'image'], ['text', 'text'], ['text']]);
      expect(JSON.stringify(results[1])).not.toContain('r1.');
      const calls = client.updates.filter((update) => update.sessionUpdate === 'tool_call');
      expect(calls[1]).toMatchObject({
        kind: 'read',
        locations: [{ path: join(stage.root, 'p.png') }],
      });
      expect(client.asked).toMatchObject([
        {
          toolCall: {
            content: [{ type: 'diff', oldText: 'red\n', newText: 'blue\n' }, { type: 'content' }],
          },
        },
      ]);
      expect(await readFile(join(stage.root, 'a.txt'), 'utf8')).toBe('blue\n');
    },
  );

  test('a file that was read before a restart can be edited after it', async () => {
    const token = { value: '' };
    const replies: (() => Reply)[] = [
      () => toolCall('read', { ref: 'a.txt' }),
      () => text('read'),
      () => toolCall('edit', { path: 'a.txt', token: token.value, old: 'red', new: 'blue' }),
      () => text('done'),
    ];
    await using stage = await openStage(({ raw }, index) => {
      token.value = /token (r1\.[\w-]+)/.exec(raw)?.[1] ?? '';
      return replies[index]?.() ?? text('?');
    });
    await writeFile(join(stage.root, 'a.txt'), 'red\n');
    const first = stage.start();
    const before = await connectV1(first);
    const session = await newSession(before, stage.root);
    await ask(before, session, words('read it'));
    first.child.kill('SIGKILL');
    const after = await connectV1(stage.start());
    const place = { sessionId: session, cwd: stage.root, mcpServers: [] };
    await after.agent.request('session/resume', place);
    await ask(after, session, words('now edit it'));
    expect(await readFile(join(stage.root, 'a.txt'), 'utf8')).toBe('blue\n');
  });

  test('how full the context is and what was paid are told after each request', async () => {
    const usage = { inputTokens: 40_000, outputTokens: 500, cachedTokens: 0 };
    await using stage = await openStage(() => ({ kind: 'text', text: 'hi', usage }));
    const client = await connectV1(stage.here());
    const session = await newSession(client, stage.root);
    const told = () =>
      client.updates.filter(({ sessionUpdate }) => sessionUpdate === 'usage_update');
    await ask(client, session, words('one'));
    const figures = { used: 40_500, size: 100_000 };
    expect(told()).toMatchObject([{ ...figures, cost: { amount: 0.041, currency: 'USD' } }]);
    await ask(client, session, words('two'));
    expect(told()).toMatchObject([{ ...figures, cost: { amount: 0.082, currency: 'USD' } }]);
  });

  test(
    'a cancel ends as a stop reason and never as an error',
    { tags: ['f-acp-cancel'] },
    async () => {
      const over = Promise.withResolvers<void>();
      await using stage = await openStage(async (_, index) => {
        if (index === 0) await over.promise;
        return text('back');
      });
      const client = await connectV1(stage.here());
      const session = await newSession(client, stage.root);
      const slow = ask(client, session, words('slow'));
      await expect.poll(() => stage.server.requests.length).toBe(1);
      void client.agent.notify('session/cancel', { sessionId: session });
      expect((await slow).stopReason).toBe('cancelled');
      over.resolve();
      expect((await ask(client, session, words('again'))).said).toBe('back');
    },
  );

  test(
    'a client that takes notices gets them apart from the text, and another one gets words',
    { tags: ['f-acp-notice-gated'] },
    async () => {
      await using stage = await openStage(() => text('fine'));
      const broken = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
      const quiet = await connectV1(stage.here(), { notices: true });
      const { said } = await ask(quiet, await newSession(quiet, stage.root), broken);
      expect(said).toBe('fine');
      expect(quiet.updates.filter(({ sessionUpdate }) => sessionUpdate === 'notice')).toHaveLength(
        1,
      );
      const plain = await connectV1(stage.here());
      const other = await ask(plain, await newSession(plain, stage.root), broken);
      expect(other.said).toContain('was not taken');
      expect(plain.updates.some(({ sessionUpdate }) => sessionUpdate === 'notice')).toBe(false);
    },
  );

  test('a provider that fails is told in words, and the session is not lost', async () => {
    await using stage = await openStage((_, index) =>
      index === 0 ? { kind: 'failure', status: 401, message: 'no' } : text('ok'),
    );
    const client = await connectV1(stage.here());
    const session = await newSession(client, stage.root);
    const failed = await ask(client, session, words('hi'));
    expect(failed).toMatchObject({
      stopReason: 'end_turn',
      said: expect.stringContaining('status 401'),
    });
    expect((await ask(client, session, words('hi'))).said).toBe('ok');
  });
});

describe('sessions', () => {
  test(
    'load replays pictures from the store in a new process; resume replays nothing; both go on',
    { tags: ['f-acp-load-replays', 'p-record-is-truth'] },
    async () => {
      await using stage = await openStage(look);
      const colours = drawPalette(31);
      const bytes = await drawQuadrants(colours);
      const first = await connectV1(stage.start());
      const sessionId = await newSession(first, stage.root);
      await ask(first, sessionId, words('What colours?'), image(bytes));
      first.close();
      const again = await connectV1(stage.start());
      const place = { sessionId, cwd: stage.root, mcpServers: [] };
      await again.agent.request('session/load', place);
      const replayed = again.updates.flatMap((update) =>
        update.sessionUpdate === 'user_message_chunk' && update.content.type === 'image'
          ? [createHash('sha256').update(Buffer.from(update.content.data, 'base64')).digest('hex')]
          : [],
      );
      expect(replayed).toEqual([createHash('sha256').update(bytes).digest('hex')]);
      expect(again.say()).toBe(colours.join(' '));
      expect((await ask(again, sessionId, words('And now?'))).said).toBe(colours.join(' '));
      const third = await connectV1(stage.start());
      await third.agent.request('session/resume', place);
      expect(third.updates).toEqual([]);
      expect((await ask(third, sessionId, words('Still?'))).said).toBe(colours.join(' '));
    },
  );

  test('sessions are listed, closed and deleted', async () => {
    await using stage = await openStage(() => text('ok'));
    const client = await connectV1(stage.here());
    const sessionId = await newSession(client, stage.root);
    await ask(client, sessionId, words('Name this session'));
    const { sessions } = await client.agent.request('session/list', { cwd: stage.root });
    expect(sessions).toMatchObject([{ sessionId, cwd: stage.root, title: 'Name this session' }]);
    await client.agent.request('session/close', { sessionId });
    const prompt = [words('hi')];
    await expect(client.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow();
    await client.agent.request('session/delete', { sessionId });
    expect((await client.agent.request('session/list', {})).sessions).toEqual([]);
    const place = { sessionId, cwd: stage.root, mcpServers: [] };
    await expect(client.agent.request('session/load', place)).rejects.toMatchObject({
      code: -32002,
    });
  });

  test(
    'the model is switched by a config option in the middle of a session',
    { tags: ['f-acp-model-switch'] },
    async () => {
      await using stage = await openStage(() => text('ok'));
      const client = await connectV1(stage.here());
      const made = await client.agent.request('session/new', { cwd: stage.root, mcpServers: [] });
      expect(made.configOptions).toMatchObject([
        { id: 'model', category: 'model', currentValue: 'seeing' },
      ]);
      const { sessionId } = made;
      await ask(client, sessionId, words('one'));
      const value: SetSessionConfigOptionRequest = {
        sessionId,
        configId: 'model',
        value: 'other',
      };
      const { configOptions } = await client.agent.request('session/set_config_option', value);
      expect(configOptions).toMatchObject([{ currentValue: 'other' }]);
      await ask(client, sessionId, words('two'));
      expect(stage.server.requests.map(({ model }) => model)).toEqual(['seeing', 'other']);
    },
  );
});
