// Looks for model servers on this machine: loopback only, all at once, never longer than a blink, and never needed. A
// server that redirects, floods or dawdles is as good as absent.
import { vendors } from '@percept/core/internal/vendor';
import { isLoopback, localServers, type LocalServer } from '../config/index.ts';
import { readServer, type Ask, type ServedModel } from './server-metadata.ts';
import { discoveryTimeoutMs, maxDiscoveryBytes } from '../limits.ts';

export interface FoundServer {
  readonly server: LocalServer;
  /** The OpenAI-compatible base address. */
  readonly baseUrl: string;
  readonly models: readonly ServedModel[];
}

export interface DiscoveryOptions {
  readonly timeoutMs?: number;
  /** Where each server would listen; the default ports unless told otherwise. */
  readonly urls?: Partial<Readonly<Record<LocalServer, string>>>;
  readonly signal?: AbortSignal;
}

/** @example const servers = await discoverServers(); // [] when nothing listens */
export async function discoverServers(
  options: DiscoveryOptions = {},
): Promise<readonly FoundServer[]> {
  const { timeoutMs = discoveryTimeoutMs, urls = {} } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const found = await Promise.all(
    localServers.map((server) => probe(server, urls[server] ?? vendors[server].baseUrl, signal)),
  );
  return found.filter((server) => server !== undefined);
}

async function probe(
  server: LocalServer,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  if (baseUrl === undefined || !isLoopback(baseUrl)) return undefined;
  try {
    const models = await readServer(server, asker(new URL(baseUrl).origin, signal));
    return models.length > 0 ? { server, baseUrl, models } : undefined;
  } catch {
    return undefined;
  }
}

function asker(origin: string, signal: AbortSignal): Ask {
  return async (path, body) => {
    const response = await fetch(origin + path, {
      signal,
      redirect: 'error',
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok || !response.body) throw new Error(`The server said ${response.status}.`);
    const text = await readBounded(response.body, maxDiscoveryBytes);
    if (text === undefined) throw new Error('The answer is too long.');
    const value: unknown = JSON.parse(text);
    return value;
  };
}

/** Undefined when it is longer. */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
