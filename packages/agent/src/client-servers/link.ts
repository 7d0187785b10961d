// A connection to one server, by the official client. What it answers is taken as it is and read by us: one odd block in a
// result must not cost the others, and no schema of a stranger is compiled.
import { pathToFileURL } from 'node:url';
import {
  Client,
  ProtocolError,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type RequestOptions,
  type StreamableHTTPClientTransportOptions,
  type Transport,
} from '@modelcontextprotocol/client';
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio';
import { isRecord, waitFor, type Fields } from '@percept/core/internal';
import type { ClientServerLimits } from './limits.ts';
import { ProgramTransport } from './program-transport.ts';
import type { ClientServer, ServerPlace, WebServer } from './server.ts';
import { boundedFetch } from './web-transport.ts';

export interface LinkPlace extends ServerPlace {
  readonly limits: ClientServerLimits;
  /** The server says that it offers other tools by now. */
  readonly onToolsChanged?: (() => void) | undefined;
}

export interface Link {
  readonly isOpen: boolean;
  request(
    method: 'tools/list' | 'tools/call',
    params: Fields,
    options: RequestOptions,
  ): Promise<Fields>;
  close(): Promise<void>;
}

/** Every server of today takes the older handshake; one that answers it with an error is asked in the newer way. */
const generations = ['legacy', { pin: '2026-07-28' }] as const;

export async function openLink(
  server: ClientServer,
  place: LinkPlace,
  signal: AbortSignal,
): Promise<Link> {
  let failure: unknown;
  for (const generation of generations) {
    try {
      return await connect(server, place, generation, signal);
    } catch (error) {
      failure ??= error;
      if (!isAnswer(error)) break;
    }
  }
  throw failure;
}

async function connect(
  server: ClientServer,
  place: LinkPlace,
  generation: (typeof generations)[number],
  signal: AbortSignal,
): Promise<Link> {
  const client = new Client(
    { name: 'percept', version: place.version },
    { capabilities: { roots: {} }, versionNegotiation: { mode: generation } },
  );
  client.setRequestHandler('roots/list', () => ({
    roots: place.roots.map((root) => ({ uri: pathToFileURL(root).href })),
  }));
  client.setNotificationHandler('notifications/tools/list_changed', () => place.onToolsChanged?.());
  const transport = transportTo(server, place);
  let isOpen = true;
  let complaint: Error | undefined;
  Object.assign(client, {
    onclose: () => (isOpen = false),
    onerror: (error: Error) => (complaint ??= error),
  });
  try {
    const timeout = place.limits.connectTimeoutMs;
    await before(signal, client.connect(transport, { timeout, signal }));
  } catch (error) {
    await transport.close().catch(() => {});
    throw isAnswer(error) ? error : (complaint ?? error);
  }
  return {
    get isOpen() {
      return isOpen;
    },
    request: async (method, params, options) => {
      complaint = undefined;
      try {
        const result = await client.request({ method, params: { ...params } }, anything, options);
        return isRecord(result) ? result : {};
      } catch (error) {
        // How it ended says more than that it did.
        throw isOpen ? error : (complaint ?? error);
      }
    },
    close: async () => {
      // Politely: a server keeps a session that nobody ends.
      if (isOpen && transport instanceof StreamableHTTPClientTransport) {
        const inTime = AbortSignal.timeout(place.limits.closeTimeoutMs);
        await before(inTime, transport.terminateSession()).catch(() => {});
      }
      await client.close();
    },
  };
}

/** The server heard the handshake, and said no to it. */
function isAnswer(error: unknown): boolean {
  return error instanceof ProtocolError || (error instanceof SdkHttpError && error.status === 400);
}

/** MCP: "When a client receives HTTP 404 in response to a request containing an `Mcp-Session-Id`, it MUST start a new session …" */
export function isSessionGone(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

/** Some transports wait for their server without an end. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const waited = await waitFor(work, { signal });
  if (waited.kind === 'done') return waited.value;
  throw waited.kind === 'failed' ? waited.error : signal.reason;
}

const anything = {
  '~standard': { version: 1, vendor: 'percept', validate: (value: unknown) => ({ value }) },
} as const;

function transportTo(server: ClientServer, { cwd, env, limits }: LinkPlace): Transport {
  switch (server.transport) {
    case 'stdio': {
      const { command, args } = server;
      const inherited = Object.entries(env).flatMap(([name, value]) =>
        inheritable.has(name) && value !== undefined && !value.startsWith('()')
          ? [[name, value] as const]
          : [],
      );
      const all = { ...Object.fromEntries(inherited), ...server.env };
      return new ProgramTransport({ command, args, cwd, env: all }, limits);
    }
    case 'http':
      return overWeb(server, limits, StreamableHTTPClientTransport);
    case 'sse':
      // oxlint-disable-next-line typescript/no-deprecated -- servers that speak nothing else are configured every day
      return overWeb(server, limits, SSEClientTransport);
  }
}

/** Nothing of ours: no key of a provider, no setting of Percept. */
const inheritable: ReadonlySet<string> = new Set([
  ...DEFAULT_INHERITED_ENV_VARS,
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
]);

/** What the transport itself says about a message is not for a configuration to say. */
const transportHeaders = /^(?:content-type|content-length|accept|mcp-.*|last-event-id)$/i;

type WebTransport = new (url: URL, options: WebOptions) => Transport;
type WebOptions = Pick<StreamableHTTPClientTransportOptions, 'fetch' | 'requestInit'>;

function overWeb(
  { url, headers }: WebServer,
  limits: ClientServerLimits,
  Kind: WebTransport,
): Transport {
  const own = headers.filter(([name]) => !transportHeaders.test(name));
  const transport = new Kind(new URL(url), {
    fetch: boundedFetch(limits, (error) => {
      transport.onerror?.(error);
      void transport.close();
    }),
    requestInit: { headers: own.map(([name, value]): [string, string] => [name, value]) },
  });
  return transport;
}
