// What the gateway does beyond one request: it fits what is too large, learns from refusals, remembers where it left off,
// puts pictures into words for models that do not see, and keeps conversations of two credentials apart.
import { createBridge } from '@percept/agent/internal';
import { createLocalDescriber } from '../../packages/agent/src/bridge/local-describer.ts';
import { openDoor } from '@percept/ingest';
import { openMemory } from '@percept/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  failure,
  judge,
  startCaptureServer,
  text,
  type CapturedRequest,
  type Reply,
} from 'percept/conformance';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { request as bodyFor, imageBlock } from '../../packages/core/test/oracle-bodies.ts';
import { picturesOf } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants, drawScreenshot, nameQuadrants } from '../wires/quadrants.ts';
import { startGateway, startUpstream, type Stage } from './gateway-stage.ts';

const timeout = 240_000;

function chat(model: string, ...content: readonly object[]): string {
  return JSON.stringify({ model, messages: [{ role: 'user', content }] });
}

function post(
  stage: Stage,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  path = '/v1/chat/completions',
): Promise<Response> {
  return fetch(`${stage.origin}${path}`, { method: 'POST', headers, body });
}

const pictures = ({ raw }: CapturedRequest) => picturesOf(raw);

async function colourBlock(seed: number): Promise<object> {
  return imageBlock(
    'chat-completions',
    (await drawQuadrants(drawPalette(seed))).toString('base64'),
  );
}

describe('a picture that is larger than useful, where the route asks for a fit,', () => {
  test(
    'is fitted once, arrives with its colours, and is the same bytes in the next request',
    { tags: ['d-gateway-heals'], timeout },
    async () => {
      const colours = drawPalette(11);
      const shot = (await drawScreenshot(colours)).toString('base64');
      await using server = await startCaptureServer();
      await using stage = await startGateway({
        openai: { baseUrl: server.baseUrl('chat-completions'), heal: { resize: true } },
      });
      const body = chat('gpt-4o', imageBlock('chat-completions', shot));
      for (let round = 0; round < 2; round += 1) {
        const answer = await post(stage, body);
        expect(answer.headers.get('x-percept-actions')).toBe('refit=1');
        expect(Number(answer.headers.get('x-percept-image-tokens'))).toBeGreaterThan(0);
      }
      const [first, second] = server.requests;
      expect(first?.raw).toBe(second?.raw);
      const [seen] = first ? pictures(first) : [];
      expect(seen && (await nameQuadrants(seen))).toEqual(colours);
      const { width } = await sharp(seen).metadata();
      expect(width).toBeLessThanOrEqual(2048);
      expect(judge({ wire: 'chat-completions', body: first?.raw, expectImages: 1 }).ok).toBe(true);
    },
  );

  test('of many requests at once is the same for all of them', { timeout }, async () => {
    const colours = drawPalette(12);
    const shot = (await drawScreenshot(colours)).toString('base64');
    await using server = await startCaptureServer();
    await using stage = await startGateway({
      openai: { baseUrl: server.baseUrl('chat-completions'), heal: { resize: true } },
    });
    const body = chat('gpt-4o', imageBlock('chat-completions', shot));
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(stage, body)));
    expect(new Set(answers.map(({ headers }) => headers.get('x-percept-actions')))).toEqual(
      new Set(['refit=1']),
    );
    expect(new Set(server.requests.map(({ raw }) => raw)).size).toBe(1);
  });

  test('is found in a packed request too, which then travels unpacked', { timeout }, async () => {
    await using server = await startCaptureServer();
    await using stage = await startGateway({
      openai: { baseUrl: server.baseUrl('chat-completions') },
    });
    const tool = {
      results: [{ id: 'call_1', text: 'Looked.', blocks: [await colourBlock(2)] }],
    };
    const body = JSON.stringify(bodyFor('chat-completions', tool));
    for (const [coding, packed] of [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
      ['zstd', zstdCompressSync(body)],
    ] as const) {
      const answer = await post(stage, packed, { 'content-encoding': coding, 'content-md5': 'x' });
      expect(answer.headers.get('x-percept-actions')).toBe('hoist=1');
      const arrived = server.requests.at(-1);
      expect(arrived?.headers['content-encoding']).toBeUndefined();
      expect(arrived?.headers['content-md5']).toBeUndefined();
      expect(judge({ wire: 'chat-completions', body: arrived?.raw, expectImages: 1 }).ok).toBe(
        true,
      );
    }
  });
});

