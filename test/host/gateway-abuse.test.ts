// Clients that want something else than an answer: more memory than there is, another host, another path, a second request
// inside the first. Nothing of it reaches an upstream that it was not meant for.
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { Secret } from '@percept/agent';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createGateway,
  readUpstreams,
  type GatewayOptions,
} from '../../packages/host/src/gateway/index.ts';
import {
  ownHeaders,
  speak,
  startGateway,
  startUpstream,
  type Stage,
  type Upstream,
} from './gateway-stage.ts';

const timeout = 60_000;
const key = 'gk-0123456789abcdef';

let upstream: Upstream;
let canary: Upstream;
let stage: Stage;
let before = 0;
beforeAll(async () => {
  upstream = await startUpstream();
  canary = await startUpstream();
  stage = await startGateway(everything(upstream));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});
beforeEach(() => {
  before = upstream.arrived.length;
});

function everything({ origin }: Upstream) {
  return {
    openai: { baseUrl: `${origin}/v1` },
    anthropic: { baseUrl: `${origin}/v1` },
    gemini: { baseUrl: `${origin}/v1beta` },
  };
}

const arrived = () => upstream.arrived.slice(before);

const families = [
  ['/v1/chat/completions', (body: unknown) => Object(body).error.code, 'percept_'],
  ['/v1/messages', (body: unknown) => Object(body).error.type, '_'],
  ['/v1beta/models/g:generateContent', (body: unknown) => Object(body).error.status, '_'],
] as const;

describe('a body', () => {
  const limits = { maxRequestBytes: 10_000 };
  const cases: readonly (readonly [string, number, RequestInit])[] = [
    ['over the limit', 413, { body: Buffer.alloc(10_001, 'a') }],
    [
      'over the limit, without a length',
      413,
      { body: new Blob([Buffer.alloc(60_000, 'a')]).stream() },
    ],
    [
      'that unpacks to more than the limit (gzip)',
      413,
      {
        body: gzipSync(Buffer.alloc(50_000_000)).subarray(0, 9_000),
        headers: { 'content-encoding': 'gzip' },
      },
    ],
    [
      'that unpacks to more than the limit (zstd)',
      413,
      { body: zstdCompressSync(Buffer.alloc(50_000_000)), headers: { 'content-encoding': 'zstd' } },
    ],
    [
      'that is not what its encoding says',
      400,
      { body: 'hello', headers: { 'content-encoding': 'br' } },
    ],
    [
      'in an encoding that nobody knows',
      415,
      { body: 'hello', headers: { 'content-encoding': 'compress' } },
    ],
    ['in two encodings', 415, { body: 'hello', headers: { 'content-encoding': 'gzip, br' } }],
  ];
  for (const [path, facts, mark] of families)
    for (const [name, status, init] of cases)
      test(`${name} is refused in the words of its wire: ${path}`, { timeout }, async () => {
        await using small = await startGateway(everything(upstream), { limits });
        const body =
          init.body instanceof ReadableStream
            ? new Blob([Buffer.alloc(60_000, 'a')]).stream()
            : init.body;
        const answer = await fetch(`${small.origin}${path}`, {
          ...init,
          ...(body && { body }),
          method: 'POST',
          duplex: 'half',
        });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('x-percept-gateway')).toBe('refused');
        expect(String(facts(await answer.json())).toLowerCase()).toContain(mark);
        expect(arrived()).toEqual([]);
        expect((await small.entry(0)).end).toBe('refused');
      });

  test('that stops coming is not waited for', { timeout }, async () => {
    await using small = await startGateway(everything(upstream), { limits: { bodyIdleMs: 300 } });
    const socket = connect(small.port, '127.0.0.1');
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{"mess',
    );
    const chunks: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).includes('percept_slow')) resolve();
    });
    await promise;
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    expect(arrived()).toEqual([]);
  });

  test(
    'finds no room when others fill it, and finds it when they are gone',
    { timeout },
    async () => {
      const waiting = Promise.withResolvers<void>();
      await using slow = await startUpstream(async (_, response) => {
        await waiting.promise;
        response.end('{}');
      });
      await using small = await startGateway(
        { openai: { baseUrl: `${slow.origin}/v1` } },
        { limits: { maxHeldBytes: 100_000 } },
      );
      const post = () =>
        fetch(`${small.origin}/v1/chat/completions`, {
          method: 'POST',
          body: `"${'a'.repeat(60_000)}"`,
        });
      const first = post();
      while (slow.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const second = await post();
      expect([second.status, second.headers.get('retry-after')]).toEqual([503, '2']);
      waiting.resolve();
      expect((await first).status).toBe(200);
      await small.entry(1);
      expect((await post()).status).toBe(200);
    },
  );
});

