// MCP over standard input and output. Output carries the protocol and nothing else; the connection ends when the client
// closes its end, or when the caller says so.
import {
  checkFields,
  checkOptions,
  has,
  signal as signalRule,
} from '@percept/core/internal/options';
import type { Readable, Writable } from 'node:stream';
import { printable } from '@percept/core/internal';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { BoundedLines, type RequestIdOfLine } from '../wire-messages/bounded-lines.ts';
import { createServers } from './server.ts';
import { checkSetup, type McpSetup } from './setup.ts';

export interface Pipes {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * The MCP server over standard input and output. Resolves when the connection is over.
 *
 * @example await serveMcpStdio(setup, process, AbortSignal.timeout(60_000));
 */
export async function serveMcpStdio(
  setup: McpSetup,
  pipes: Pipes,
  signal: AbortSignal,
): Promise<void> {
  checkSetup('serveMcpStdio', setup);
  checkFields('serveMcpStdio', pipes, { stdin: has('on', 'read'), stdout: has('on', 'write') });
  checkOptions('serveMcpStdio', { signal }, { signal: signalRule });
  const { stdin, stdout } = pipes;
  const servers = createServers(setup, 'client-is-parent');
  const { maxMessageBytes, maxJsonDepth } = servers.limits;
  const answer = (id: RequestIdOfLine, message: string): void => {
    setup.report?.(message);
    if (id === undefined) return;
    // -32600: "The JSON sent is not a valid Request object."
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message } })}\n`);
  };
  const lines = new BoundedLines({ maxMessageBytes, maxJsonDepth }, answer);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  lines.on('close', end);
  lines.on('end', end);
  // A client that is gone cannot be told.
  stdout.on('error', () => end());
  stdin.on('error', () => end());
  signal.addEventListener('abort', () => end(), { once: true });
  const transport = new StdioServerTransport(lines, stdout, {
    maxBufferSize: 2 * maxMessageBytes,
  });
  const handle = serveStdio(({ era }) => servers.open(era), {
    transport,
    // What is reported may quote a stranger.
    onerror: ({ message }) => setup.report?.(printable(message, 500)),
  });
  stdin.pipe(lines);
  try {
    if (!signal.aborted) await over;
  } finally {
    stdin.unpipe(lines);
    stdin.destroy();
    await handle.close();
  }
}
