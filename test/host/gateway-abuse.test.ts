// Clients that want something else than an answer: more memory than there is, another path, a second request inside the
// first. Nothing of it reaches an upstream that it was not meant for.
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { Secret } from '@percept/agent/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { everything, ownHeaders, speak, startGateway, startUpstream } from './gateway-stage.ts';
import { raiseGateway } from './raise-gateway.ts';

const timeout = 240_000;
const key = 'gk-0123456789abcdef';

const { upstream, stage, arrived } = await raiseGateway();
const canary = await startUpstream();
afterAll(() => canary[Symbol.asyncDispose]());

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

  test('that never ends is refused, and its connection ends', { timeout }, async () => {
    await using small = await startGateway(everything(upstream), { limits });
    const socket = connect(small.port, '127.0.0.1');
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    const chunk = `40000\r\n${'a'.repeat(0x40000)}\r\n`;
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    const heard: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    socket
      .on('drain', more)
      .on('data', (bytes: Buffer) => heard.push(bytes))
      .on('error', () => undefined)
      .once('close', () => resolve());
    more();
    await promise;
    expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(arrived()).toEqual([]);
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

test(
  'an answer that never ends is passed on as it comes, and ends with its client',
  { timeout },
  async () => {
    const ended = Promise.withResolvers<void>();
    await using endless = await startUpstream((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.on('close', ended.resolve).on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await using small = await startGateway(everything(endless));
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: [image] }] });
    const answer = await fetch(`${small.origin}/v1/chat/completions`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    const reader = answer.body?.getReader();
    for (let bytes = 0; bytes < 5_000_000;)
      bytes += (await reader?.read())?.value?.length ?? 5_000_000;
    await reader?.cancel();
    await ended.promise;
    expect(endless.arrived).toHaveLength(1);
  },
);

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
