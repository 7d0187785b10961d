import { accept, refuse } from '@percept/core';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sniff } from '../src/sniff.ts';
import { fetchUrl, type Resolve, type UrlOptions } from '../src/sources/index.ts';
import { kindOf, refusalOf, textOf, valueOf } from './fixtures/sources/outcome.ts';
import { serve, serveRaw, type TestServer } from './fixtures/sources/server.ts';

const run = promisify(execFile);

function allowing(...servers: readonly TestServer[]): UrlOptions {
  return {
    maxBytes: 1024 * 1024,
    timeoutMs: 5000,
    allowPrivateHosts: servers.map(({ host }) => host),
  };
}

/** Answers one list of addresses after another and counts how often it was asked. */
function answering(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: Resolve = (host, done) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked };
}

describe('fetching', () => {
  test(
    'brings the bytes, the name, the type and the progress',
    { tags: ['d-door-progress'] },
    async () => {
      const server = await serve((_request, response) => {
        response.setHeader('content-type', 'Image/PNG; charset=x');
        response.end('bytes');
      });
      const seen: unknown[] = [];
      const outcome = await fetchUrl(`${server.url}a/my%20logo.png?v=1#top`, {
        ...allowing(server),
        onProgress: (progress) => seen.push(progress),
      });
      expect(textOf(outcome)).toBe('bytes');
      expect(valueOf(outcome)).toMatchObject({ name: 'my logo.png', declaredType: 'image/png' });
      expect(server.requests[0]?.url).toBe('/a/my%20logo.png?v=1');
      expect(seen.at(-1)).toMatchObject({ readBytes: 5 });
    },
  );

  test(
    'sends nothing but its five headers, and never a cookie',
    { tags: ['f-ingest-ssrf-userinfo'] },
    async () => {
      const server = await serve((request, response) => {
        response.setHeader('set-cookie', 'session=1');
        response.setHeader('www-authenticate', 'Basic realm=x');
        if (request.url === '/') response.writeHead(302, { location: '/next' });
        response.end('x');
      });
      await fetchUrl(server.url, allowing(server));
      expect(server.requests).toHaveLength(2);
      for (const request of server.requests) {
        expect(request.method).toBe('GET');
        expect(request.headers).toEqual({
          host: server.host,
          'user-agent': 'percept',
          accept: '*/*',
          'accept-encoding': 'identity',
          connection: 'close',
        });
      }
    },
  );

  test('does not use a proxy from the environment', async () => {
    const proxy = await serve((_request, response) => response.end('proxied'));
    const server = await serve((_request, response) => response.end('direct'));
    const module = new URL('../src/sources/url.ts', import.meta.url).href;
    const script = `
      import { fetchUrl } from ${JSON.stringify(module)};
      const outcome = await fetchUrl(${JSON.stringify(server.url)}, { maxBytes: 100, allowPrivateHosts: [${JSON.stringify(server.host)}] });
      console.log(outcome.ok ? Buffer.from(outcome.value.bytes).toString() : outcome.refusal.message);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy.url,
        http_proxy: proxy.url,
      },
    });
    expect(stdout.trim()).toBe('direct');
    expect(proxy.connections()).toBe(0);
  });

  test.each([
    [404, 'absent'],
    [410, 'absent'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [500, 'unreachable'],
    [206, 'unreachable'],
    [304, 'unreachable'],
    [302, 'unreachable'],
  ])('status %i is %s', async (status, refused) => {
    const server = await serve((_request, response) => response.writeHead(status).end());
    const refusal = refusalOf(await fetchUrl(server.url, allowing(server)));
    expect(refusal.refused).toBe(refused);
    expect(refusal.message).toContain(String(status));
  });

  test('of an empty file is "empty", of a closed port "unreachable"', async () => {
    const server = await serve((_request, response) => response.end());
    expect(kindOf(await fetchUrl(server.url, allowing(server)))).toBe('empty');
    const closed = { ...allowing(), allowPrivateHosts: ['127.0.0.1:1'] };
    expect(refusalOf(await fetchUrl('http://127.0.0.1:1/', closed))).toMatchObject({
      refused: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test(
    'ends at once when the caller cancels: before, in the head and in the body',
    { tags: ['d-door-abort'] },
    async () => {
      const silent = await serve(() => {});
      const half = await serve((_request, response) => {
        response.write('half');
      });
      expect(
        kindOf(await fetchUrl(silent.url, { ...allowing(silent), signal: AbortSignal.abort() })),
      ).toBe('cancelled');
      for (const server of [silent, half]) {
        const outcome = await fetchUrl(server.url, {
          ...allowing(server),
          signal: AbortSignal.timeout(50),
        });
        expect(kindOf(outcome)).toBe('cancelled');
        await expect.poll(() => server.requests.at(-1)?.socket.destroyed).toBe(true);
      }
    },
  );
});

describe('names', () => {
  test(
    'are resolved once, by the socket itself, so that a second answer has no effect',
    { tags: ['f-ingest-ssrf-rebind'] },
    async () => {
      const open = await serve((_request, response) => response.end('public'));
      const secret = await serve(
        (_request, response) => response.end('secret'),
        '127.0.0.2',
        open.port,
      );
      const { resolve, asked } = answering(['127.0.0.1'], ['127.0.0.2']);
      const options = { ...allowing(open), allowPorts: [open.port], resolve };
      const url = `http://rebind.test:${open.port}/`;
      expect(textOf(await fetchUrl(url, options))).toBe('public');
      expect(asked).toEqual(['rebind.test']);
      expect(kindOf(await fetchUrl(url, options))).toBe('forbidden');
      expect(secret.connections()).toBe(0);
    },
  );

  test(
    'that turn private between two hops are refused at the second',
    { tags: ['f-ingest-ssrf-rebind'] },
    async () => {
      const open = await serve((_request, response) =>
        response.writeHead(302, { location: '/again' }).end(),
      );
      const secret = await serve(
        (_request, response) => response.end('secret'),
        '127.0.0.2',
        open.port,
      );
      const { resolve, asked } = answering(['127.0.0.1'], ['127.0.0.2']);
      const outcome = await fetchUrl(`http://rebind.test:${open.port}/`, {
        ...allowing(open),
        allowPorts: [open.port],
        resolve,
      });
      expect(kindOf(outcome)).toBe('forbidden');
      expect(asked).toHaveLength(2);
      expect(secret.connections()).toBe(0);
    },
  );

  test.each([
    [['127.0.0.1', '169.254.169.254']],
    [['127.0.0.1', '10.0.0.1']],
    [['127.0.0.1', '::1']],
    [['127.0.0.1', 'fd00::1']],
    [['127.0.0.1', '::ffff:127.0.0.1']],
    [['127.0.0.1', 'not an address']],
    [['127.0.0.1', 'fe80::1%lo']],
  ])(
    'with one private answer among %j are refused altogether',
    { tags: ['f-ingest-ssrf-mixed'] },
    async (addresses) => {
      const open = await serve((_request, response) => response.end('x'));
      for (const answer of [addresses, addresses.toReversed()]) {
        const { resolve } = answering(answer);
        const outcome = await fetchUrl(`http://mixed.test:${open.port}/`, {
          ...allowing(open),
          allowPorts: [open.port],
          resolve,
        });
        expect(kindOf(outcome)).toBe('forbidden');
      }
      expect(open.connections()).toBe(0);
    },
  );

  test('a name that the system cannot resolve is unreachable, and nothing is thrown', async () => {
    const outcome = await fetchUrl('http://no-such-host.invalid/a.png', { maxBytes: 10 });
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'unreachable' } });
  });

  test('that do not resolve are unreachable', async () => {
    const failing: Resolve = (_host, done) => {
      done(Object.assign(new Error('secret resolver'), { code: 'ENOTFOUND' }), []);
    };
    const refusal = refusalOf(
      await fetchUrl('http://nowhere.test/', { maxBytes: 10, resolve: failing }),
    );
    expect(refusal.refused).toBe('unreachable');
    expect(refusal.message).toContain('ENOTFOUND');
    expect(JSON.stringify(refusal)).not.toContain('secret');
    const { resolve } = answering([]);
    expect(kindOf(await fetchUrl('http://nowhere.test/', { maxBytes: 10, resolve }))).toBe(
      'unreachable',
    );
  });

  test('that never resolve end at the deadline', async () => {
    const outcome = await fetchUrl('http://nowhere.test/', {
      maxBytes: 10,
      timeoutMs: 80,
      resolve: () => {},
    });
    expect(kindOf(outcome)).toBe('timed-out');
  });
});

