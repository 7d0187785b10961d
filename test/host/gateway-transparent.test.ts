// Without media the gateway is a wire: what goes in comes out, in both directions, byte for byte and as it comes.
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownHeaders, startGateway, startUpstream } from './gateway-stage.ts';
import { raiseGateway } from './raise-gateway.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const timeout = 240_000;

const { upstream, stage } = await raiseGateway();

const wires = [
  ['/v1/chat/completions', 'messages', '{"role":"user","content":'],
  ['/gateway/openai/v1/chat/completions', 'messages', '{"role":"user","content":'],
  ['/v1/responses', 'input', '{"role":"user","content":'],
  ['/gateway/openai/v1/responses', 'input', '{"role":"user","content":'],
  ['/v1/messages', 'messages', '{"role":"user","content":'],
  ['/gateway/anthropic/v1/messages', 'messages', '{"role":"user","content":'],
  ['/v1beta/models/gemini-3-pro:generateContent', 'contents', '{"role":"user","parts":'],
  ['/gateway/gemini/v1beta/models/g:streamGenerateContent', 'contents', '{"role":"user","parts":'],
] as const;

/** JSON as no serialiser writes it: blanks anywhere, every number form, needless escapes, keys that come twice. */
const blank = fc.stringMatching(/^[ \n\r\t]{0,3}$/);
const numberText = fc.constantFrom(
  '0',
  '-0',
  '1.0',
  '1e3',
  '1E+3',
  '0.10',
  '12345678901234567890',
  '1e-7',
  '-1.50E-02',
  '3.0000',
);
const stringText = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"\\u0041\\u00e9"',
    '"\\/x\\/"',
    '"é \u2028"',
    '"\\ud83d\\ude00"',
    '"\\b\\f"',
    '""',
  ),
);
const { value: oddJson } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberText,
    stringText,
    fc.constantFrom('true', 'false', 'null'),
    fc
      .tuple(blank, fc.array(fc.tuple(stringText, blank, tie('value'), blank), { maxLength: 4 }))
      .map(([before, members]) => {
        const list = members.map(
          ([key, gap, value, after]) => `${before}${key}${gap}:${value}${after}`,
        );
        return `{${[...list, ...list.slice(0, 1)].join(',')}${before}}`;
      }),
    fc
      .tuple(blank, fc.array(fc.tuple(tie('value'), blank), { maxLength: 4 }))
      .map(([before, items]) => `[${before}${items.map(([item, gap]) => item + gap).join(',')}]`),
  ),
}));

async function post(
  path: string,
  body: Buffer,
  headers: Readonly<Record<string, string | string[]>> = {},
): Promise<{ readonly response: IncomingMessage; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest(`${stage.origin}${path}`, { method: 'POST', headers }, resolve);
  request.on('error', reject).end(body);
  const response = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of response) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return { response, text: Buffer.concat(chunks).toString('utf8') };
}

