// The Responses API over a WebSocket: messages of the client are healed like bodies, everything else passes as it comes.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { judge } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FrameReader } from '../../packages/host/src/gateway/frames.ts';
import { drawPalette, drawQuadrants, nameQuadrants } from '../wires/quadrants.ts';
import { blindBody } from './blind-bodies.ts';
import { readUpstreams } from '@percept/host';
import { openStage } from './serve-stage.ts';
import { speak, startGateway, type Stage } from './gateway-stage.ts';

const timeout = 240_000;
const colours = drawPalette(90);

/** The first byte of a frame, which comes with the handshake; the others never come. */
const greeting = '\u0001';

/** A provider that keeps what it hears and answers every message with its length. */
class Provider {
  readonly heard: string[] = [];
  readonly handshakes: IncomingMessage[] = [];
  readonly #server: Server = createServer((_, response) => response.writeHead(401).end('who?'));

  async listen(): Promise<number> {
    this.#server.on('upgrade', (request, socket: Duplex) => this.#accept(request, socket));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  #accept(request: IncomingMessage, socket: Duplex): void {
    this.handshakes.push(request);
    if (request.headers.authorization === 'Bearer nobody') {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 4\r\nconnection: close\r\n\r\nwho?');
      return;
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const said = request.headers.authorization === 'Bearer greeted' ? greeting : '';
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n${said}`,
    );
    const reader = new FrameReader(1e8);
    socket.on('end', () => socket.end());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) {
        // A close, which ends the connection.
        if (frame.kind === 'other') socket.end(Buffer.from([0x88, 0]));
        if (frame.kind !== 'text') continue;
        this.heard.push(frame.payload.toString('utf8'));
        const said = Buffer.from(`heard ${frame.payload.length}`);
        socket.write(Buffer.concat([Buffer.from([0x81, said.length]), said]));
      }
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const provider = new Provider();
let stage: Stage;
let port = 0;
const faults: unknown[] = [];

beforeAll(async () => {
  port = await provider.listen();
  stage = await startGateway(
    { openai: { baseUrl: `http://127.0.0.1:${port}/v1` } },
    { report: (error) => faults.push(error) },
  );
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  provider.close();
});

function asking(path: string, bearer: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${bearer}\r\n\r\n`;
}

const talk = (...messages: readonly string[]) => talkTo(stage.origin, ...messages);

async function talkTo(origin: string, ...messages: readonly string[]): Promise<readonly string[]> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/responses`);
  const answers: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  socket.addEventListener('open', () => {
    for (const message of messages) socket.send(message);
  });
  socket.addEventListener('message', ({ data }) => {
    answers.push(String(data));
    if (answers.length === messages.length) resolve(answers);
  });
  socket.addEventListener('error', () => reject(new Error('The socket broke.')));
  const heard = await promise;
  socket.close();
  return heard;
}

