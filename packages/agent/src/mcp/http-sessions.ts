// Sessions of clients that speak a revision before 2026-07-28 over HTTP: roots and cancellation need a connection that
// lasts. They are bounded in number and in idle time; a client whose session is gone is told so and opens a new one.
import { randomUUID } from 'node:crypto';
import {
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';

export interface SessionOptions {
  readonly open: () => McpServer;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly maxMessageBytes: number;
}

interface HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  usedAt: number;
  active: number;
}

export class HttpSessions {
  readonly #options: SessionOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SessionOptions) {
    this.#options = options;
    const every = Math.max(1000, options.sessionIdleMs / 4);
    this.#sweep = setInterval(() => this.#endIdle(options.sessionIdleMs), every);
    this.#sweep.unref();
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    return session ? this.#serve(session, request) : notFound();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /** Only `initialize` opens one; the transport refuses everything else that comes without an id. */
  async #begin(request: Request): Promise<Response> {
    const { open, maxSessions, maxMessageBytes } = this.#options;
    const server = open();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: maxMessageBytes,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
        if (this.#sessions.size > maxSessions) this.#endOldest(id);
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    const session: HttpSession = { transport, server, usedAt: Date.now(), active: 0 };
    await server.connect(transport);
    const response = await this.#serve(session, request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #serve(session: HttpSession, request: Request): Promise<Response> {
    session.active++;
    const over = (): void => {
      session.active--;
      session.usedAt = Date.now();
    };
    try {
      const response = await session.transport.handleRequest(request);
      if (!response.body) over();
      return response.body ? new Response(watched(response.body, over), response) : response;
    } catch (error) {
      over();
      throw error;
    }
  }

  #endIdle(idleMs: number): void {
    const before = Date.now() - idleMs;
    for (const [id, { usedAt, active }] of this.#sessions)
      if (active === 0 && usedAt < before) void this.#end(id);
  }

  #endOldest(except: string): void {
    const others = [...this.#sessions].filter(([id]) => id !== except);
    const age = ({ active, usedAt }: HttpSession): number => (active > 0 ? Infinity : usedAt);
    const [oldest] = others.toSorted(([, a], [, b]) => (age(a) < age(b) ? -1 : 1));
    if (oldest) void this.#end(oldest[0]);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}

/** A session is in use for as long as one of its streams is open, and a stream ends on either side. */
function watched(body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  void reader.closed.then(over, over);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function notFound(): Response {
  const error = { code: -32_001, message: 'This session is over. Initialize again.' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