describe('a refusal over media', () => {
  const refusing =
    (refused: (request: CapturedRequest) => boolean, reply: Reply) =>
    (request: CapturedRequest): Reply =>
      refused(request) ? reply : text(`${pictures(request).length} seen`);

  for (const stream of [false, true])
    test(
      `is answered with one request without what is suspected, and never sent again (${stream ? 'streamed' : 'whole'})`,
      { tags: ['d-recovery-quarantine'], timeout },
      async () => {
        const bad = await colourBlock(21);
        const good = await colourBlock(22);
        const badData = JSON.stringify(bad).slice(60, 200);
        await using server = await startCaptureServer({
          script: refusing(
            ({ raw }) => raw.includes(badData),
            failure(400, 'Could not process image'),
          ),
        });
        await using stage = await startGateway({
          openai: { baseUrl: server.baseUrl('chat-completions') },
        });
        const messages = [
          { role: 'user', content: [good] },
          { role: 'assistant', content: 'Nice.' },
          { role: 'user', content: [bad] },
        ];
        const body = { model: 'gpt-4o', stream, messages };
        const answer = await post(stage, JSON.stringify(body));
        expect(answer.status).toBe(200);
        expect(answer.headers.get('x-percept-recovered')).toBe('corrupt');
        expect(await answer.text()).toContain(stream ? '"1 s"' : '1 seen');
        expect(server.requests).toHaveLength(2);
        expect(await stage.entry(0)).toMatchObject({
          recovered: 'corrupt',
          recovery: 'taken',
          images: 1,
        });
        const next = {
          ...body,
          messages: [
            ...messages,
            { role: 'assistant', content: 'ok' },
            { role: 'user', content: 'and?' },
          ],
        };
        expect((await post(stage, JSON.stringify(next))).status).toBe(200);
        expect(server.requests).toHaveLength(3);
        expect(server.requests[2]?.raw).not.toContain(badData);
      },
    );

  test(
    'that comes as the first event of a stream is recovered before the client hears of it',
    { timeout },
    async () => {
      await using upstream = await startUpstream(({ body }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const seen = body.includes('base64,');
        response.end(
          seen
            ? 'data: {"error": {"message":"This model does not support image input","code":400}}\n\n'
            : 'data: {"choices":[]}\n\ndata: [DONE]\n\n',
        );
      });
      await using stage = await startGateway({ openai: { baseUrl: `${upstream.origin}/v1` } });
      const answer = await post(stage, chat('some-model', await colourBlock(5)));
      expect(await answer.text()).toBe('data: {"choices":[]}\n\ndata: [DONE]\n\n');
      expect(answer.headers.get('x-percept-recovered')).toBe('no-vision');
    },
  );

  test(
    'that the second request does not mend is passed on as it was, whole and once',
    { timeout },
    async () => {
      const refusal = '{"error" : {"message":"Invalid image. \\u00e9", "code" : 1.0}}';
      await using upstream = await startUpstream((_, response) => {
        response
          .writeHead(400, {
            'content-type': 'application/json',
            'x-request-id': String(upstream.arrived.length),
          })
          .end(refusal);
      });
      await using stage = await startGateway({ openai: { baseUrl: `${upstream.origin}/v1` } });
      const body = chat('gpt-4o', await colourBlock(6));
      const answer = await post(stage, body, { 'idempotency-key': 'k1' });
      expect([answer.status, await answer.text(), answer.headers.get('x-request-id')]).toEqual([
        400,
        refusal,
        '1',
      ]);
      expect(upstream.arrived).toHaveLength(2);
      expect(upstream.arrived.map(({ rawHeaders }) => rawHeaders.includes('k1'))).toEqual([
        true,
        false,
      ]);
      expect((await stage.entry(0)).recovery).toBe('refused');
      // Nothing was learnt: the picture is tried again.
      await post(stage, body);
      expect(upstream.arrived[2]?.body.toString()).toBe(body);
    },
  );

  for (const [status, message] of [
    [401, 'Incorrect API key'],
    [429, 'Rate limit'],
    [529, 'Overloaded'],
    [400, "Unsupported parameter: 'temperature'"],
  ] as const)
    test(
      `that is about something else (${status} ${message}) is passed on at once`,
      { timeout },
      async () => {
        await using server = await startCaptureServer({ script: () => failure(status, message) });
        await using stage = await startGateway({
          openai: { baseUrl: server.baseUrl('chat-completions') },
        });
        const answer = await post(stage, chat('gpt-4o', await colourBlock(7)));
        expect(answer.status).toBe(status);
        expect(server.requests).toHaveLength(1);
      },
    );

  test('teaches only those who share the credential and the model', { timeout }, async () => {
    await using server = await startCaptureServer({
      script: ({ raw, model }) =>
        model === 'blind' && raw.includes('base64,')
          ? failure(400, 'This model does not support image input')
          : text('ok'),
    });
    await using stage = await startGateway({
      openai: { baseUrl: server.baseUrl('chat-completions') },
    });
    const block = await colourBlock(8);
    const one = { authorization: 'Bearer one' };
    await post(stage, chat('blind', block), one);
    expect(server.requests).toHaveLength(2);
    await post(stage, chat('blind', block), one);
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.raw).not.toContain('base64,');
    await post(stage, chat('blind', block), { authorization: 'Bearer two' });
    expect(server.requests[3]?.raw).toContain('base64,');
    await post(stage, chat('seeing', block), one);
    expect(server.requests.at(-1)?.raw).toContain('base64,');
  });
});

