// A server may end a connection in the same breath in which it made it (somebody shuts it down, a pooler is full). The driver
// reads both at once, before anybody who waits for the connection could listen to its errors.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FileBackend, openScaledMemory } from '../src/postgres/index.ts';
import { freshDirectory } from './scene.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

test('a connection that ends as soon as it is made is a server that is away, and ends no process', async () => {
  let connections = 0;
  server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, terminated])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const opened = openScaledMemory({
    postgres: `postgres://user@127.0.0.1:${port}/db?sslmode=disable`,
    schema: 'ends',
    blobs: new FileBackend(await freshDirectory()),
    limits: { retryTimeoutMs: 300, connectTimeoutMs: 500 },
  });
  await expect(opened).rejects.toMatchObject({ name: 'StoreError' });
  expect(connections).toBeGreaterThan(1);
});

const welcome = said('R', Buffer.from([0, 0, 0, 0]));
const ready = said('Z', Buffer.from('I'));
const terminated = said(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** A message of the wire: its letter, its length with the length itself, its content. */
function said(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
