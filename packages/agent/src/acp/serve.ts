// The endpoint: one stream, both versions. Ends when the client goes.
import {
  bound,
  call,
  checkFields,
  checkOptions,
  has,
  maybe,
  shape,
  signal as signalRule,
} from '@percept/core/internal/options';
import { pipeline } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { agentProtocolRouter } from '@agentclientprotocol/sdk/experimental/v2';
import { overLimit } from '@percept/core/internal';
import { BoundedLines } from '../wire-messages/bounded-lines.ts';
import type { AcpHost } from './compose.ts';
import { inWords, requestError } from './errors.ts';
import { createV1 } from './v1.ts';
import { createV2 } from './v2.ts';

export interface AcpPipes {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  /** Writes one line beside the stream: whole, and at once. */
  readonly writeLine: (line: string) => void;
}

/**
 * Speaks ACP, both versions, until the pipes end.
 *
 * @example await serveAcp(host, pipes);
 */
export async function serveAcp(
  host: AcpHost,
  pipes: AcpPipes,
  signal?: AbortSignal,
): Promise<void> {
  checkOptions(
    'serveAcp',
    { host, signal },
    {
      host: (value, path) =>
        shape({ limits: shape({ maxMessageBytes: bound }) })(value, path) ??
        has('pool', 'advertisement')(value, path),
      signal: maybe(signalRule),
    },
  );
  checkFields('serveAcp', pipes, {
    input: has('getReader'),
    output: has('getWriter'),
    writeLine: call,
  });
  const { maxMessageBytes } = host.limits;
  const input = ReadableStream.from(wholeLines(pipes, maxMessageBytes));
  const stream = ndJsonStream(pipes.output, input, { maxMessageBytes: maxMessageBytes + 1024 });
  const told: AcpHost = {
    version: host.version,
    limits: host.limits,
    remarks: () => host.remarks(),
    advertisement: () => inWords(host.advertisement()),
    pool: () => inWords(host.pool()),
  };
  const router = agentProtocolRouter().withV1(createV1(told)).withV2(createV2(told));
  const connection = router.connect(stream);
  const stopped = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([connection.closed, stopped]);
}

/** A line that is too long is answered and skipped: the SDK's stream fails on one, and the whole connection with it. */
export async function* wholeLines(
  { input, writeLine }: Pick<AcpPipes, 'input' | 'writeLine'>,
  maxMessageBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const lines = new BoundedLines({ maxMessageBytes }, (id, _, bytes) => {
    const hint =
      'Send fewer or smaller pictures; imageCapability.maxTotalBytes says how much fits.';
    const refusal = overLimit('maxMessageBytes', maxMessageBytes, bytes, hint);
    const { code, message, data } = requestError(refusal);
    writeLine(
      `${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, data } })}\n`,
    );
  });
  for await (const line of pipeline(input, lines, () => {}))
    if (line instanceof Uint8Array) yield line;
}
