// A proxy between a client and a server that does to an answer or a request what networks and servers do: cuts it,
// holds it back, flips a bit, or answers with a failure of its own. It works on whole HTTP requests, one fault each.
import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** Ends the connection before the server is asked. */
  | { readonly kind: 'cut-request' }
  /** Lets the server do its work, and ends the connection instead of answering. */
  | { readonly kind: 'swallow-answer' }
  /** Sends half of the answer's body and ends the connection. */
  | { readonly kind: 'cut-answer' }
  /** Sends the answer's head and then nothing. */
  | { readonly kind: 'stall-answer' }
  | { readonly kind: 'flip-answer' }
  | { readonly kind: 'flip-request' };

export interface FaultyProxy extends AsyncDisposable {
  readonly endpoint: string;
  /** Faults for the next requests, in order; afterwards everything passes. */
  readonly faults: Fault[];
  /** `METHOD path?query` of every request that arrived, and its headers. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
}

/** `host` replaces the Host header, so that a name that no resolver knows can be asked for. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const seen: FaultyProxy['seen'] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
    const fault = faults.shift();
    void pass(new URL(target), incoming, outgoing, fault).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    faults,
    seen,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

async function pass(
  target: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await bytesOf(incoming);
  if (fault?.kind === 'status') {
    outgoing.writeHead(fault.status, { 'content-type': 'application/xml' });
    outgoing.end(fault.body ?? '');
    return;
  }
  if (fault?.kind === 'cut-request') {
    outgoing.destroy();
    return;
  }
  // The signature covers the Host that the client meant, so it goes on unchanged.
  const asked = request({
    host: target.hostname,
    port: target.port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
    agent: false,
  });
  asked.end(fault?.kind === 'flip-request' ? flipped(body) : body);
  const [answer] = await once(asked, 'response');
  const given: Buffer = await bytesOf(answer);
  if (fault?.kind === 'swallow-answer') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.statusCode, answer.headers);
  switch (fault?.kind) {
    case 'cut-answer':
      outgoing.write(given.subarray(0, Math.floor(given.length / 2)), () => outgoing.destroy());
      return;
    case 'stall-answer':
      outgoing.flushHeaders();
      return;
    case 'flip-answer':
      outgoing.end(flipped(given));
      return;
    default:
      outgoing.end(incoming.method === 'HEAD' ? undefined : given);
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}
