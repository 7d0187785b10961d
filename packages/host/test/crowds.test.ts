// A thousand connections of each unkind sort, while somebody honest uses the server from the same address.
import { createConnection, type Socket } from 'node:net';
import { get } from 'node:http';
import { Worker } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { hostLimits, type HostLimits } from '../src/limits.ts';
import { listen, type Listening } from '../src/listen.ts';

const crowd = 1000;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(limits: Partial<HostLimits> = {}): Promise<Listening> {
  const listening = await listen(
    (request, response) => {
      request.resume();
      if (request.url === '/events') response.write('data: here\n\n');
      else request.on('end', () => response.end('answered'));
    },
    { port: 0, address: '127.0.0.1' },
    { ...hostLimits, maxConnections: 200, maxConnectionsPerAddress: 100, ...limits },
  );
  closing.push(() => listening.close(0));
  return listening;
}

/** Sockets that say `first` and then, every now and then, `more`. They never read and never end. */
async function gather(port: number, first: string, more?: string): Promise<readonly Socket[]> {
  const sockets = await Promise.all(
    Array.from({ length: crowd }, async () => {
      const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.pause();
      await new Promise<void>((resolve) => {
        socket.once('connect', resolve);
        socket.once('close', () => resolve());
      });
      if (first !== '' && socket.writable) socket.write(first);
      return socket;
    }),
  );
  const trickle =
    more !== undefined &&
    setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(more);
    }, 100);
  closing.push(async () => {
    if (trickle) clearInterval(trickle);
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent: false, timeout: 60_000 }, (answer) => {
      answer.setEncoding('utf8');
      let text = '';
      answer.on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve(text));
    });
    request.on('timeout', () => request.destroy(new Error('too slow')));
    request.on('error', (error) => resolve(error.message));
  });
}

test.for([
  ['say nothing', '', undefined],
  ['stop in the middle of the head', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', undefined],
  ['send the head a letter at a time', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'a'],
  [
    'send the body a letter at a time',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n',
    'a',
  ],
  ['send no HTTP', 'nonsense\r\n\r\n', undefined],
] as const)(
  'attack: a thousand that %s do not keep an honest client out',
  { tags: ['f-host-crowds'], timeout: 240_000 },
  async ([, first, more]) => {
    // No deadline of the server helps: nobody waits that long.
    const never = 3_600_000;
    const { port } = await open({
      headersTimeoutMs: never,
      requestTimeoutMs: never,
      bodyGraceMs: never,
      keepAliveTimeoutMs: never,
    });
    await gather(port, first, more);
    for (let round = 0; round < 5; round += 1) {
      expect(await ask(port)).toBe('answered');
      await pause(50);
    }
  },
);

test(
  'what took too long is closed on both sides',
  { tags: ['f-host-crowds'], timeout: 240_000 },
  async () => {
    const { port, connections } = await open({ headersTimeoutMs: 300, bodyGraceMs: 300 });
    await gather(port, 'GET / HTTP/1.1\r\nHost: x\r\nX: ');
    await gather(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n', 'a');
    await gather(port, '');
    await expect.poll(connections).toBe(0);
  },
);

test(
  'whoever is being answered is not sent away for somebody who only holds a place',
  { tags: ['f-host-crowds'], timeout: 240_000 },
  async () => {
    const { port } = await open();
    let isEnded = false;
    const watching = get({ port, host: '127.0.0.1', path: '/events', agent: false }, (answer) =>
      answer.resume().on('close', () => (isEnded = true)),
    );
    watching.on('error', () => (isEnded = true));
    closing.push(async () => void watching.destroy());
    await pause(100);
    await gather(port, '');
    expect(await ask(port)).toBe('answered');
    expect(isEnded).toBe(false);
  },
);

/** In a thread of its own, so that all of it happens while the server does something else: a question, and a crowd right behind it. */
const questionBeforeCrowd = `
  const { createConnection } = require('node:net');
  const { workerData: { port, behind, done }, parentPort } = require('node:worker_threads');
  const say = (text) => new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(text, () => resolve(socket)));
  });
  (async () => {
    let answer = '';
    const honest = await say('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n');
    honest.on('data', (piece) => (answer += piece));
    honest.on('close', () => parentPort.postMessage(answer));
    for (let left = behind; left > 0; left -= 1) await say('GET / HTTP/1.1\\r\\nHost: x\\r\\nX: ');
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  })();
`;

test(
  'whoever asks is answered, however many come in right behind before the server looked up, and no more stay than may',
  { tags: ['f-host-crowds'], timeout: 240_000 },
  async () => {
    const { port, connections } = await open();
    await gather(port, 'GET / HTTP/1.1\r\nHost: x\r\nX: ');
    await expect.poll(connections).toBeLessThanOrEqual(100);
    const done = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { port, behind: 150, done };
    const crowding = new Worker(questionBeforeCrowd, { eval: true, workerData });
    closing.push(async () => void (await crowding.terminate()));
    const answered = new Promise<string>((resolve, reject) => {
      crowding.once('message', (text) => resolve(String(text)));
      crowding.once('error', reject);
    });
    await new Promise((resolve) => crowding.once('online', resolve));
    Atomics.wait(done, 0, 0);
    expect(await answered).toContain('answered');
    await expect.poll(connections).toBeLessThanOrEqual(100);
  },
);