describe('a WebSocket of the Responses API', () => {
  test('passes messages without media letter for letter, in order', { timeout }, async () => {
    const messages = [
      '{"type":"response.create", "model":"gpt-5","input":"héllo", "seed":1.0}',
      '{"type":"response.cancel"}',
      JSON.stringify({ type: 'response.create', model: 'gpt-5', input: 'x'.repeat(200_000) }),
    ];
    const answers = await talk(...messages);
    expect(provider.heard.slice(-3)).toEqual(messages);
    expect(answers).toEqual(messages.map((text) => `heard ${Buffer.byteLength(text)}`));
  });

  test('may be silent for longer than a connection may take to begin', { timeout }, async () => {
    await using impatient = await startGateway(
      { openai: { baseUrl: `http://127.0.0.1:${port}/v1` } },
      { limits: { connectTimeoutMs: 300 } },
    );
    const socket = new WebSocket(`${impatient.origin.replace('http', 'ws')}/v1/responses`);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    socket.addEventListener('message', ({ data }) => resolve(data));
    socket.addEventListener('close', () => reject(new Error('It was closed.')));
    socket.addEventListener('open', () => setTimeout(() => socket.send('Still here.'), 900));
    expect(await promise).toBe('heard 11');
    socket.close();
  });

  test('is counted to the byte when it is over', { timeout }, async () => {
    const message = 'ä'.repeat(40);
    await talk(message, message);
    // Two answers with two bytes of frame each, and the close.
    const counts = {
      status: 101,
      requestBytes: 160,
      sentBytes: 160,
      responseBytes: 2 * (2 + 'heard 80'.length) + 2,
    };
    await expect.poll(() => stage.entries).toContainEqual(expect.objectContaining(counts));
    expect(faults).toEqual([]);
  });

  test('passes and counts what comes with the handshake, be it one byte', { timeout }, async () => {
    const heard = await speak(stage.port, asking('/v1/responses', 'greeted'));
    expect(heard.slice(-5)).toBe(`\r\n\r\n${greeting}`);
    // Its client went without a farewell, and so it is over.
    await expect
      .poll(() => stage.entries)
      .toContainEqual(expect.objectContaining({ status: 101, responseBytes: 1 }));
  });

  test(
    'heals a message as it heals a body',
    { tags: ['d-gateway-heals', 'd-gateway-socket'], timeout },
    async () => {
      const data = (await drawQuadrants(colours)).toString('base64');
      const said = JSON.stringify([{ type: 'image', data, mimeType: 'image/png' }]);
      const body = blindBody('responses', [
        { id: 'call_0123456789', tool: 'look', input: {}, said },
      ]);
      await talk(JSON.stringify({ type: 'response.create', ...body }));
      const [sent = ''] = provider.heard.slice(-1);
      expect(sent).toContain('"type":"response.create"');
      const verdict = judge({ wire: 'responses', body: sent, expectImages: 1 });
      expect(verdict.findings).toEqual([]);
      const [picture] = verdict.images;
      expect(picture && (await nameQuadrants(picture.data))).toEqual(colours);
    },
  );

  test(
    'agrees on no packing, shows a refusal of the provider, and takes no other path',
    { tags: ['d-gateway-socket'], timeout },
    async () => {
      expect(provider.handshakes.at(-1)?.headers['sec-websocket-extensions']).toBeUndefined();
      expect(await speak(stage.port, asking('/v1/responses', 'nobody'))).toMatch(
        /^HTTP\/1\.1 401 /,
      );
      expect(await speak(stage.port, asking('/v1/responses', 'sk-ant-1'))).toMatch(
        /^HTTP\/1\.1 403 /,
      );
      for (const path of ['/v1/embeddings', '/v1/chat/completions'])
        expect(await speak(stage.port, asking(path, 'a'))).toMatch(/^HTTP\/1\.1 426 /);
    },
  );

  test('passes the whole server too', { tags: ['d-gateway-socket'], timeout }, async () => {
    const upstreams = readUpstreams({ openai: { baseUrl: `http://127.0.0.1:${port}/v1` } });
    if (!upstreams.ok) throw new Error(upstreams.refusal.message);
    await using whole = await openStage([], 'none', { upstreams: upstreams.value });
    expect(await talkTo(whole.host.origin, 'one', 'four')).toEqual(['heard 3', 'heard 4']);
  });

  test('ends with a frame that no client may send', { timeout }, async () => {
    const head = asking('/v1/responses', 'a');
    const count = provider.heard.length;
    const huge = Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
    const unmasked = Buffer.from([0x81, 2, 0x68, 0x69]);
    for (const frame of [huge, unmasked])
      expect(await speak(stage.port, Buffer.concat([Buffer.from(head), frame]))).toMatch(
        /^HTTP\/1\.1 101 /,
      );
    expect(provider.heard).toHaveLength(count);
    expect(faults).toHaveLength(2);
  });
});