describe('redirects', () => {
  test('are followed, relative and absolute, and the last name counts', async () => {
    const target = await serve((_request, response) => response.end('found'));
    const server = await serve((request, response) => {
      const location = request.url === '/' ? '/second' : `${target.url}final.png`;
      response.writeHead(307, { location }).end('ignored');
    });
    const outcome = await fetchUrl(server.url, allowing(server, target));
    expect(textOf(outcome)).toBe('found');
    expect(valueOf(outcome).name).toBe('final.png');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://localhost/',
    'http://2130706433/',
    '//10.0.0.1/',
    'http://[::ffff:169.254.169.254]/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:image/png;base64,aGk=',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'http://user:pass@example.com/',
    'http://example.com:6379/',
    'http://metadata.google.internal/',
  ])('to %s are refused', { tags: ['f-ingest-ssrf-redirect'] }, async (location) => {
    const server = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(kindOf(await fetchUrl(server.url, allowing(server)))).toBe('forbidden');
    expect(server.requests).toHaveLength(1);
  });

  test(
    'to another port of an allowed host are refused',
    { tags: ['f-ingest-ssrf-redirect'] },
    async () => {
      const secret = await serve((_request, response) => response.end('secret'));
      const server = await serve((_request, response) =>
        response.writeHead(301, { location: secret.url }).end(),
      );
      expect(kindOf(await fetchUrl(server.url, allowing(server)))).toBe('forbidden');
      expect(secret.connections()).toBe(0);
    },
  );

  test('are counted, and a loop ends', { tags: ['f-ingest-ssrf-redirect'] }, async () => {
    const server = await serve((_request, response) =>
      response.writeHead(308, { location: '/' }).end(),
    );
    const refusal = refusalOf(await fetchUrl(server.url, { ...allowing(server), maxRedirects: 3 }));
    expect(refusal).toMatchObject({
      refused: 'unreachable',
      limit: { name: 'maxRedirects', max: 3 },
    });
    expect(server.requests).toHaveLength(4);
    expect(kindOf(await fetchUrl(server.url, { ...allowing(server), maxRedirects: 0 }))).toBe(
      'unreachable',
    );
  });

  test('share one deadline', async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40);
    });
    const outcome = await fetchUrl(server.url, {
      ...allowing(server),
      timeoutMs: 400,
      maxRedirects: 100,
    });
    expect(kindOf(outcome)).toBe('timed-out');
    expect(server.requests.length).toBeLessThanOrEqual(10);
  });
});

