// The server against people who mean harm: other tenants, other sites, other names, and clients that are slow, large or
// broken. Nothing of one tenant is ever shown to another, and every no has the same shape.
import { once } from 'node:events';
import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord, readText } from '@percept/core/internal';
import { text } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage, signIn, type Stage } from './serve-stage.ts';
import { Visitor } from './serve-visitor.ts';

const slow = { timeout: 240_000 };

describe('another tenant', slow, () => {
  test('gets the same 404 for what is somebody else’s as for what never was, on every route', async () => {
    await using stage = await openStage(look);
    const { acme, zenith } = stage;
    const picture = await drawQuadrants(drawPalette(41));
    const session = await acme.create();
    await acme.say(session.id, 'See?', [(await acme.uploaded(picture, 'mine.png')).upload]);
    const { upload } = await acme.uploaded(picture, 'next.png');
    const missing = session.id.replace(/.{6}$/, 'ffffff');
    const routes: readonly (readonly [string, (id: string) => string, object?])[] = [
      ['GET', (id) => `/api/sessions/${id}`],
      ['DELETE', (id) => `/api/sessions/${id}`],
      ['POST', (id) => `/api/sessions/${id}/model`, { model: 'seeing' }],
      ['POST', (id) => `/api/sessions/${id}/turns`, { text: 'hi', uploads: [] }],
      ['POST', (id) => `/api/sessions/${id}/cancel`],
      ['POST', (id) => `/api/sessions/${id}/permissions/x`, { answer: 'once', digest: '' }],
      ['GET', (id) => `/api/sessions/${id}/events`],
      ['GET', (id) => `/api/sessions/${id}/timeline`],
      ['GET', (id) => `/api/sessions/${id}/debug-bundle`],
    ];
    for (const [method, path, body] of routes) {
      const foreign = await zenith.ask(method, path(session.id), body);
      const none = await zenith.ask(method, path(missing), body);
      expect([method, path('…'), foreign.status]).toEqual([method, path('…'), 404]);
      expect(foreign.body).toEqual(none.body);
      // The operator of this machine is a tenant like every other.
      expect((await stage.me.ask(method, path(session.id), body)).status).toBe(404);
    }
    for (const method of ['GET', 'DELETE'])
      expect((await zenith.ask(method, `/api/uploads/${upload}`)).status).toBe(404);
    const own = await zenith.create();
    expect((await zenith.turn(own.id, 'Show me.', [upload])).status).toBe(404);
    expect(
      (await zenith.ask<{ sessions: { id: string }[] }>('GET', '/api/sessions')).body.sessions,
    ).toEqual([expect.objectContaining({ id: own.id })]);
    expect((await acme.ask('GET', `/api/uploads/${upload}`)).status).toBe(200);
    expect((await acme.session(session.id)).turns).toHaveLength(1);
  });

  test('works in a folder of its own, and not where the person at this machine works', async () => {
    const { writeFile } = await import('node:fs/promises');
    const { toolCall } = await import('percept/conformance');
    await using stage = await openStage((_, index) =>
      index === 0 ? toolCall('read', { ref: `${stageFolder.path}/private.txt` }) : text('Done.'),
    );
    stageFolder.path = stage.folder;
    await writeFile(`${stage.folder}/private.txt`, 'for the operator only');
    const session = await stage.acme.create();
    const view = await stage.acme.say(session.id, 'Read it.');
    expect(JSON.stringify(view)).not.toContain('for the operator only');
    expect(view.turns[0]?.messages.find(({ role }) => role === 'tool')?.tool?.state).toBe('failed');
  });
});

const stageFolder = { path: '' };

