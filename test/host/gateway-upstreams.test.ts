// Where the gateway goes: to the upstream that it was given and nowhere else, whatever a body or an answer names, and what
// becomes of a client when that upstream fails.
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createGateway, readUpstreams } from '../../packages/host/src/gateway/index.ts';
import { startGateway, startUpstream } from './gateway-stage.ts';
import { raiseGateway } from './raise-gateway.ts';

const timeout = 240_000;

const { stage, arrived } = await raiseGateway();
const canary = await startUpstream();
afterAll(() => canary[Symbol.asyncDispose]());

describe('an address in a body', () => {
  test('is never followed, on any wire, with whatever scheme', { timeout }, async () => {
    const addresses = [
      `${canary.origin}/a.png`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'media:sha256-0000000000000000000000000000000000000000000000000000000000000000',
      'ftp://127.0.0.1/x',
    ];
    for (const model of ['gpt-4o', 'gpt-3.5-turbo', 'unheard-of'])
      for (const url of addresses) {
        const bodies: readonly (readonly [string, object])[] = [
          [
            '/v1/chat/completions',
            {
              model,
              messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
            },
          ],
          [
            '/v1/responses',
            {
              model,
              input: [
                {
                  role: 'user',
                  content: [
                    { type: 'input_image', image_url: url },
                    { type: 'input_file', file_url: url },
                  ],
                },
              ],
            },
          ],
          [
            '/v1/messages',
            {
              model,
              messages: [
                {
                  role: 'user',
                  content: [
                    { type: 'image', source: { type: 'url', url } },
                    { type: 'document', source: { type: 'url', url } },
                  ],
                },
              ],
            },
          ],
          [
            `/v1beta/models/${model}:generateContent`,
            {
              contents: [
                { role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'image/png' } }] },
              ],
            },
          ],
        ];
        for (const [path, body] of bodies) {
          const answer = await fetch(`${stage.origin}${path}`, {
            method: 'POST',
            body: JSON.stringify(body),
          });
          expect(answer.status).toBe(200);
          expect(arrived().at(-1)?.body.toString()).not.toContain('root:');
        }
      }
    expect(canary.arrived).toEqual([]);
  });

  test('is not followed where an answer names one', { timeout }, async () => {
    await using moved = await startUpstream((_, response) => {
      response.writeHead(307, { location: `${canary.origin}/v1/models` }).end();
    });
    await using own = await startGateway({ openai: { baseUrl: `${moved.origin}/v1` } });
    const answer = await fetch(`${own.origin}/v1/models`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      307,
      `${canary.origin}/v1/models`,
    ]);
    expect(canary.arrived).toEqual([]);
  });
});

describe('an upstream', () => {
  test(
    'that closes without a word, or talks nonsense, is told of in the words of the wire',
    { timeout },
    async () => {
      for (const words of [
        '',
        'SSH-2.0-OpenSSH\r\n',
        'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
      ]) {
        const server = createSocketServer((socket) => {
          socket.on('error', () => undefined);
          socket.end(words);
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        await using own = await startGateway({
          anthropic: { baseUrl: `http://127.0.0.1:${port}/v1` },
        });
        const answer = await fetch(`${own.origin}/v1/messages`, {
          method: 'POST',
          body: '{"messages":[]}',
        });
        expect(answer.status).toBe(502);
        expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
        server.close();
      }
    },
  );

  test(
    'that nobody listens at is told with what the system says, and nothing of its address',
    { timeout },
    async () => {
      const gone = await startUpstream();
      const { origin } = gone;
      await gone[Symbol.asyncDispose]();
      await using stage = await startGateway({ openai: { baseUrl: `${origin}/v1` } });
      const answer = await fetch(`${stage.origin}/v1/chat/completions`, {
        method: 'POST',
        body: '{}',
      });
      expect(answer.status).toBe(502);
      const said: unknown = await answer.json();
      expect(JSON.stringify(said)).toContain('could not be reached (ECONNREFUSED).');
      expect(JSON.stringify(said)).not.toContain(new URL(origin).port);
    },
  );

  test('that is silent for too long is given up', { timeout }, async () => {
    await using silent = await startUpstream(() => undefined);
    await using own = await startGateway(
      { gemini: { baseUrl: `${silent.origin}/v1beta` } },
      { limits: { upstreamIdleMs: 300 } },
    );
    const answer = await fetch(`${own.origin}/v1beta/models/g:generateContent`, {
      method: 'POST',
      body: '{"contents":[]}',
    });
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({
      error: { code: 504, status: 'DEADLINE_EXCEEDED' },
    });
  });

  test('that closed a kept connection meanwhile is asked once more', { timeout }, async () => {
    await using closing = await startUpstream((_, response) => {
      response.end('{}', () => setImmediate(() => response.socket?.destroy()));
    });
    await using own = await startGateway({ openai: { baseUrl: `${closing.origin}/v1` } });
    for (let round = 0; round < 5; round += 1) {
      const answer = await fetch(`${own.origin}/v1/chat/completions`, {
        method: 'POST',
        body: '{"messages":[]}',
      });
      expect(answer.status).toBe(200);
    }
  });

  test('that is the gateway itself is refused', { timeout }, async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const read = readUpstreams({ openai: { baseUrl: `http://localhost:${port}/v1` } });
    if (!read.ok) throw new Error('The address is a good one.');
    const gateway = createGateway({ upstreams: read.value });
    server.on('request', (request, response) => void gateway.handle(request, response));
    expect((await fetch(`http://127.0.0.1:${port}/v1/models`)).status).toBe(508);
    await gateway.close();
    server.close();
  });

  for (const baseUrl of [
    'ftp://x/v1',
    'nonsense',
    'http://user:pass@x/v1',
    'http://x/v1?a=1',
    'http://x/v1#a',
    'file:///x',
  ])
    test(`cannot be configured as ${baseUrl}`, { timeout }, () => {
      expect(readUpstreams({ openai: { baseUrl } })).toMatchObject({
        ok: false,
        refusal: { refused: 'invalid-input' },
      });
    });
});
