// The server without a port: every face answers requests of the web platform as it answers those of a socket, for whom the program that
// holds it says they are. Called as Hono and Next call a handler: with a `Request`, for a `Response`.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime } from '@percept/agent/runtime';
import { isRecord, readText } from '@percept/core/internal';
import { openHandler, readUpstreams, type MountedHost } from '@percept/host';
import { openwop } from '@percept/openwop';
import { openMemory } from '@percept/store';
import { startCaptureServer, text, type CaptureServer } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownHome } from '../home.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const origin = 'https://app.example.org';
const acme = { tenant: 'acme' };

let folder: string;
let server: CaptureServer;
let host: MountedHost;
let close: () => Promise<void>;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-mounted-'));
  picture = await drawQuadrants(drawPalette(11));
  server = await startCaptureServer({ script: () => text('One two three.') });
  const config = join(folder, 'percept.config.json');
  await writeFile(config, JSON.stringify({ discovery: false }));
  const env = { ...ownHome(folder), PERCEPT_CONFIG: config };
  const memory = await openMemory({ directory: join(folder, 'data') });
  const runtime = openRuntime({ cwd: folder, env, memory });
  const upstreams = readUpstreams({ openai: { baseUrl: server.baseUrl('chat-completions') } });
  if (!upstreams.ok) throw new Error(upstreams.refusal.message);
  host = await openHandler({
    version: '0.0.0',
    memory,
    runtime,
    cwd: folder,
    origin,
    upstreams: upstreams.value,
    extensions: [openwop()],
  });
  close = async () => {
    await host.close();
    await runtime[Symbol.asyncDispose]();
    await memory.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await response.json();
  return isRecord(value) ? value : {};
}

const question = {
  model: 'gpt-4.1',
  messages: [{ role: 'user', content: 'Hello' }],
} as const;