describe('a conversation', () => {
  const narrow = (baseUrl: string) => ({
    openai: {
      baseUrl,
      heal: { retention: true },
      models: [{ model: 'gpt-4o', profile: { request: { maxImages: 4, maxBytes: 1_000_000 } } }],
    },
  });

  /** So many views one after the other, with a new question after every third. */
  async function history(views: number): Promise<readonly object[]> {
    const messages: object[] = [{ role: 'user', content: 'Look at all of them.' }];
    for (let step = 0; step < views; step += 1) {
      const id = `call_${step}`;
      const call = { name: 'view', arguments: `{"path":"${step}.png"}` };
      messages.push(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: call }],
        },
        { role: 'tool', tool_call_id: id, content: [await colourBlock(100 + step)] },
      );
      if (step % 3 === 2)
        messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: 'More.' });
    }
    return messages;
  }

  test(
    'keeps what was left out, and its prefix, from request to request',
    { timeout },
    async () => {
      await using server = await startCaptureServer();
      const upstreams = narrow(server.baseUrl('chat-completions'));
      await using stage = await startGateway(upstreams);
      await using fresh = await startGateway(upstreams);
      const ask = async (at: Stage, messages: readonly object[], bearer = 'one') => {
        const body = JSON.stringify({ model: 'gpt-4o', messages });
        const answer = await post(at, body, { authorization: `Bearer ${bearer}` });
        const { raw = '' } = server.requests.at(-1) ?? {};
        expect(judge({ wire: 'chat-completions', body: raw }).ok).toBe(true);
        return { did: answer.headers.get('x-percept-actions'), raw };
      };
      const before = await ask(stage, await history(5));
      expect(before.did).toBe('elide=2, hoist=3');
      const longer = await history(6);
      const after = await ask(stage, longer);
      expect(after.did).toBe('elide=2, hoist=4');
      expect(after.raw.startsWith(before.raw.slice(0, -2))).toBe(true);
      // Whoever does not remember decides anew; and nobody remembers for another credential.
      expect((await ask(fresh, longer)).did).not.toBe(after.did);
      expect((await ask(stage, longer, 'two')).did).not.toBe(after.did);
    },
  );

  test('is the same one when its client moves its cache marks', { timeout }, async () => {
    await using server = await startCaptureServer();
    await using stage = await startGateway(narrow(server.baseUrl('chat-completions')));
    const marked = (await history(5)).map((message) => ({
      ...message,
      cache_control: { type: 'ephemeral' },
    }));
    const spelled = (await history(6)).map((message) =>
      'content' in message && message.content === 'Done.'
        ? { ...message, content: [{ type: 'text', text: 'Done.', cache_control: {} }] }
        : message,
    );
    await post(stage, JSON.stringify({ model: 'gpt-4o', messages: marked }));
    const answer = await post(stage, JSON.stringify({ model: 'gpt-4o', messages: spelled }));
    expect(answer.headers.get('x-percept-actions')).toBe('elide=2, hoist=4');
  });
});