describe('nobody', slow, () => {
  test('gets nothing without a credential, and a wrong one is not better than none', async () => {
    await using stage = await openStage([]);
    const cookie = await signIn(stage.host.signInLink());
    const paths = [
      '/api/status',
      '/api/sessions',
      '/api/uploads/x',
      '/api/none',
      '/api/sessions/x/events',
    ];
    const strangers = [
      {},
      { authorization: 'Bearer wrong-token-0123456789-abcdef' },
      { authorization: 'Basic bG9jYWw6' },
      { authorization: `Bearer ${stage.host.localToken}x` },
      // A bad token is not saved by a good cookie.
      { authorization: 'Bearer wrong', cookie },
      { cookie: cookie.replace(/.$/, '~') },
    ];
    for (const headers of strangers)
      for (const path of paths) {
        const { status, body } = await new Visitor(stage.host.origin, headers).ask('GET', path);
        expect([path, status]).toEqual([path, 401]);
        expect(body).toMatchObject({ error: 'unauthorized', message: expect.any(String) });
      }
    expect(
      (await new Visitor(stage.host.origin, { cookie }).ask('GET', '/api/status')).status,
    ).toBe(200);
  });

  test('the link signs in once, leaves the address bar, and is not in the log', async () => {
    const links: string[] = [];
    await using stage = await openStage([], 'seeing', { onSignIn: (_, next) => links.push(next) });
    const link = stage.host.signInLink();
    const key = new URL(link).searchParams.get('key') ?? 'none';
    const first = await fetch(link, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/']);
    expect(first.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Strict/);
    const second = await fetch(link, { redirect: 'manual' });
    expect(second.status).toBe(401);
    expect(second.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(links).toHaveLength(1);
    expect(await signIn(links[0] ?? '')).toMatch(/^percept-\d+=1\.local\./);
    const other = await fetch(link.replace('127.0.0.1', 'localhost'), { redirect: 'manual' });
    expect(other.headers.get('location')).toBe(`${stage.host.origin}/?key=${key}`);
    expect(stage.lines.join('\n')).not.toContain(key);
    expect(stage.lines.join('\n')).not.toContain(stage.host.localToken);
  });
});

/** What is sent as it stands, without a client that would correct it. */
async function raw(stage: Stage, message: string, endInput = false): Promise<string> {
  const socket = connect(stage.host.port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(message);
  if (endInput) socket.end();
  await once(socket, 'close');
  return answer;
}

describe('other sites and other names', slow, () => {
  test('are turned away before anything is read', async () => {
    await using stage = await openStage([]);
    const { origin, port, localToken } = stage.host;
    const cookie = await signIn(stage.host.signInLink());
    const auth = `Authorization: Bearer ${localToken}\r\n`;
    const rebound = `GET /api/status HTTP/1.1\r\nHost: rebound.example:${port}\r\n${auth}Connection: close\r\n\r\n`;
    expect(await raw(stage, rebound)).toMatch(/^HTTP\/1\.1 421 /);
    const absolute = `GET http://127.0.0.1:${port}/api/status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${auth}Connection: close\r\n\r\n`;
    expect(await raw(stage, absolute)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(stage, `GET / HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (421|400) /);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const forged = new Visitor(origin, { cookie, ...headers });
      expect((await forged.ask('POST', '/api/sessions', {})).status).toBe(403);
      expect((await forged.ask('GET', '/api/sessions')).status).toBe(403);
    }
    const { body } = await new Visitor(origin, { cookie }).ask<{ sessions: unknown[] }>(
      'GET',
      '/api/sessions',
    );
    expect(body.sessions).toEqual([]);
  });
});

describe('clients that are too much', slow, () => {
  test('large, deep, broken and mistyped bodies get a reason and change nothing', async () => {
    await using stage = await openStage([]);
    const { me } = stage;
    const send = (body: string, type = 'application/json') =>
      fetch(`${me.origin}/api/sessions`, {
        method: 'POST',
        headers: { ...me.headers, 'content-type': type },
        body,
      });
    const bad: readonly (readonly [string, string | undefined, number])[] = [
      ['{', undefined, 400],
      ['[]', undefined, 400],
      ['"text"', undefined, 400],
      [`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, undefined, 400],
      ['{"model": 1}', undefined, 400],
      ['{}', 'text/plain', 415],
      [JSON.stringify({ model: 'x'.repeat(2 * 1024 * 1024) }), undefined, 413],
    ];
    for (const [body, type, status] of bad) {
      const response = await send(body, type);
      const told: unknown = await response.json();
      expect([body.slice(0, 20), response.status]).toEqual([body.slice(0, 20), status]);
      expect(told).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    }
    expect((await me.ask<{ sessions: unknown[] }>('GET', '/api/sessions')).body.sessions).toEqual(
      [],
    );
  });

  test('a file that announces too many bytes is refused before they come', async () => {
    await using stage = await openStage([]);
    const head = [
      'POST /api/uploads HTTP/1.1',
      `Host: 127.0.0.1:${stage.host.port}`,
      `Authorization: Bearer ${stage.host.localToken}`,
      'Content-Length: 999999999999',
      'Connection: close',
    ].join('\r\n');
    const answer = await raw(stage, `${head}\r\n\r\n`, true);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('maxBytesPerFile');
  });

  test('floods of headers, endless headers and nonsense are cut off with a reason', async () => {
    await using stage = await openStage([], 'seeing', { limits: { headersTimeoutMs: 400 } });
    const flood = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${stage.host.port}\r\n${'X-A: 0123456789\r\n'.repeat(3000)}\r\n`;
    expect(await raw(stage, flood)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await raw(stage, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(stage, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
    expect((await stage.me.ask('GET', '/api/status')).status).toBe(200);
  });

  test('a thousand connections that say nothing leave room for one that does', async () => {
    await using stage = await openStage([], 'seeing', {
      limits: { maxConnections: 64, headersTimeoutMs: 1000 },
    });
    const sockets = Array.from({ length: 1000 }, () => {
      const socket = connect(stage.host.port, '127.0.0.1');
      socket.on('error', () => {});
      return socket;
    });
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 200; attempt++) {
      status = await stage.me.ask('GET', '/api/status').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) await pause(250);
    }
    for (const socket of sockets) socket.destroy();
    expect(status).toBe(200);
  });

  test('an upload that its sender gives up leaves nothing behind', async () => {
    await using stage = await openStage([]);
    const begun = httpRequest(`${stage.host.origin}/api/uploads`, {
      method: 'POST',
      headers: { ...stage.me.headers, 'x-upload-name': 'half.png', 'content-length': 1_000_000 },
    });
    begun.on('error', () => {});
    begun.write((await drawQuadrants(drawPalette(42))).subarray(0, 100));
    const [response] = await once(begun, 'response');
    expect(response.statusCode).toBe(200);
    begun.destroy();
    // Another one still passes, and the first left no record.
    const done = await stage.me.uploaded(await drawQuadrants(drawPalette(43)), 'whole.png');
    const sessions = await stage.memory.sessions.list({ kind: 'upload' });
    expect(sessions.ok && sessions.value.map(({ id }) => id)).toEqual([done.upload]);
    expect((await stage.me.ask('DELETE', `/api/uploads/${done.upload}`)).status).toBe(204);
    expect((await stage.me.ask('DELETE', `/api/uploads/${done.upload}`)).status).toBe(404);
  });

  test('a reader that does not read does not stop the turn', async () => {
    const long = 'All work and no play makes a long answer. '.repeat(20_000);
    await using stage = await openStage([text(long)]);
    const { me } = stage;
    const session = await me.create();
    const idle = await fetch(`${me.origin}/api/sessions/${session.id}/events`, {
      headers: me.headers,
    });
    const view = await me.say(session.id, 'Write.');
    expect(view.turns[0]?.end).toBe('answered');
    expect(JSON.stringify(view.turns).length).toBeGreaterThan(long.length);
    await idle.body?.cancel();
  });
});

test('removing a conversation in the middle of its turn leaves nothing of it', slow, async () => {
  const gate = Promise.withResolvers<void>();
  await using stage = await openStage(async () => {
    await gate.promise;
    return text('For nobody.');
  });
  const { me } = stage;
  const session = await me.create();
  const { upload } = await me.uploaded(await drawQuadrants(drawPalette(44)), 'a.png');
  await me.turn(session.id, 'Look.', [upload]);
  const picture = (await me.session(session.id)).turns[0]?.messages[0]?.envelopes[0]?.payload;
  const url = (isRecord(picture) ? readText(picture['url']) : undefined) ?? '';
  expect((await fetch(url)).status).toBe(200);
  expect((await me.ask('DELETE', `/api/sessions/${session.id}`)).status).toBe(204);
  gate.resolve();
  expect((await me.ask('GET', `/api/sessions/${session.id}`)).status).toBe(404);
  expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
  for (const kind of ['conversation', 'journal', 'upload'] as const) {
    const left = await stage.memory.sessions.list({ kind });
    expect(left.ok && left.value).toEqual([]);
  }
});

test('quiet event streams say that they are still there', slow, async () => {
  await using stage = await openStage([], 'seeing', { limits: { heartbeatMs: 20 } });
  const session = await stage.me.create();
  const response = await fetch(`${stage.host.origin}/api/sessions/${session.id}/events`, {
    headers: stage.me.headers,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  let read = '';
  for await (const chunk of response.body ?? []) {
    read += Buffer.from(chunk).toString();
    if (read.split(': still here').length > 3) break;
  }
  expect(read).toContain(': connected');
});

test(
  'closing waits for the turn that was acknowledged, and sends watchers away',
  slow,
  async () => {
    const gate = Promise.withResolvers<void>();
    await using stage = await openStage(async () => {
      await gate.promise;
      return text('Finished after all.');
    });
    const { me } = stage;
    const session = await me.create();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { event } of me.events(session.id, session.cursor)) seen.push(event.type);
    })();
    expect((await me.turn(session.id, 'Take your time.')).status).toBe(202);
    expect(stage.host.running()).toBe(1);
    const closing = stage.host.close();
    gate.resolve();
    await Promise.all([closing, watching]);
    expect(seen.at(-1)).toBe('turn-ended');
    const read = await stage.memory.sessions.list({ kind: 'conversation' });
    const id = read.ok ? read.value.find((one) => one.id === session.id)?.id : undefined;
    const entries = id && (await stage.memory.sessions.entries(id));
    expect(JSON.stringify(entries)).toContain('Finished after all.');
  },
);
