// A stream is read under four bounds (bytes, idle time, total time, abort), and whatever ends the reading, the source is
// told to stop: nothing keeps flowing into a process that no longer listens. A request of a server can still be answered.
import { accept, refuse, type Outcome } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteSink } from './byte-sink.ts';
import {
  cancelled,
  empty,
  errorCode,
  sourceOf,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';
import { maxStreamTurnMs } from '../limits.ts';

export type ByteStream = AsyncIterable<unknown> | ReadableStream<unknown>;

/** Looks at the first bytes while the rest is still to come; a refusal ends the reading. */
export type Inspect = (head: Uint8Array) => Outcome<unknown>;

/** What `inspect` sees at least, unless the source is shorter: enough to tell markup from a picture. */
const headBytes = 512;

export interface StreamOptions extends SourceOptions {
  /** The longest silence between two bytes. */
  readonly idleTimeoutMs: number;
  readonly timeoutMs: number;
  readonly name?: string | undefined;
  readonly declaredType?: string | undefined;
  /** What the sender announced, for progress only. */
  readonly totalBytes?: number | undefined;
  readonly inspect?: Inspect | undefined;
}

/** @example await readStream(process.stdin, { maxBytes: 1e8, idleTimeoutMs: 10_000, timeoutMs: 60_000 }); */
export async function readStream(
  stream: ByteStream,
  options: StreamOptions,
): Promise<Outcome<SourceBytes>> {
  const source = openSource(stream);
  if (!source)
    return refuse({
      refused: 'invalid-input',
      message: 'The stream is already being read by somebody else.',
      hint: 'Pass a stream that nobody has read from.',
    });
  let finished = false;
  try {
    const outcome = await drain(source, options);
    finished = outcome.ok;
    return outcome;
  } finally {
    if (!finished) source.stop();
  }
}

async function drain(source: OpenSource, options: StreamOptions): Promise<Outcome<SourceBytes>> {
  const { maxBytes, signal, onProgress, totalBytes } = options;
  const sink = new ByteSink(maxBytes);
  const started = performance.now();
  let lastByteAt = started;
  let lastTurnAt = started;
  for (;;) {
    const now = performance.now();
    const idleLeftMs = lastByteAt + options.idleTimeoutMs - now;
    const totalLeftMs = started + options.timeoutMs - now;
    const late = (): Outcome<never> =>
      totalLeftMs <= idleLeftMs
        ? timedOut('timeoutMs', options.timeoutMs, started, sink.length)
        : timedOut('idleTimeoutMs', options.idleTimeoutMs, lastByteAt, sink.length);
    if (!(Math.min(totalLeftMs, idleLeftMs) > 0)) return late();
    if (now - lastTurnAt > maxStreamTurnMs) {
      await nextTurn();
      lastTurnAt = performance.now();
    }
    const timeoutMs = Math.min(idleLeftMs, totalLeftMs);
    const waited = await waitFor(source.next(), { timeoutMs, signal });
    if (waited.kind === 'cancelled') return cancelled('the stream');
    if (waited.kind === 'timed-out') return late();
    if (waited.kind === 'failed') return broken(waited.error, sink.length);
    if (waited.value.done) break;
    const chunk = waited.value.value;
    if (!(chunk instanceof Uint8Array)) return notBytes(chunk);
    if (chunk.length === 0) continue;
    const before = sink.length;
    const grown = sink.growthFor(chunk.length);
    if (grown !== undefined && (await options.room?.(grown)) === false)
      return cancelled('the stream');
    if (!sink.push(chunk)) return tooLarge('The stream', sink.length + chunk.length, maxBytes);
    lastByteAt = performance.now();
    if (before < headBytes && sink.length >= headBytes) {
      const seen = options.inspect?.(sink.head(headBytes));
      if (seen?.ok === false) return seen;
    }
    onProgress?.({ readBytes: sink.length, ...(totalBytes !== undefined && { totalBytes }) });
  }
  if (sink.length === 0) return empty('The stream');
  if (sink.length < headBytes) {
    const seen = options.inspect?.(sink.head(headBytes));
    if (seen?.ok === false) return seen;
  }
  return accept(sourceOf(sink.take(), options));
}

interface Step {
  readonly done: boolean;
  readonly value: unknown;
}

interface OpenSource {
  next(): Promise<Step>;
  /** Makes the source stop even while a read is pending. Never throws, never waits. */
  stop(): void;
}

function openSource(stream: ByteStream): OpenSource | undefined {
  if (stream instanceof ReadableStream) {
    if (stream.locked) return undefined;
    const reader = stream.getReader();
    return {
      next: async () => {
        const { done, value } = await reader.read();
        return { done, value };
      },
      stop: () => void reader.cancel().catch(() => {}),
    };
  }
  const isAsked = stream instanceof IncomingMessage && isOfServer(stream);
  const iterator = isAsked
    ? stream.iterator({ destroyOnReturn: false })
    : stream[Symbol.asyncIterator]();
  return {
    next: async () => {
      const step: IteratorResult<unknown, unknown> = await iterator.next();
      return { done: step.done ?? false, value: step.value };
    },
    stop: () => {
      // An iterator's own return() waits behind a pending next(), so a Node stream is destroyed directly.
      if (stream instanceof Readable && !isAsked) stream.destroy();
      // Its complaint about being abandoned is of no use.
      void (async () => iterator.return?.())().catch(() => {});
    },
  };
}

/**
 * A request that a server got shares its socket with the answer, which is still to be given: what is left of its body is the server's,
 * which drops it once it has answered.
 */
function isOfServer({ statusCode }: IncomingMessage): boolean {
  return typeof statusCode !== 'number';
}

/** `name` says which of the two limits it was. */
function timedOut(
  name: 'timeoutMs' | 'idleTimeoutMs',
  max: number,
  since: number,
  readBytes: number,
): Outcome<never> {
  const how = name === 'timeoutMs' ? 'in all' : 'without a byte';
  return refuse({
    refused: 'timed-out',
    message: `The stream took more than ${max} ms ${how}, after ${readBytes} bytes.`,
    hint: 'Save the content to a file and pass the file.',
    limit: { name, max, actual: Math.max(max, Math.round(performance.now() - since)) },
  });
}

function broken(error: unknown, readBytes: number): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `The stream broke after ${readBytes} bytes (${errorCode(error)}).`,
    hint: 'Send it again from the start.',
  });
}

function notBytes(chunk: unknown): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `The stream gives ${typeof chunk} chunks, and only bytes are read.`,
    hint: 'Do not set an encoding on the stream.',
  });
}
