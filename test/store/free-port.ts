// A port that nobody listens on at this moment, for programs that cannot choose one themselves. It lies below the ports that systems
// give to outgoing connections: one of those could take it before the program does, or while the program is down, and a client that
// tries again and again could even connect to itself there.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
