// Server-sent events over one answer: heartbeats while nothing happens, an end when the reader is gone, and a cut for a
// reader that does not keep up (it comes back with the id of its last event).
import type { HostLimits } from '../limits.ts';
import { dataHeaders } from '../page-headers.ts';

export interface EventSink {
  /** False once nobody listens any more. */
  send(event: { readonly id?: string; readonly data: unknown }): boolean;
  end(): void;
  /** Aborted when the reader is gone or was cut off. */
  readonly signal: AbortSignal;
}

/** @example const response = eventStream(limits, (sink) => void sink.send({ id: '1', data: event })); */
export function eventStream(
  { heartbeatMs, maxUnreadEventBytes }: Pick<HostLimits, 'heartbeatMs' | 'maxUnreadEventBytes'>,
  start: (sink: EventSink) => void,
): Response {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  let beat: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(beat);
    gone.abort();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (): void => {
          if (gone.signal.aborted) return;
          stop();
          controller.close();
        };
        const write = (text: string): boolean => {
          if (gone.signal.aborted) return false;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) > 0) return true;
          end();
          return false;
        };
        // Answers at once, so that a reader knows that it is connected.
        write(': connected\n\n');
        beat = setInterval(() => write(': still here\n\n'), heartbeatMs);
        beat.unref();
        start({
          end,
          signal: gone.signal,
          send: ({ id, data }) =>
            write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
        });
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadEventBytes }),
  );
  return new Response(body, {
    headers: {
      ...dataHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    },
  });
}
