// A thousand connections of each unkind sort, while somebody honest uses the server from the same address.
import { createConnection, type Socket } from 'node:net';
import { get } from 'node:http';
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
    const request = get({ port, host: '127.0.0.1', agent: false, timeout: 5000 }, (answer) => {
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
  { tags: ['f-host-crowds'], timeout: 60_000 },
  async ([, first, more]) => {
    const { port } = await open();
    await gather(port, first, more);
    for (let round = 0; round < 5; round += 1) {
      expect(await ask(port)).toBe('answered');
      await pause(50);
    }
  },
);

test(
  'what took too long is closed on both sides',
  { tags: ['f-host-crowds'], timeout: 60_000 },
  async () => {
    const { port, connections } = await open({ headersTimeoutMs: 300, bodyGraceMs: 300 });
    await gather(port, 'GET / HTTP/1.1\r\nHost: x\r\nX: ');
    await gather(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n', 'a');
    await gather(port, '');
    for (let left = 200; connections() > 0 && left > 0; left -= 1) await pause(50);
    expect(connections()).toBe(0);
  },
);

test(
  'whoever is being answered is not sent away for somebody who only holds a place',
  { tags: ['f-host-crowds'], timeout: 60_000 },
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
