// The listening socket: bounded headers, bounded waits, bounded connections, and an end that lets running answers finish.
import { once } from 'node:events';
import {
  createServer,
  ServerResponse,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { Connections } from './connections.ts';
import type { HostLimits } from './limits.ts';

export interface Listening {
  readonly port: number;
  /** How many are open now. */
  readonly connections: () => number;
  /** No new connections; those that are open may end by themselves until the deadline. */
  close(deadlineMs: number): Promise<void>;
}

const sweepMs = 25;

/** Rejects with the error of the system where the address or port cannot be had. */
export async function listen(
  handle: RequestListener,
  { port, address }: { readonly port: number; readonly address: string },
  limits: HostLimits,
  takesSocket: (request: IncomingMessage) => boolean = () => false,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, limits.headersTimeoutMs),
      shouldUpgradeCallback: takesSocket,
    },
    handle,
  );
  // Node bounds the time for headers once the first byte is there, and the time for a whole request; the rest is bounded here.
  const connections = new Connections(limits);
  const sweeper = setInterval(
    () => connections.sweep(),
    Math.min(1000, limits.headersTimeoutMs, limits.bodyGraceMs),
  );
  sweeper.unref();
  server.once('close', () => clearInterval(sweeper));
  server.on('connection', (socket) => connections.add(socket));
  server.on('request', (request, response) => connections.begin(request, response));
  server.on('upgrade', handOver(server));
  server.on('clientError', turnAway);
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    connections: () => connections.size,
    close: (deadlineMs) => end(server, () => connections.isAnswering, deadlineMs),
  };
}

/** A connection that is no longer HTTP's comes as any other request; whoever answers it in HTTP ends it. */
export function handOver(
  server: Server,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    server.emit('request', request, response);
  };
}

/** What is no HTTP, too long or too slow gets the reason and no more of our time. */
function turnAway(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({
    error: reason.toLowerCase().replaceAll(' ', '_'),
    message: `${reason}.`,
  });
  // Ending is only half of closing: the other side may hold its half open for ever.
  const timer = setTimeout(() => socket.destroy(), partingMs);
  socket.once('close', () => clearTimeout(timer));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    () => setTimeout(() => socket.destroy(), lingerMs).unref(),
  );
}

/** How long the last words may take to leave, and how long the other side may take to read them. */
const partingMs = 2000;
const lingerMs = 250;

async function end(server: Server, isAnswering: () => boolean, deadlineMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that waits for a request, a first or a next one, is not waited for.
  const sweep = setInterval(() => {
    if (isAnswering()) server.closeIdleConnections();
    else server.closeAllConnections();
  }, sweepMs);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
