// The rows of docs/mounting.md with the real packages: the handler in servers of Express and Fastify, asked over real sockets.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime } from '@percept/agent/runtime';
import { openHandler, type MountedHost } from '@percept/host';
import { openMemory } from '@percept/store';
import { describe, expect, test } from 'vitest';
import { frameworksFolder, missingFrameworks } from '../../scripts/frameworks.ts';
import { ownHome } from '../home.ts';
import { unless } from '../needs.ts';

/** Packages that are not installed here: what is used of them, by hand. */
interface Express {
  (): RequestListener & {
    all(
      path: string,
      handle: (request: IncomingMessage, response: Parameters<RequestListener>[1]) => Promise<void>,
    ): void;
  };
}
interface Fastify {
  (): {
    addHook(
      name: 'onRequest',
      hook: (
        request: { readonly raw: IncomingMessage },
        reply: { hijack(): void; readonly raw: Parameters<RequestListener>[1] },
      ) => Promise<void>,
    ): void;
    ready(): Promise<unknown>;
    readonly server: { emit(event: 'request', ...args: Parameters<RequestListener>): boolean };
  };
}

const load = createRequire(join(frameworksFolder, 'package.json'));
const tenant = { tenant: 'acme' };

const mounts: Readonly<Record<string, (host: MountedHost) => Promise<RequestListener>>> = {
  express: async (host) => {
    const express: Express = load('express');
    const app = express();
    app.all('/*path', (request, response) => host.node(request, response, tenant));
    return app;
  },
  fastify: async (host) => {
    const fastify: Fastify = load('fastify');
    const app = fastify();
    app.addHook('onRequest', (request, reply) => {
      reply.hijack();
      return host.node(request.raw, reply.raw, tenant);
    });
    await app.ready();
    return (request, response) => void app.server.emit('request', request, response);
  },
};

describe('mounted in', unless(missingFrameworks()), () => {
  for (const [name, mount] of Object.entries(mounts))
    test(`${name}: the faces answer for the tenant`, { tags: ['d-mounted'] }, async () => {
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), 'percept-mounted-'));
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      const config = join(folder, 'percept.config.json');
      await writeFile(config, JSON.stringify({ discovery: false }));
      const memory = await openMemory({ directory: join(folder, 'data') });
      stack.defer(() => memory.close());
      const env = { ...ownHome(folder), PERCEPT_CONFIG: config };
      const runtime = stack.use(openRuntime({ cwd: folder, env, memory }));
      let listener: RequestListener = () => undefined;
      const server = createServer((request, response) => listener(request, response));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      stack.defer(() => void server.close());
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const origin = `http://127.0.0.1:${port}`;
      const host = await openHandler({ version: '0', memory, runtime, cwd: folder, origin });
      stack.use(host);
      listener = await mount(host);
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      const made = await fetch(`${origin}/api/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(made.status).toBe(201);
      expect((await fetch(`${origin}/api/sessions`)).status).toBe(200);
      expect((await fetch(`${origin}/v1/assets/nothing`)).status).toBe(404);
      const large = await fetch(`${origin}/api/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"model":"${'x'.repeat(2 * 1024 * 1024)}"}`,
      });
      expect(large.status).toBe(413);
    });
});
