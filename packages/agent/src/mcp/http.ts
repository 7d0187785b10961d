// MCP over streamable HTTP, for clients on this machine. It listens on the loopback address only, lets nothing past the
// guard, and reads no body above the bound; both generations of the protocol are served at one path.
import { bound as boundRule, checkOptions, maybe, word } from '@percept/core/internal/options';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { printable } from '@percept/core/internal';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { createGuard } from './guard.ts';
import { HttpSessions } from './http-sessions.ts';
import { isDeeperThan } from '../wire-messages/json-depth.ts';
import { createServers } from './server.ts';
import { checkSetup, type McpSetup } from './setup.ts';
import { maxConnections, requestTimeoutMs } from './limits.ts';

export interface McpHttpOptions {
  /** 0 (the default) takes any free one. */
  readonly port?: number | undefined;
  /** Without it, every program on this machine can call. */
  readonly token?: string | undefined;
}

export interface McpHttp extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const path = '/mcp';

/**
 * The MCP server over HTTP, on this machine only.
 *
 * @example await using http = await serveMcpHttp(setup, { port: 7777 }); console.error(http.url);
 */
export async function serveMcpHttp(
  setup: McpSetup,
  options: McpHttpOptions = {},
): Promise<McpHttp> {
  checkSetup('serveMcpHttp', setup);
  checkOptions('serveMcpHttp', options, { port: maybe(boundRule), token: maybe(word) });
  const { port = 0, token } = options;
  // Loaded here, so that a server on standard input starts without it.
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const servers = createServers(setup, 'client-is-stranger');
  const { maxMessageBytes, maxJsonDepth, maxSessions, sessionIdleMs } = servers.limits;
  // What is reported may quote a stranger.
  const onerror = ({ message }: Error): void => setup.report?.(printable(message, 500));
  const bound = { maxRequestBodySize: maxMessageBytes };
  const modern = createMcpHandler(({ era }) => servers.open(era), {
    ...bound,
    legacy: 'reject',
    onerror,
  });
  const sessions = new HttpSessions({
    open: () => servers.open('legacy'),
    maxSessions,
    sessionIdleMs,
    maxMessageBytes,
  });
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === 'POST') {
      const body = new Uint8Array(await request.clone().arrayBuffer());
      if (isDeeperThan(body, maxJsonDepth)) return tooDeep(maxJsonDepth);
    }
    const isLegacy = await isLegacyRequest(request, undefined, bound);
    return isLegacy ? sessions.fetch(request) : modern.fetch(request);
  };
  const handle = toNodeHandler({ fetch }, { ...bound, onerror });
  const guard = createGuard(path, token);
  const server = createServer((request, response) => {
    if (!guard(request, response)) return;
    const { method = 'GET', url = path, headers } = request;
    const body = {
      method,
      url,
      headers,
      [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
    };
    handle(body, response).catch((error: unknown) => {
      setup.report?.(printable(String(error), 500));
      response.destroy();
    });
  });
  server.maxConnections = maxConnections;
  server.requestTimeout = requestTimeoutMs;
  const listeningOn = await listen(server, port);
  const close = async (): Promise<void> => {
    await Promise.all([modern.close(), sessions.close()]);
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}:${listeningOn}${path}`, close, [Symbol.asyncDispose]: close };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host);
  // Rejects with the error of the system where the port is taken.
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function tooDeep(max: number): Response {
  const message = `The message nests deeper than ${max} levels.`;
  const error = { code: -32_600, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