describe('a request without media', () => {
  test(
    'arrives byte for byte, with its path, query and headers, on every wire',
    { tags: ['d-gateway-transparent'], timeout },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...wires),
          oddJson,
          oddJson,
          stringText,
          blank,
          fc.stringMatching(/^[a-z]{0,4}=[a-z%0-9]{0,3}$/),
          async ([path, key, opening], extra, other, said, gap, query) => {
            const content = key === 'contents' ? `[{"text":${said}}]` : said;
            const text = `${gap}{"model"${gap}:"gpt-4o","zz":${extra},${gap}"${key}":[${opening}${content}${gap}}],"seed":${other}}${gap}`;
            const body = Buffer.from(text);
            const before = upstream.arrived.length;
            const { response } = await post(`${path}?${query}`, body, {
              'Content-Type': 'application/json',
              'X-Custom': ['one', 'two'],
              'x-stainless-Lang': 'js',
            });
            const [arrived, ...more] = upstream.arrived.slice(before);
            expect(more).toEqual([]);
            expect(arrived?.body.equals(body)).toBe(true);
            expect(arrived?.url).toBe(`${path.replace(/^\/gateway\/\w+/, '')}?${query}`);
            expect(ownHeaders(arrived?.rawHeaders ?? [])).toEqual([
              'Content-Type: application/json',
              'X-Custom: one',
              'X-Custom: two',
              'x-stainless-Lang: js',
            ]);
            expect(response.headers['x-percept-gateway']).toBe('passed');
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  const strange: readonly (readonly [string, Buffer])[] = [
    ['nothing at all', Buffer.alloc(0)],
    ['text that is not JSON', Buffer.from('{"messages": [')],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a byte order mark', Buffer.from('\ufeff{"model":"x","messages":[]}')],
    ['a list', Buffer.from('[1, 2.0]')],
    ['messages that are none', Buffer.from('{"messages":"hello","model":7}')],
    ['50,000 brackets', Buffer.from(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    [
      '50,000 brackets in a message',
      Buffer.from(
        `{"messages":[{"role":"user","content":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`,
      ),
    ],
  ];
  for (const [name, body] of strange)
    test(
      `that is ${name} arrives as it is`,
      { tags: ['d-gateway-transparent'], timeout },
      async () => {
        await post('/v1/chat/completions', body, { 'content-type': 'application/json' });
        expect(upstream.arrived.at(-1)?.body.equals(body)).toBe(true);
      },
    );

  test('that is packed arrives packed', { tags: ['d-gateway-transparent'], timeout }, async () => {
    const body = gzipSync('{"model":"x","messages":[{"role":"user","content":"hi"}]}');
    await post('/v1/chat/completions', body, { 'content-encoding': 'gzip' });
    const arrived = upstream.arrived.at(-1);
    expect(arrived?.body.equals(body)).toBe(true);
    expect(ownHeaders(arrived?.rawHeaders ?? [])).toContain('content-encoding: gzip');
  });

  test(
    'that no stack can hold gets the answer of its upstream, a refusal too',
    { timeout },
    async () => {
      await using other = await startUpstream((_, response) => {
        response.writeHead(400).end('too deep');
      });
      await using own = await startGateway({ openai: { baseUrl: `${other.origin}/v1` } });
      for (const [, body] of strange) {
        const answer = await fetch(`${own.origin}/v1/chat/completions`, { method: 'POST', body });
        expect([answer.status, await answer.text()]).toEqual([400, 'too deep']);
      }
    },
  );

  test(
    'is answered with what the upstream said, headers and refusals included',
    { timeout },
    async () => {
      const sent: readonly string[] = [
        'Content-Type',
        'application/json',
        'X-Request-Id',
        'req_1',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'retry-after-ms',
        '1',
        'x-percept-gateway',
        'forged',
      ];
      const body = '{"error" : {"message":"Quota \\u00e9","code":1.0}}';
      await using other = await startUpstream((_, response) => {
        response.writeHead(429, 'Slow Down', [...sent]).end(body);
      });
      await using own = await startGateway({ openai: { baseUrl: `${other.origin}/v1` } });
      const answer = await fetch(`${own.origin}/v1/chat/completions`, {
        method: 'POST',
        body: '{"messages":[]}',
      });
      expect([answer.status, answer.statusText, await answer.text()]).toEqual([
        429,
        'Slow Down',
        body,
      ]);
      // An upstream is not our origin: it sets no cookies in its name.
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('x-request-id')).toBe('req_1');
      expect(answer.headers.get('x-percept-gateway')).toBe('passed');
      expect(other.arrived).toHaveLength(1);
    },
  );
});

describe('everything else of the APIs', () => {
  const paths: readonly (readonly [string, string, string])[] = [
    ['GET', '/v1/models', '/v1/models'],
    ['GET', '/v1/models/Qwen%2FQwen2.5-VL', '/v1/models/Qwen%2FQwen2.5-VL'],
    ['DELETE', '/v1/files/file-1', '/v1/files/file-1'],
    ['POST', '/v1/embeddings', '/v1/embeddings'],
    ['GET', '/v1/responses/resp_1?include=x', '/v1/responses/resp_1?include=x'],
    ['POST', '/v1/messages/count_tokens', '/v1/messages/count_tokens'],
    ['POST', '/v1/messages/batches', '/v1/messages/batches'],
    ['POST', '/v1beta/models/gemini-3-pro:countTokens', '/v1beta/models/gemini-3-pro:countTokens'],
    ['POST', '/upload/v1beta/files', '/upload/v1beta/files'],
    ['POST', '/gateway/anthropic/v1/files', '/v1/files'],
    ['PUT', '/gateway/openai/v1/anything/at/all', '/v1/anything/at/all'],
  ];
  for (const [method, path, expected] of paths)
    test(`passes: ${method} ${path}`, { timeout }, async () => {
      const body =
        method === 'POST' || method === 'PUT' ? Buffer.from('{ "input" : 1.0 }') : undefined;
      const answer = await fetch(`${stage.origin}${path}`, { method, ...(body && { body }) });
      expect(answer.status).toBe(200);
      const arrived = upstream.arrived.at(-1);
      expect([arrived?.method, arrived?.url]).toEqual([method, expected]);
      expect(arrived?.body.toString()).toBe(body?.toString() ?? '');
    });

  test('streams through without being held, however large', { timeout }, async () => {
    const bytes = 80 * 1024 * 1024;
    await using other = await startUpstream((arrived, response) => {
      response.end(String(arrived.body.length));
    });
    await using own = await startGateway(
      { openai: { baseUrl: `${other.origin}/v1` } },
      { limits: { maxRequestBytes: 1_000, maxHeldBytes: 1_000 } },
    );
    const answer = await fetch(`${own.origin}/v1/files`, {
      method: 'POST',
      body: Buffer.alloc(bytes),
    });
    expect(await answer.text()).toBe(String(bytes));
  });

  test(
    'is answered even where the upstream hangs up in the middle of an upload',
    { timeout },
    async () => {
      const server = createServer((request, response) => {
        request.once('data', () => {
          response.writeHead(413, { connection: 'close' }).end('{"error":"too much"}', () => {
            request.socket.destroySoon();
          });
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      await using own = await startGateway({ openai: { baseUrl: `http://127.0.0.1:${port}/v1` } });
      const body = Buffer.alloc(60 * 1024 * 1024);
      const answer = await fetch(`${own.origin}/v1/files`, { method: 'POST', body });
      // Its words, or ours where the system threw them away with the connection; never a cut line.
      expect([413, 502]).toContain(answer.status);
      expect(await answer.json()).toHaveProperty('error');
      server.closeAllConnections();
      server.close();
    },
  );

  test(
    'is ended at the upstream when the client leaves in the middle of an upload',
    { timeout },
    async () => {
      const left = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const server = createServer((request) => {
        request.once('data', () => began.resolve());
        request.once('close', () => left.resolve());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      await using own = await startGateway({ openai: { baseUrl: `http://127.0.0.1:${port}/v1` } });
      const request = httpRequest(`${own.origin}/v1/files`, { method: 'POST' });
      request.on('error', () => undefined);
      request.write('the beginning');
      await began.promise;
      request.destroy();
      await left.promise;
      expect((await own.entry(0)).end).toBe('client-gone');
      server.closeAllConnections();
      server.close();
    },
  );

  test("leaves the host's own paths to the host", { timeout }, async () => {
    const before = upstream.arrived.length;
    for (const path of [
      '/v1/runs',
      '/v1/interrupts/x',
      '/v1/assets/h',
      '/v1/host/sample',
      '/v1/openapi.json',
      '/',
      '/gateway',
      '/v1',
      '/v1/chats',
      '/api/x',
    ])
      expect(await (await fetch(`${stage.origin}${path}`)).text()).toBe('not the gateway');
    const unknown = await fetch(`${stage.origin}/gateway/other/v1/x`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('No upstream other is configured');
    expect(upstream.arrived).toHaveLength(before);
  });
});

describe('a body in which a name comes twice', () => {
  test(
    'arrives byte for byte, however damaged its media is',
    { tags: ['d-gateway-transparent'], timeout },
    async () => {
      const part = '{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}';
      for (const body of [
        `{"model":"gpt-4o","messages":[],"messages":[{"role":"user","content":[${part}]}]}`,
        `{"model":"gpt-4o","x":{"a":1,"a":2},"messages":[{"role":"user","content":[${part}]}]}`,
        `{"model":"gpt-4o","messages":[{"role":"user","content":[${part}],"role":"tool"}]}`,
      ]) {
        const { response } = await post('/v1/chat/completions', Buffer.from(body));
        expect(upstream.arrived.at(-1)?.body.toString()).toBe(body);
        expect(response.headers['x-percept-gateway']).toBe('passed');
      }
    },
  );
});

describe('a request whose media is in order', () => {
  test('arrives byte for byte too', { tags: ['d-gateway-transparent'], timeout }, async () => {
    const picture = (await drawQuadrants(drawPalette(3))).toString('base64');
    const url = `data:image/png;base64,${picture}`;
    const body = Buffer.from(
      `{"model":"gpt-4o" , "seed":1.0,"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}]}`,
    );
    const { response } = await post('/v1/chat/completions', body);
    expect(upstream.arrived.at(-1)?.body.equals(body)).toBe(true);
    expect(response.headers['x-percept-gateway']).toBe('unchanged');
    expect(response.headers['x-percept-actions']).toBe('keep=1');
  });

  test(
    'keeps the letters of all that a repair elsewhere does not touch',
    { tags: ['d-lens-untouched-identical'], timeout },
    async () => {
      const picture = (await drawQuadrants(drawPalette(4))).toString('base64');
      const kept = [
        '{"model":"gpt-4o","seed" : 12345678901234567890, "temperature":1.0,',
        '"x":{"a":1,"b":2E0},',
        '{ "role":"user","content":"caf\\u00e9 \\/ 1.0" }',
        '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{\\"n\\":1.0}"}}] }',
        '"tools":[ {"type":"function","function":{"name":"look","parameters":{"maximum":1e3}}} ] }',
      ] as const;
      const result = `{"role":"tool","tool_call_id":"c1","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${picture}"}}]}`;
      const body = `${kept[0]}${kept[1]}"messages":[${kept[2]} , ${kept[3]},${result}],${kept[4]}`;
      const { response } = await post('/v1/chat/completions', Buffer.from(body));
      expect(response.headers['x-percept-actions']).toBe('hoist=1');
      const arrived = upstream.arrived.at(-1)?.body.toString() ?? '';
      for (const piece of kept) expect(arrived).toContain(piece);
      expect(JSON.parse(arrived)).toMatchObject({
        messages: [
          { role: 'user' },
          { role: 'assistant' },
          { role: 'tool', content: expect.any(String) },
          { role: 'user' },
        ],
      });
    },
  );
});
