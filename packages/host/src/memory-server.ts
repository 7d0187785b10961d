// The server without a socket: requests of the web platform are answered over connections in memory, by the same handler, the same
// parser and the same rules as those of a port. Whoever mounts it in a framework of their own gets no second implementation.
import {
  createServer,
  request as send,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { duplexPair, Readable, type Duplex } from 'node:stream';
import { headerPairs } from './gateway/header-list.ts';
import type { HostLimits } from './limits.ts';

export interface MemoryServer {
  fetch(request: Request): Promise<Response>;
  close(): void;
}

export function memoryServer(
  handle: RequestListener,
  { maxHeaderBytes }: Pick<HostLimits, 'maxHeaderBytes'>,
): MemoryServer {
  // Time is the business of whoever listens on the port.
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requestTimeout: 0 }, handle);
  const open = new Set<Duplex>();
  const connect = (): Duplex => {
    const [near, far] = duplexPair();
    open.add(near);
    near.once('close', () => {
      open.delete(near);
      far.destroy();
    });
    far.once('close', () => near.destroy());
    near.on('error', () => undefined);
    far.on('error', () => undefined);
    // A connection in memory has no clock of its own.
    server.emit('connection', Object.assign(far, { setTimeout: () => far }));
    return near;
  };
  return {
    fetch: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const { host, pathname, search } = new URL(request.url);
      const { method, signal, body } = request;
      const sent = send({
        createConnection: connect,
        method,
        path: pathname + search,
        headers: headersOf(request, host),
        setHost: false,
        signal,
      });
      sent.once('response', (answer) => resolve(responseOf(answer, method)));
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      if (!body) sent.end();
      else {
        const stream = Readable.fromWeb(body);
        // An answer may come before the whole body went, and end the connection: that is no failure.
        stream.on('error', (error) => sent.destroy(error));
        sent.once('close', () => stream.destroy());
        stream.pipe(sent);
      }
      return promise;
    },
    close: () => {
      for (const connection of open) connection.destroy();
      server.close();
    },
  };
}

/** What belongs to one connection stays on it (RFC 9110, 7.6.1). */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

/** Who was asked is what the client said: a framework may spell its own name into the URL (Next does). */
function headersOf({ headers, body }: Request, host: string): readonly string[] {
  const list = ['host', headers.get('host') ?? host, 'connection', 'close'];
  for (const [name, value] of headers)
    if (name !== 'host' && !ofConnection.has(name)) list.push(name, value);
  if (body && !headers.has('content-length')) list.push('transfer-encoding', 'chunked');
  return list;
}

function responseOf(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 500, statusMessage = '', rawHeaders } = answer;
  const headers = new Headers();
  for (const [name, value] of headerPairs(rawHeaders))
    if (!ofConnection.has(name.toLowerCase())) headers.append(name, value);
  const hasNoBody = method === 'HEAD' || status === 204 || status === 205 || status === 304;
  if (hasNoBody) answer.resume();
  const body = hasNoBody ? null : webStream(answer);
  return new Response(body, { status, statusText: statusMessage, headers });
}

/** An answer that breaks off breaks off here too; one that nobody reads on is ended at its source. */
function webStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    type: 'bytes',
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done === true) {
        controller.close();
        // A request for a piece of a closed stream is answered with nothing.
        controller.byobRequest?.respond(0);
      } else controller.enqueue(new Uint8Array(next.value));
    },
    cancel: () => void answer.destroy(),
  });
}