/** As Next gives a request: through a proxy, under a name of its own, with the name that was asked in a header. */
function asNextGives(request: Request): Request {
  const url = request.url.replace('//app.example.org', '//localhost:3000');
  const headers = { ...Object.fromEntries(request.headers), host: 'app.example.org' };
  const { method, body, signal } = request;
  const given = new Request(url, {
    method,
    headers,
    body,
    signal,
    ...(body && { duplex: 'half' }),
  });
  return new Proxy(given, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a handler for a server of somebody else', () => {
  test('takes a request as Next gives it', { tags: ['d-mounted'] }, async () => {
    const opened = await host.fetch(asNextGives(post('/api/sessions', {})), acme);
    expect(opened.status).toBe(201);
    const own = asNextGives(new Request(`${origin}/healthz`));
    expect((await host.fetch(own)).status).toBe(200);
    const elsewhere = new Request(`${origin}/healthz`, { headers: { host: 'evil.example' } });
    expect((await host.fetch(elsewhere)).status).toBe(421);
  });

  test('has every face of the server', { tags: ['d-mounted'] }, async () => {
    expect(host.faces).toEqual(
      expect.arrayContaining(['assets', 'gateway', 'openwop', 'sign-in', 'web-api']),
    );
    expect((await host.fetch(new Request(`${origin}/healthz`))).status).toBe(200);
    expect((await host.fetch(new Request(`${origin}/nothing`))).status).toBe(404);
    const elsewhere = await host.fetch(new Request('https://other.example.org/healthz'));
    expect(elsewhere.status).toBe(421);
  });

  test(
    'believes the program about who asks, and nobody else',
    { tags: ['d-mounted'] },
    async () => {
      const asked = () => new Request(`${origin}/api/sessions`);
      expect((await host.fetch(asked())).status).toBe(401);
      expect((await host.fetch(asked(), acme)).status).toBe(200);
      const forged = new Request(`${origin}/api/sessions`, {
        headers: { authorization: `Bearer vouched.YWNtZQ.${'A'.repeat(43)}` },
      });
      expect((await host.fetch(forged)).status).toBe(401);
      const made = await bodyOf(await host.fetch(post('/api/sessions', {}), acme));
      const id = readText(made['id']) ?? '';
      const own = await host.fetch(new Request(`${origin}/api/sessions/${id}`), acme);
      expect(own.status).toBe(200);
      const other = await host.fetch(new Request(`${origin}/api/sessions/${id}`), {
        tenant: 'zenith',
      });
      expect(other.status).toBe(404);
      await expect(host.fetch(asked(), { tenant: '../root' })).rejects.toThrow(/tenant/i);
    },
  );

  test('answers requests of Node as well', { tags: ['d-mounted'] }, async () => {
    const outer = createServer((asked, response) => void host.node(asked, response, acme));
    outer.listen(0, '127.0.0.1');
    await once(outer, 'listening');
    const address = outer.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const headers = { host: new URL(origin).host };
    request({ host: '127.0.0.1', port, path: '/api/sessions', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
    expect(await promise).toBe(200);
    outer.closeAllConnections();
    outer.close();
  });

  test('serves assets with ranges and conditions', { tags: ['d-mounted'] }, async () => {
    const contentBase64 = picture.toString('base64');
    const stored = await host.fetch(post('/v1/host/sample/media/put', { contentBase64 }), acme);
    expect(stored.status).toBe(201);
    const url = readText((await bodyOf(stored))['url']) ?? '';
    expect(url.startsWith(`${origin}/v1/`)).toBe(true);
    const whole = await host.fetch(new Request(url));
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const range = { range: 'bytes=2-9' };
    const part = await host.fetch(new Request(url, { headers: range }));
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 2-9/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 10));
    const etag = whole.headers.get('etag') ?? '';
    const unchanged = await host.fetch(new Request(url, { headers: { 'if-none-match': etag } }));
    expect([unchanged.status, unchanged.body]).toEqual([304, null]);
    const head = await host.fetch(new Request(url, { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('answers a stream that is too large with words', { tags: ['d-mounted'] }, async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const sending = new Request(`${origin}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    });
    const refused = await host.fetch(sending, acme);
    expect(refused.status).toBe(413);
    expect(await bodyOf(refused)).toMatchObject({ error: 'payload_too_large' });
    expect(sent).toBeLessThan(100);
  });
});

describe('the gateway in it', () => {
  const key = { authorization: 'Bearer sk-client-0123456789' };

  test('is for those whom the program vouches for', { tags: ['d-mounted'] }, async () => {
    const before = server.requests.length;
    const stranger = await host.fetch(post('/v1/chat/completions', question, key));
    expect(stranger.status).toBe(401);
    expect(server.requests).toHaveLength(before);
    const answer = await host.fetch(post('/v1/chat/completions', question, key), acme);
    expect([answer.status, answer.headers.get('x-percept-gateway')]).toEqual([200, 'passed']);
    const { headers = {}, raw = '' } = server.requests.at(-1) ?? {};
    expect(raw).toBe(JSON.stringify(question));
    // The provider's key is for the provider, and what vouches is for nobody.
    expect(Object.keys(headers)).toContain('authorization');
    expect(JSON.stringify(headers)).not.toMatch(/vouched|x-percept/);
  });

  test(
    'streams, and ends at the provider what its caller ends',
    { tags: ['d-mounted'] },
    async () => {
      const streaming = { ...question, stream: true };
      const whole = await host.fetch(post('/v1/chat/completions', streaming, key), acme);
      expect(whole.headers.get('content-type')).toContain('text/event-stream');
      expect(await whole.text()).toContain('[DONE]');
      const leaving = new AbortController();
      const asked = new Request(post('/v1/chat/completions', streaming, key), {
        signal: leaving.signal,
      });
      const answer = await host.fetch(asked, acme);
      leaving.abort();
      await expect(answer.text()).rejects.toThrow();
    },
  );
});