describe('a model that does not see', () => {
  test(
    'is told what the pictures show, in the same words each time, and its client who looked',
    { tags: ['d-gateway-heals'], timeout },
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'percept-gateway-'));
      const memory = await openMemory({ directory });
      const door = openDoor({ store: memory });
      let looks = 0;
      const eyes = createLocalDescriber(
        {
          name: 'test-eyes',
          describe: async (bytes) => {
            looks += 1;
            const names = (await nameQuadrants(bytes)).join(' ');
            return { ok: true, value: { markdown: `Quadrants: ${names}`, lines: [] } };
          },
        },
        '1',
      );
      const bridge = createBridge({
        describers: [eyes],
        door,
        store: memory,
        memos: memory.memos,
        localChosen: { image: true, audio: false },
      });
      await using server = await startCaptureServer();
      await using stage = await startGateway(
        { openai: { baseUrl: server.baseUrl('chat-completions') } },
        { bridge },
      );
      const block = await colourBlock(31);
      const messages: object[] = [
        { role: 'user', content: [block, { type: 'text', text: 'Which colours?' }] },
      ];
      const answer = await post(stage, JSON.stringify({ model: 'gpt-3.5-turbo', messages }));
      expect(answer.headers.get('x-percept-described-by')).toBe('test-eyes at this device');
      expect(answer.headers.get('x-percept-actions')).toBe('describe=1');
      const first = server.requests[0]?.raw ?? '';
      expect(first).toContain(drawPalette(31).join(' '));
      expect(first).not.toContain('base64,');
      messages.push({ role: 'assistant', content: 'Those.' }, { role: 'user', content: 'Sure?' });
      await post(stage, JSON.stringify({ model: 'gpt-3.5-turbo', messages }));
      expect(server.requests[1]?.raw.startsWith(first.slice(0, -2))).toBe(true);
      expect(looks).toBe(1);
      await door.close();
      await memory.close();
      await rm(directory, { recursive: true });
    },
  );

  test('is told that there was one where nobody may look', { timeout }, async () => {
    await using server = await startCaptureServer();
    await using stage = await startGateway({
      openai: {
        baseUrl: server.baseUrl('chat-completions'),
        models: [{ model: 'house-*', capabilities: [] }],
      },
    });
    const answer = await post(stage, chat('house-7b', await colourBlock(9)));
    expect(answer.headers.get('x-percept-actions')).toBe('drop=1');
    expect(server.requests[0]?.raw).toMatch(/not shown to this model/);
    expect(server.requests[0]?.raw).not.toContain('base64,');
  });
});
