// The gateway behind Hono: what is its own is answered from the raw connection, the rest is somebody else's.
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createGateway, readUpstreams } from '../src/gateway/index.ts';

async function portOf(
  server: ReturnType<typeof createServer> | ReturnType<typeof serve>,
): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the routes', () => {
  test(
    'answer beside others on one app, and refuse after they were closed',
    { timeout: 240_000 },
    async () => {
      const upstream = createServer((request, response) => request.pipe(response));
      upstream.listen(0, '127.0.0.1');
      const read = readUpstreams({
        openai: { baseUrl: `http://127.0.0.1:${await portOf(upstream)}/v1` },
      });
      if (!read.ok) throw new Error(read.refusal.message);
      const gateway = createGateway({ upstreams: read.value });
      const app = new Hono();
      app.route('/', gateway.routes);
      app.get('/v1/runs', (context) => context.text('runs'));
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
      const origin = `http://127.0.0.1:${await portOf(server)}`;
      const body = '{ "messages" : [ ] , "n" : 1.0 }';
      const answer = await fetch(`${origin}/v1/chat/completions`, { method: 'POST', body });
      expect([answer.status, await answer.text()]).toEqual([200, body]);
      expect(await (await fetch(`${origin}/v1/runs`)).text()).toBe('runs');
      expect((await fetch(`${origin}/nothing`)).status).toBe(404);
      expect((await fetch(`${origin}/v1/messages`, { method: 'POST', body })).status).toBe(404);
      await gateway.close();
      await expect(
        fetch(`${origin}/v1/chat/completions`, { method: 'POST', body }).then(
          (late) => late.status,
        ),
      ).rejects.toThrow();
      server.close();
      upstream.closeAllConnections();
      upstream.close();
    },
  );
});
