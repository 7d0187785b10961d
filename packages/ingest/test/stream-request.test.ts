// Uploads as a server gets them: a body that is refused leaves its caller with an answer, also one who is still sending.
import { once } from 'node:events';
import { createServer, request as ask, type RequestListener } from 'node:http';
import { VolatileBlobStore } from '@percept/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { openDoor } from '../src/index.ts';
import { readStream } from '../src/sources/index.ts';

const door = openDoor({ store: new VolatileBlobStore(), limits: { maxSourceBytes: 1_000_000 } });
afterAll(() => door.close());

const keep: RequestListener = (request, response) => {
  void door.keep({ kind: 'stream', stream: request }).then((kept) => {
    response.writeHead(kept.ok ? 201 : 413, { 'content-type': 'application/json' });
    response.end(JSON.stringify(kept.ok ? {} : kept.refusal));
  });
};

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** Sends `bytes`, and then as much again whenever there is room, until it is answered; `ends` sends no more than the first. */
async function send(listener: RequestListener, bytes: Buffer, ends: boolean): Promise<Answer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const client = ask({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => {
          resolve({ status: response.statusCode, body });
          client.destroy();
        });
      });
      client.on('error', reject);
      if (ends) client.end(bytes);
      else {
        client.on('drain', () => client.write(bytes));
        client.write(bytes);
      }
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const large = Buffer.alloc(5_000_000);
large.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
const page = Buffer.from(`<!doctype html>${'<p>not a picture</p>'.repeat(100_000)}`);

describe('a request that is refused', { tags: ['d-refused-stream-answered'] }, () => {
  test.each([
    ['whole', true],
    ['still being sent', false],
  ])('for its size is answered with words: %s', async (_, ends) => {
    const { status, body } = await send(keep, large, ends);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({
      refused: 'too-large',
      limit: { max: 1_000_000 },
    });
  });

  test.each([
    ['whole', true],
    ['still being sent', false],
  ])('for its first bytes is answered with words: %s', async (_, ends) => {
    const only: RequestListener = (request, response) => {
      const picture = door.ingest({ kind: 'stream', stream: request }, { expect: 'image' });
      void picture.then((taken) => response.writeHead(415).end(String(taken.ok)));
    };
    expect(await send(only, page, ends)).toEqual({ status: 415, body: 'false' });
  });

  test('because it stands still is answered at the deadline', async () => {
    const slow: RequestListener = (request, response) => {
      const options = { maxBytes: 1e6, idleTimeoutMs: 50, timeoutMs: 10_000 };
      void readStream(request, options).then((read) =>
        response.writeHead(408).end(read.ok ? '' : read.refusal.refused),
      );
    };
    // Room for more never comes: what is written waits in the socket.
    const answer = await send(slow, Buffer.from('a'), false);
    expect(answer).toEqual({ status: 408, body: 'timed-out' });
  });
});

test('an answer of another server that is refused is hung up on', async () => {
  const server = createServer((_, response) => response.write(large)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = ask({ port, host: '127.0.0.1' });
  client.end();
  const [response] = await once(client, 'response');
  expect((await door.keep({ kind: 'stream', stream: response })).ok).toBe(false);
  expect(response.destroyed).toBe(true);
  server.closeAllConnections();
  server.close();
});
