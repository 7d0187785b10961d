// Connections that end under a request: what was not answered with a single byte is asked once more, what was answered never.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startGateway } from './gateway-stage.ts';

const timeout = 240_000;
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** What becomes of a request, by its number from 0: bytes that are answered, or what is done to its connection. */
type Script = (socket: Socket, request: number) => void;

interface Scripted extends AsyncDisposable {
  readonly origin: string;
  /** Requests of which the whole head came. */
  readonly asked: () => number;
  readonly connections: () => readonly Socket[];
}

async function scripted(script: Script, allowHalfOpen = false): Promise<Scripted> {
  let asked = 0;
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen }, (socket) => {
    sockets.push(socket);
    let held = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      held += chunk.toString('latin1');
      for (;;) {
        const head = held.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(held.slice(0, head))?.[1] ?? 0);
        if (length > 1_000_000 || held.length >= head + 4 + length) {
          held = length > 1_000_000 ? '' : held.slice(head + 4 + length);
          script(socket, asked++);
        } else return;
      }
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: () => asked,
    connections: () => sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

async function behind(script: Script, allowHalfOpen?: boolean) {
  const upstream = await scripted(script, allowHalfOpen);
  open.push(upstream);
  const stage = await startGateway({ openai: { baseUrl: `${upstream.origin}/v1` } });
  open.push(stage);
  const post = async (body: string | Buffer = '{"messages":[]}'): Promise<number> => {
    const response = await fetch(`${stage.origin}/v1/chat/completions`, { method: 'POST', body });
    await response.text();
    return response.status;
  };
  const get = async (): Promise<number> => {
    const response = await fetch(`${stage.origin}/v1/models`);
    await response.text();
    return response.status;
  };
  return { upstream, post, get };
}

const large = Buffer.from(JSON.stringify({ messages: [], pad: 'x'.repeat(8_000_000) }));

/** The first request keeps its connection; the second meets its end. */
const ends: Readonly<Record<string, Script>> = {
  'is reset': (socket) => socket.resetAndDestroy(),
  'is closed': (socket) => socket.destroy(),
  'is half closed': (socket) => socket.end(),
};

describe('a kept connection that ends before a byte was answered', () => {
  for (const [how, end] of Object.entries(ends))
    for (const [what, body] of [
      ['a request', undefined],
      ['8 MB', large],
    ] as const)
      test(
        `and ${how} is no loss: ${what} is asked once more`,
        { tags: ['d-gateway-stale'], timeout },
        async () => {
          const { upstream, post } = await behind((socket, request) => {
            if (request === 1) end(socket, request);
            else socket.write(ok);
          });
          expect(await post()).toBe(200);
          expect(await post(body)).toBe(200);
          expect(upstream.asked()).toBe(3);
          expect(upstream.connections()).toHaveLength(2);
        },
      );

  test(
    'is no loss for a request without a body either',
    { tags: ['d-gateway-stale'], timeout },
    async () => {
      const { upstream, get } = await behind((socket, request) => {
        if (request === 1) socket.resetAndDestroy();
        else socket.write(ok);
      });
      expect([await get(), await get()]).toEqual([200, 200]);
      expect(upstream.asked()).toBe(3);
    },
  );

  test('is asked once more, and not for ever', { tags: ['d-gateway-stale'], timeout }, async () => {
    const { upstream, post } = await behind((socket, request) => {
      if (request > 0) socket.resetAndDestroy();
      else socket.write(ok);
    });
    expect([await post(), await post()]).toEqual([200, 502]);
    expect(upstream.asked()).toBe(3);
  });
});

describe('a kept connection that its server said goodbye on', () => {
  test('by a header is not used again', { timeout }, async () => {
    const { upstream, post } = await behind((socket) =>
      socket.end(ok.replace('content-length', 'connection: close\r\ncontent-length')),
    );
    expect([await post(), await post()]).toEqual([200, 200]);
    expect([upstream.asked(), upstream.connections().length]).toEqual([2, 2]);
  });

  test('by an end of its half is not used again', { timeout }, async () => {
    const { upstream, post } = await behind((socket, request) => {
      if (request === 0) socket.end(ok);
      else socket.write(ok);
    }, true);
    expect([await post(), await post()]).toEqual([200, 200]);
    expect(upstream.asked()).toBe(2);
  });

  test(
    'by an answer that nobody asked for is not used again, and that answer is nobody’s',
    { tags: ['d-gateway-stale'], timeout },
    async () => {
      const { upstream, post } = await behind((socket, request) => {
        socket.write(ok);
        // As proxies do that tire of waiting.
        if (request === 0)
          setImmediate(() =>
            socket.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n'),
          );
      });
      expect(await post()).toBe(200);
      const [first] = upstream.connections();
      if (first && !first.closed) await once(first, 'close');
      expect(await post()).toBe(200);
    },
  );
});

describe('what was answered with a byte', () => {
  test.each([
    ['half a status line', 'HTTP/1.1 2'],
    ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['an interim answer', 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'],
  ])('is never asked again: %s', { tags: ['d-gateway-stale'], timeout }, async (_, bytes) => {
    const { upstream, post } = await behind((socket, request) => {
      if (request === 0) socket.write(ok);
      else socket.end(bytes);
    });
    expect([await post(), await post()]).toEqual([200, 502]);
    expect(upstream.asked()).toBe(2);
  });

  test('is never asked again: half a body', { tags: ['d-gateway-stale'], timeout }, async () => {
    const { upstream, post } = await behind((socket, request) => {
      if (request === 0) socket.write(ok);
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half');
    });
    expect(await post()).toBe(200);
    await expect(post()).rejects.toThrow();
    expect(upstream.asked()).toBe(2);
  });
});

test(
  'on a fresh connection a request that came as a whole is not asked again: it may be under way',
  { tags: ['d-gateway-stale'], timeout },
  async () => {
    const { upstream, post } = await behind((socket) => socket.resetAndDestroy());
    expect(await post()).toBe(502);
    expect(upstream.asked()).toBe(1);
  },
);
