// The HTTP face: this machine only, no page of a stranger, bounded bodies, sessions that end, and several clients on one
// server.
import { request as httpRequest } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createClient,
  imagesOf,
  startHttp,
  view,
  type HttpServerProcess,
} from './support/clients.ts';
import { openFolder, type Folder } from './support/folder.ts';

let folder: Folder;
let server: HttpServerProcess;
beforeAll(async () => {
  folder = await openFolder();
  server = await startHttp({ args: ['--data', folder.data], cwd: folder.root });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};

interface Raw {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
}

/** `fetch` would not let a test set Host. */
function send({ headers = {}, body = JSON.stringify(initialize), method = 'POST', path }: Raw) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = httpRequest(
      path === undefined ? server.url : new URL(path, server.url),
      {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

test('it listens on the loopback address', { tags: ['d-cli-mcp'] }, () => {
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
});

test.each([
  { what: 'no Origin', headers: {}, status: 200 },
  { what: 'a local Origin', headers: { origin: 'http://localhost:6274' }, status: 200 },
  { what: 'the Origin of a page', headers: { origin: 'https://page.example' }, status: 403 },
  { what: 'an opaque Origin', headers: { origin: 'null' }, status: 403 },
  {
    what: 'an Origin that looks local',
    headers: { origin: 'http://localhost.page.example' },
    status: 403,
  },
  { what: 'a rebound Host', headers: { host: 'page.example' }, status: 403 },
  { what: 'a rebound Host with a port', headers: { host: 'page.example:80' }, status: 403 },
  {
    what: 'a Host with user information',
    headers: { host: 'localhost@page.example' },
    status: 403,
  },
])('a request with $what is answered $status', async ({ headers, status }) => {
  expect((await send({ headers })).status).toBe(status);
});

test('other paths and methods are turned away', async () => {
  expect((await send({ path: '/' })).status).toBe(404);
  expect((await send({ path: '/mcp/../etc' })).status).toBe(404);
  expect((await send({ method: 'PUT' })).status).toBe(405);
  expect((await send({ method: 'OPTIONS' })).status).toBe(405);
});

test('a body that is too large, too deep or no JSON is turned away, and the server goes on', async () => {
  const large = JSON.stringify({ ...initialize, padding: 'x'.repeat(5 * 1024 * 1024) });
  const status = await send({ body: large }).then(
    (answer) => answer.status,
    () => 413,
  );
  expect(status).toBe(413);
  const deep = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect((await send({ body: deep })).status).toBe(400);
  expect((await send({ body: 'not json' })).status).toBe(400);
  expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  expect((await send({})).status).toBe(200);
});

test('a session that is not known is answered 404, so that a client opens a new one', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const answer = await send({ body, headers: { 'mcp-session-id': 'gone' } });
  expect(answer.status).toBe(404);
  expect((await send({ body })).status).toBe(400);
});

test('two clients of two generations are served at once', async () => {
  const clients = [createClient('legacy'), createClient('modern')];
  await Promise.all(
    clients.map((client) => client.connect(new StreamableHTTPClientTransport(new URL(server.url)))),
  );
  const seen = await Promise.all(
    clients.flatMap((client) => [
      view(client, { ref: 'plan.svg' }),
      view(client, { ref: 'quarters.png' }),
    ]),
  );
  expect(seen.map((result) => imagesOf(result).length)).toEqual([1, 1, 1, 1]);
  await Promise.all(clients.map((client) => client.close()));
});

test('more sessions than it keeps do not lock anybody out', async () => {
  for (let count = 0; count < 70; count++) expect((await send({})).status).toBe(200);
  const client = createClient('legacy');
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
});

test('with a token, only those who bear it are served', async () => {
  await using guarded = await startHttp({
    args: ['--data', folder.data],
    cwd: folder.root,
    env: { PERCEPT_MCP_TOKEN: 'a-token-of-this-test' },
  });
  const attempt = async (authorization?: string) => {
    const answer = await fetch(guarded.url, {
      method: 'POST',
      body: JSON.stringify(initialize),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization !== undefined && { authorization }),
      },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await attempt()).toBe(401);
  expect(await attempt('Bearer wrong')).toBe(401);
  expect(await attempt('Bearer ')).toBe(401);
  expect(await attempt('Bearer a-token-of-this-test')).toBe(200);
});

test('a server that was killed and started again on its port serves the same memory', async () => {
  const args = ['--data', folder.data];
  const first = await startHttp({ args, cwd: folder.root });
  const { port } = new URL(first.url);
  first.child.kill('SIGKILL');
  await using second = await startHttp({ args: [...args, '--port', port], cwd: folder.root });
  expect(second.url).toBe(first.url);
  const client = createClient('modern');
  await client.connect(new StreamableHTTPClientTransport(new URL(second.url)));
  expect(imagesOf(await view(client, { ref: 'plan.svg' }))).toHaveLength(1);
  await client.close();
});

test('a port that is taken is a fault in words', async () => {
  const { port } = new URL(server.url);
  await expect(
    startHttp({ args: ['--data', folder.data, '--port', port], cwd: folder.root }),
  ).rejects.toThrow('EADDRINUSE');
});