describe('hostile bodies', () => {
  test(
    'without an end are cut at the limit, and the connection with them',
    { tags: ['f-ingest-fetch-bytes'] },
    async () => {
      const server = await serve((_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        };
        response.on('drain', more);
        more();
      });
      const refusal = refusalOf(await fetchUrl(server.url, allowing(server)));
      expect(refusal).toMatchObject({ refused: 'too-large', limit: { max: 1024 * 1024 } });
      await expect.poll(() => server.requests[0]?.socket.destroyed).toBe(true);
    },
  );

  test('that announce too much are refused before they are read', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('content-length', 10 ** 12);
      response.write('x');
    });
    const refusal = refusalOf(await fetchUrl(server.url, allowing(server)));
    expect(refusal).toMatchObject({ refused: 'too-large', limit: { actual: 10 ** 12 } });
  });

  test('that announce more than they send are unreachable, never half a file', async () => {
    const server = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    });
    expect(kindOf(await fetchUrl(server.url, allowing(server)))).toBe('unreachable');
    const chunked = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n');
    });
    expect(kindOf(await fetchUrl(chunked.url, allowing(chunked)))).toBe('unreachable');
  });

  test('that send more than they announce are cut where they said', async () => {
    const server = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nsmuggled');
    });
    expect(textOf(await fetchUrl(server.url, allowing(server)))).toBe('body');
  });

  test('that drip end at the deadline', { tags: ['f-ingest-fetch-slow'] }, async () => {
    const server = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const refusal = refusalOf(await fetchUrl(server.url, { ...allowing(server), timeoutMs: 150 }));
    expect(refusal).toMatchObject({
      refused: 'timed-out',
      message: expect.stringContaining('150 ms'),
    });
  });

  test('that fall silent end earlier', { tags: ['f-ingest-fetch-slow'] }, async () => {
    const server = await serve((_request, response) => {
      response.write('x');
    });
    const refusal = refusalOf(
      await fetchUrl(server.url, { ...allowing(server), idleTimeoutMs: 80 }),
    );
    expect(refusal).toMatchObject({
      refused: 'timed-out',
      message: expect.stringContaining('nothing for 80 ms'),
    });
  });

  test('in an encoding that hides their size are refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br, gzip' }]) {
      const server = await serve((_request, response) =>
        response.writeHead(200, headers).end(bomb),
      );
      const refusal = refusalOf(await fetchUrl(server.url, allowing(server)));
      expect(refusal.refused).toBe('unreachable');
      expect(refusal.message).toContain('gzip');
    }
    const transfer = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n');
    });
    expect(kindOf(await fetchUrl(transfer.url, allowing(transfer)))).toBe('unreachable');
  });
});

