// The row of docs/mounting.md for Hono, with Hono itself: its app signs callers in, and the handler answers under the app's paths.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime } from '@percept/agent/runtime';
import { openHandler, readUpstreams } from '@percept/host';
import { openMemory } from '@percept/store';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { openwop } from '../src/index.ts';

const origin = 'https://app.example.org';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('an app of Hono mounts every face', { tags: ['d-mounted'] }, async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'percept-hono-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'percept.config.json');
  await writeFile(config, JSON.stringify({ discovery: false }));
  const memory = stack.use(await openMemory({ directory: join(folder, 'data') }));
  const env = { PATH: process.env['PATH'], HOME: folder, PERCEPT_CONFIG: config };
  const runtime = stack.use(openRuntime({ cwd: folder, env, memory }));
  const provider = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"choices":[]}');
  }).listen(0, '127.0.0.1');
  stack.defer(() => provider.close().closeAllConnections());
  await once(provider, 'listening');
  const address = provider.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const upstreams = readUpstreams({ openai: { baseUrl: `http://127.0.0.1:${port}/v1` } });
  if (!upstreams.ok) throw new Error(upstreams.refusal.message);
  const host = await openHandler({
    version: '1.0.0',
    memory,
    runtime,
    cwd: folder,
    origin,
    upstreams: upstreams.value,
    extensions: [openwop()],
  });
  stack.defer(() => host.close());

  const app = new Hono<{ Variables: { user: string } }>();
  app.use(async (context, next) => {
    context.set('user', context.req.header('x-user') ?? 'nobody');
    await next();
  });
  for (const path of ['/v1/*', '/api/*', '/.well-known/*'])
    app.all(path, (context) => host.fetch(context.req.raw, { tenant: context.get('user') }));
  app.get('/', (context) => context.text('my own page'));

  const ask = async (path: string, body?: unknown, user = 'acme'): Promise<Response> =>
    app.fetch(
      new Request(new URL(path, origin), {
        headers: { 'x-user': user, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );

  expect(await (await ask('/')).text()).toBe('my own page');
  expect((await ask('/api/sessions', {})).status).toBe(201);
  const lists = await Promise.all(
    ['acme', 'zenith'].map((user) => ask('/api/sessions', undefined, user)),
  );
  const [own = '', others = ''] = await Promise.all(lists.map((list) => list.text()));
  expect(own).not.toBe(others);
  const stored = await ask('/v1/host/sample/media/put', { contentBase64: pixel });
  expect(stored.status).toBe(201);
  const { url }: { url: string } = Object(await stored.json());
  const asset = await ask(url);
  expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'image/png']);
  const question = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] };
  const answered = await ask('/v1/chat/completions', question);
  expect([answered.status, await answered.text()]).toEqual([200, '{"choices":[]}']);
  expect((await ask('/.well-known/openwop')).status).toBe(200);
  const large = await ask('/api/sessions', { model: 'x'.repeat(2 * 1024 * 1024) });
  expect(large.status).toBe(413);
});
