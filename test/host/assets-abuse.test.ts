// Forged handles in bulk, readers that stand still and floods of headers: the asset host stays small and goes on serving.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isRecord, readCount } from '@percept/core/internal';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const program = fileURLToPath(new URL('child/asset-server.ts', import.meta.url));
const mebibyte = 1024 * 1024;

interface Watched {
  readonly rss: number;
  readonly connections: number;
  readonly finds: number;
}

interface Host {
  readonly small: string;
  readonly large: string;
  readonly look: () => Promise<Watched>;
}

async function startHost(idleTimeoutMs = 30_000): Promise<Host> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-abuse-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [program, directory, `${idleTimeoutMs}`],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  onTestFinished(async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { value: line } = await lines.next();
    const said: unknown = JSON.parse(String(line));
    if (!isRecord(said)) throw new Error(`The host said ${line}`);
    return said;
  };
  const { urls } = await next();
  if (!Array.isArray(urls)) throw new Error('The host said no URLs.');
  const look = async (): Promise<Watched> => {
    child.stdin.write('look\n');
    const said = await next();
    const read = (name: string): number => readCount(said[name]) ?? NaN;
    return { rss: read('rss'), connections: read('connections'), finds: read('finds') };
  };
  return { small: String(urls[0]), large: String(urls[1]), look };
}

function grown(before: Watched, after: Watched): string {
  const inMebibytes = (bytes: number): number => Math.round(bytes / mebibyte);
  return `grew from ${inMebibytes(before.rss)} to ${inMebibytes(after.rss)} MiB`;
}

/** A reader that asks and then takes nothing. */
async function stall(url: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

describe('the asset host', { timeout: 240_000 }, () => {
  test(
    'refuses ten thousand forged handles without asking the database, and grows by little',
    { tags: ['f-grant-mac-first', 's001-url-unguessable', 'f-grant-404-same'] },
    async () => {
      const { small, look } = await startHost();
      const before = await look();
      const handle = small.slice(small.lastIndexOf('/') + 1);
      const [, key = '', grant = ''] = handle.split('.');
      const base = small.slice(0, small.lastIndexOf('/') + 1);
      const agent = new Agent({ keepAlive: true, maxSockets: 16 });
      onTestFinished(() => agent.destroy());
      const ask = (forged: string): Promise<number> =>
        new Promise((resolve, reject) => {
          const sent = request(`${base}${forged}`, { agent }, (response) => {
            response.resume();
            response.on('end', () => resolve(response.statusCode ?? 0));
          });
          sent.on('error', reject);
          sent.end();
        });
      const forge = (turn: number): string => {
        const random = (size: number): string => randomBytes(size).toString('base64url');
        const id = turn % 2 === 0 ? grant : random(16);
        return `a1.${turn % 3 === 0 ? random(6).replaceAll(/[-_]/g, '0') : key}.${id}.${random(32)}`;
      };
      const answers = new Map<number, number>();
      for (let done = 0; done < 10_000; done += 500) {
        const batch = Array.from({ length: 500 }, (_, turn) => ask(forge(turn)));
        for (const status of await Promise.all(batch))
          answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(answers)).toEqual({ 404: 10_000 });
      const after = await look();
      expect(after.finds).toBe(before.finds);
      console.log('forged handles', grown(before, after));
      expect(after.rss - before.rss).toBeLessThan(150 * mebibyte);
      expect((await fetch(small)).status).toBe(200);
    },
  );

  test('holds a piece and not a file for every reader that stands still', async () => {
    const { large, small, look } = await startHost();
    await (await fetch(large)).arrayBuffer();
    const before = await look();
    await Promise.all(Array.from({ length: 40 }, () => stall(large)));
    await vi.waitFor(async () => expect((await look()).connections).toBeGreaterThanOrEqual(40), {
      timeout: 200_000,
      interval: 200,
    });
    const during = await look();
    console.log('readers that stand still', grown(before, during));
    // Forty times 64 MiB would be 2.5 GiB.
    expect(during.rss - before.rss).toBeLessThan(200 * mebibyte);
    const response = await fetch(small);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(180_000);
  });

  test('lets go of a reader that takes nothing for too long', async () => {
    const { large, look } = await startHost(300);
    const sockets = await Promise.all(Array.from({ length: 5 }, () => stall(large)));
    await vi.waitFor(async () => expect((await look()).connections).toBe(0), {
      timeout: 200_000,
      interval: 200,
    });
    expect(sockets).toHaveLength(5);
  });

  test('answers a flood of headers with a refusal, and the next one as ever', async () => {
    const { small, look } = await startHost();
    const { hostname, port, pathname } = new URL(small);
    const before = await look();
    const flood = async (headers: string): Promise<string> => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
      socket.on('error', () => socket.destroy());
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
      setTimeout(() => socket.destroy(), 20_000).unref();
      await new Promise((resolve) => socket.on('close', resolve));
      return answer;
    };
    const many = Array.from({ length: 200_000 }, (_, turn) => `X-${turn}: y`).join('\r\n');
    const long = `If-None-Match: ${'"a", '.repeat(200_000)}`;
    for (const headers of [many, long, `Range: bytes=${'0-1,'.repeat(100_000)}`])
      expect(await flood(headers)).toMatch(/^(HTTP\/1.1 (431|400) |$)/);
    expect(await flood(`If-None-Match: ${'"a", '.repeat(1_000)}"b"\r\nConnection: close`)).toMatch(
      /^HTTP\/1.1 200 /,
    );
    const after = await look();
    console.log('floods', grown(before, after));
    expect(after.rss - before.rss).toBeLessThan(150 * mebibyte);
    expect((await fetch(small)).status).toBe(200);
  });
});