describe('a look at the first bytes', () => {
  test(
    'ends a download that is not what its header says',
    { tags: ['f-ingest-fetch-sniffed'] },
    async () => {
      const server = await serve((_request, response) => {
        response.setHeader('content-type', 'image/png');
        const more = () => {
          while (!response.destroyed && response.write('<!doctype html>'.repeat(100)));
        };
        response.on('drain', more);
        more();
      });
      let readBytes = 0;
      const refusal = refusalOf(
        await fetchUrl(server.url, {
          ...allowing(server),
          onProgress: (progress) => {
            readBytes = progress.readBytes;
          },
          inspect: (head) => {
            const sniffed = sniff(head);
            return sniffed.kind === 'image'
              ? accept(sniffed)
              : refuse({ refused: 'unsupported-type', message: 'no', hint: 'no' });
          },
        }),
      );
      expect(refusal.refused).toBe('unsupported-type');
      expect(readBytes).toBe(0);
      await expect.poll(() => server.requests[0]?.socket.destroyed).toBe(true);
    },
  );
});

describe('hostile heads', () => {
  test('that never come end at the deadline', async () => {
    const server = await serve(() => {});
    expect(kindOf(await fetchUrl(server.url, { ...allowing(server), timeoutMs: 80 }))).toBe(
      'timed-out',
    );
  });

  test.each([
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}`],
    ['one endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcde'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -3\r\n\r\nabc'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['nothing', ''],
    ['a NUL', 'HTTP/1.1 200 OK\r\nx: \0\r\n\r\n'],
  ])('with %s are unreachable', async (_what, head) => {
    const server = await serveRaw((socket) => {
      socket.end(head);
    });
    expect(kindOf(await fetchUrl(server.url, allowing(server)))).toBe('unreachable');
  });

  test('that promise to continue for ever end at the deadline', async () => {
    const server = await serveRaw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    expect(kindOf(await fetchUrl(server.url, { ...allowing(server), timeoutMs: 120 }))).toBe(
      'timed-out',
    );
  });
});
