// A gateway on a port of its own before a real upstream server that keeps every byte it was sent.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import {
  createGateway,
  readUpstreams,
  takesSocket,
  type Gateway,
  type GatewayEntry,
  type GatewayOptions,
  type UpstreamOptions,
} from '../../packages/host/src/gateway/index.ts';

import { handOver } from '../../packages/host/src/listen.ts';

export interface Stage extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly gateway: Gateway;
  /** What the gateway said it did, oldest first. */
  readonly entries: readonly GatewayEntry[];
  /** The entry of the request with this number, from 0. */
  readonly entry: (index: number) => Promise<GatewayEntry>;
}

export async function startGateway(
  upstreams: UpstreamOptions,
  options: Omit<GatewayOptions, 'upstreams'> = {},
): Promise<Stage> {
  const read = readUpstreams(upstreams);
  if (!read.ok) throw new Error(read.refusal.message);
  const entries: GatewayEntry[] = [];
  const waiting: (() => void)[] = [];
  const gateway = createGateway({
    ...options,
    upstreams: read.value,
    log: (entry) => {
      entries.push(entry);
      options.log?.(entry);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  // Node's five seconds are short for a busy machine: a client would write into a connection that is being closed.
  const kept = { keepAliveTimeout: 60_000, shouldUpgradeCallback: takesSocket };
  const server = createServer(kept, (request, response) => {
    void gateway.handle(request, response).then((ours) => {
      if (!ours) response.writeHead(404).end('not the gateway');
    });
  });
  server.on('upgrade', handOver(server));
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    gateway,
    entries,
    entry: async (index) => {
      for (;;) {
        const found = entries[index];
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await stop(server);
    },
  };
}

interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Upstream extends AsyncDisposable {
  readonly origin: string;
  readonly server: Server;
  readonly arrived: readonly Arrived[];
}

type Answer = (
  arrived: Arrived,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

/** Without an answer of its own it says `{"ok":true}`. */
export async function startUpstream(answer?: Answer): Promise<Upstream> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = {
        method: request.method ?? '',
        url: request.url ?? '',
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
      };
      arrived.push(found);
      if (answer) void answer(found, response, request);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    server,
    arrived,
    [Symbol.asyncDispose]: () => stop(server),
  };
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

/** Bytes onto a socket, and everything that comes back until the other side ends or has nothing more to say. */
export async function speak(port: number, bytes: string | Buffer, quietMs = 400): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const quiet = setTimeout(() => socket.destroy(), 30_000);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    setTimeout(() => socket.destroy(), quietMs).unref();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(quiet);
    resolve(Buffer.concat(chunks).toString('latin1'));
  });
  socket.write(bytes);
  return promise;
}

/** Name and value pairs without those that belong to a connection. */
export function ownHeaders(rawHeaders: readonly string[]): readonly string[] {
  const list: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (/^(host|connection|keep-alive|transfer-encoding|content-length)$/i.test(name)) continue;
    list.push(`${name}: ${value}`);
  }
  return list;
}

/** One upstream for every family. */
export function everything({ origin }: Upstream): UpstreamOptions {
  return {
    openai: { baseUrl: `${origin}/v1` },
    anthropic: { baseUrl: `${origin}/v1` },
    gemini: { baseUrl: `${origin}/v1beta` },
  };
}