describe('two requests in one', () => {
  const smuggled = 'GET /v1/models/smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const shapes: readonly (readonly [string, string, string])[] = [
    [
      'a length and chunks',
      'content-length: 6\r\ntransfer-encoding: chunked\r\n',
      `0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks and a length',
      'transfer-encoding: chunked\r\ncontent-length: 4\r\n',
      `0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n', `hello!${smuggled}`],
    ['a length with a sign', 'content-length: +5\r\n', `hello${smuggled}`],
    ['a length in a list', 'content-length: 5, 5\r\n', `hello${smuggled}`],
    ['a coding that is not chunked', 'transfer-encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`],
    [
      'a coding in another case with a tab',
      'transfer-encoding:\tchunKed\r\ncontent-length: 3\r\n',
      `0\r\n\r\n${smuggled}`,
    ],
    ['a space before the colon', 'content-length : 5\r\n', `hello${smuggled}`],
    [
      'a folded header',
      'x: a\r\n transfer-encoding: chunked\r\ncontent-length: 5\r\n',
      `hello${smuggled}`,
    ],
    [
      'a chunk with a false size',
      'transfer-encoding: chunked\r\n',
      `fffffffffffffffff\r\nhello\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a bare line feed', 'content-length: 5\nx: y\r\n', `hello${smuggled}`],
  ];
  for (const path of ['/v1/chat/completions', '/v1/files'])
    for (const [name, headers, body] of shapes)
      test(
        `with ${name} never reach the upstream as two that were one: ${path}`,
        { timeout },
        async () => {
          const said = await speak(
            stage.port,
            `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n${body}`,
          );
          const answers = said.match(/HTTP\/1\.1 \d+/g) ?? [];
          // Node may read them as two, and then they are two for the upstream as well; it never disagrees with it.
          const paths = arrived().map(({ url }) => url);
          const accepted = answers.filter((line) => line.endsWith('200')).length;
          expect(paths.length).toBeLessThanOrEqual(Math.max(accepted, 0));
          expect(answers.length).toBeGreaterThan(0);
          expect(paths).not.toContain('/v1/models/smuggled');
        },
      );

  test('in a row, honestly framed, are two', { timeout }, async () => {
    const one =
      'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 15\r\n\r\n{"messages":[]}';
    const said = await speak(
      stage.port,
      `${one}${one.replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nconnection: close\r\n')}`,
      30_000,
    );
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(arrived().map(({ body }) => body.toString())).toEqual([
      '{"messages":[]}',
      '{"messages":[]}',
    ]);
  });
});

describe('a path', () => {
  const paths = [
    '/v1/../admin',
    '/v1/models/../../admin',
    '/v1/models/%2e%2e/%2E%2e/admin',
    '/v1/models/..%2f..%2fadmin',
    '/v1/models/%252e%252e/admin',
    '/v1/models/..%5c..%5cadmin',
    '/v1/models\\..\\admin',
    '/v1//models/x',
    '/v1/models//x',
    '/gateway/openai/../anthropic/v1/models',
    '/gateway/openai//evil.test/v1/models',
    '/gateway/openai/v1/./models',
    '/gateway/openai/v1/models/%00',
    '/gateway/openai/v1/models/a%0d%0aHost:x',
    '/v1/models#x',
    '//evil.test/v1/models',
    'http://evil.test/v1/models',
    'https://evil.test/v1/chat/completions',
    '/GATEWAY/openai/v1/models',
    '/v1/models/\u00ff\u00fe',
    '*',
    '@evil.test/v1/models',
    ':80/v1/models',
  ];
  for (const path of paths)
    test(
      `that reads like another one goes nowhere: ${JSON.stringify(path)}`,
      { timeout },
      async () => {
        const said = await speak(
          stage.port,
          Buffer.from(
            `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
            'latin1',
          ),
        );
        expect(said).toMatch(/^HTTP\/1\.1 (400|404) /);
        expect(arrived()).toEqual([]);
      },
    );

  test('stays below the path that the upstream was given', { timeout }, async () => {
    await using deep = await startGateway({
      openai: { baseUrl: `${upstream.origin}/api/openai` },
      gemini: { baseUrl: `${upstream.origin}/proxy/v1beta/` },
    });
    await fetch(`${deep.origin}/v1/models?a=1`);
    await fetch(`${deep.origin}/v1beta/models`);
    expect(arrived().map(({ url }) => url)).toEqual([
      '/api/openai/models?a=1',
      '/proxy/v1beta/models',
    ]);
    expect((await fetch(`${deep.origin}/gateway/openai/v2/models`)).status).toBe(404);
  });
});

describe('headers', () => {
  test('in a flood are refused before anything is sent on', { timeout }, async () => {
    const flood = Array.from(
      { length: 3_000 },
      (_, index) => `x-${index}: ${'y'.repeat(40)}\r\n`,
    ).join('');
    const said = await speak(
      stage.port,
      `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${flood}\r\n`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 431 /);
    expect(arrived()).toEqual([]);
  });

  test(
    'of one connection stay there, and so does whatever Connection names',
    { timeout },
    async () => {
      await speak(
        stage.port,
        'GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nProxy-Authorization: Basic x\r\nProxy-Connection: keep-alive\r\nUpgrade: websocket\r\nX-Percept-Key: zzz\r\nX-Kept: 1\r\n\r\n',
      );
      expect(ownHeaders(arrived()[0]?.rawHeaders ?? [])).toEqual(['X-Kept: 1']);
    },
  );

  test('cannot name another upstream', { timeout }, async () => {
    const host = canary.origin.slice('http://'.length);
    await using open = await startGateway(everything(upstream), { key: new Secret(key) });
    for (const name of [
      'x-forwarded-host',
      'forwarded',
      'x-upstream',
      'x-original-url',
      'x-rewrite-url',
      'location',
    ])
      await fetch(`${open.origin}/v1/models`, {
        headers: { [name]: `host=${host}`, 'x-percept-key': key },
      });
    await speak(
      open.port,
      `GET /v1/models HTTP/1.1\r\nHost: ${host}\r\nx-percept-key: ${key}\r\nconnection: close\r\n\r\n`,
    );
    expect(arrived()).toHaveLength(7);
    expect(canary.arrived).toEqual([]);
  });
});

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

describe('who may call', () => {
  test(
    'without a key: names of this machine, and no page of another origin',
    { timeout },
    async () => {
      const ask = async (headers: string) =>
        (
          await speak(stage.port, `GET /v1/models HTTP/1.1\r\n${headers}connection: close\r\n\r\n`)
        ).slice(9, 12);
      expect(await ask('host: localhost:1234\r\n')).toBe('200');
      expect(await ask('host: [::1]:1\r\norigin: http://localhost:5173\r\n')).toBe('200');
      expect(await ask('host: evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost.evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost\r\norigin: https://evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost\r\norigin: null\r\n')).toBe('403');
      expect(await ask('host: localhost\r\nsec-fetch-site: cross-site\r\n')).toBe('403');
      for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
        expect(await ask(`host: localhost\r\n${name}: 203.0.113.7\r\n`)).toBe('403');
      expect(arrived()).toHaveLength(2);
    },
  );

  test(
    'no browser opens or embeds what an upstream says, and none gets the cookie of this origin',
    { timeout },
    async () => {
      await using locked = await startGateway(everything(upstream), { key: new Secret(key) });
      const ask = async (port: number, headers: string) =>
        (
          await speak(
            port,
            `GET /v1/models HTTP/1.1\r\nhost: localhost\r\nx-percept-key: ${key}\r\n${headers}connection: close\r\n\r\n`,
          )
        ).slice(9, 12);
      for (const { port } of [stage, locked])
        for (const use of ['document', 'iframe', 'script', 'image'])
          expect(await ask(port, `sec-fetch-dest: ${use}\r\n`)).toBe('403');
      expect(arrived()).toEqual([]);
      expect(await ask(stage.port, 'sec-fetch-dest: empty\r\ncookie: percept-4600=x\r\n')).toBe(
        '200',
      );
      expect(ownHeaders(arrived()[0]?.rawHeaders ?? [])).toEqual(['sec-fetch-dest: empty']);
    },
  );

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

  test.skipIf(outside === undefined)(
    'from elsewhere: nobody without the key',
    { timeout },
    async () => {
      for (const [options, status] of [
        [{}, 403],
        [{ key: new Secret(key) }, 200],
      ] as const satisfies readonly (readonly [Omit<GatewayOptions, 'upstreams'>, number])[]) {
        const read = readUpstreams(everything(upstream));
        if (!read.ok) throw new Error('The addresses are good ones.');
        const gateway = createGateway({ ...options, upstreams: read.value });
        const server = createServer((request, response) => void gateway.handle(request, response));
        await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        const answer = await fetch(`http://${outside}:${port}/v1/models`, {
          headers: { 'x-percept-key': key },
        });
        expect(answer.status).toBe(status);
        await gateway.close();
        server.closeAllConnections();
        server.close();
      }
    },
  );

  test(
    'with a key: whoever shows it, in any place where clients put one; and it goes no further',
    { timeout },
    async () => {
      const own = {
        ...everything(upstream),
        openai: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-house') },
      };
      await using locked = await startGateway(own, { key: new Secret(key) });
      const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
        (await fetch(`${locked.origin}${path}`, { headers })).status;
      expect(await ask('/v1/models')).toBe(401);
      expect(await ask('/v1/models', { authorization: 'Bearer wrong' })).toBe(401);
      expect(await ask('/v1/models', { authorization: `Bearer ${key}x` })).toBe(401);
      expect(await ask('/v1/models', { authorization: `Bearer ${key}` })).toBe(200);
      expect(await ask('/v1/models', { 'x-percept-key': key })).toBe(200);
      expect(await ask('/v1/messages/batches', { 'x-api-key': key })).toBe(200);
      expect(await ask('/v1beta/models', { 'x-goog-api-key': key })).toBe(200);
      expect(await ask(`/v1beta/models?a=1&key=${key}&b=2`)).toBe(200);
      expect(
        await ask('/v1/messages/batches', { 'x-api-key': 'sk-client', 'x-percept-key': key }),
      ).toBe(200);
      const seen = arrived().map(
        ({ url, rawHeaders }) => `${url} ${ownHeaders(rawHeaders).join(' ')}`,
      );
      expect(seen.filter((line) => line.includes(key))).toEqual([]);
      expect(seen[0]).toContain('authorization: Bearer sk-house');
      expect(seen[1]).toContain('authorization: Bearer sk-house');
      expect(seen[4]).toContain('/v1beta/models?a=1&b=2');
      expect(seen[5]).toContain('x-api-key: sk-client');
    },
  );

  test("a key of the host takes the place of the client's", { timeout }, async () => {
    await using housed = await startGateway({
      openai: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-house') },
      anthropic: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-ant-house') },
      gemini: { baseUrl: `${upstream.origin}/v1beta`, apiKey: new Secret('AIza-house') },
    });
    await fetch(`${housed.origin}/v1/models`, { headers: { authorization: 'Bearer dummy' } });
    await fetch(`${housed.origin}/v1/messages/batches`, {
      headers: { 'x-api-key': 'dummy', authorization: 'Bearer dummy' },
    });
    await fetch(`${housed.origin}/v1beta/models?key=dummy`);
    const seen = arrived().map(
      ({ url, rawHeaders }) => `${url} ${ownHeaders(rawHeaders).join(' ')}`,
    );
    expect(seen.join('\n')).not.toContain('dummy');
    expect(seen[0]).toContain('authorization: Bearer sk-house');
    expect(seen[1]).toContain('x-api-key: sk-ant-house');
    expect(seen[2]).toContain('x-goog-api-key: AIza-house');
  });
});
