// Events as they happen, from the record: a subscriber that is slow, or comes back with the number of the last event it
// has, misses nothing and gets nothing twice. The stream ends with the run.
import type { JsonObject } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { maxEventsPerBatch, type OpenwopLimits } from './limits.ts';
import type { MediaEmitter } from './media-emitter.ts';
import { invalid, problem, type Problem } from '@percept/host/internal';
import type { LiveRun } from './live-run.ts';
import type { RouteParts } from './route-parts.ts';
import { documentOf, terminalTypes, type RunEvent } from './run-event.ts';
import { beginRun, foldEvent, isTerminal, type RunState } from './run-state.ts';
import { snapshotOf } from './run-view.ts';

const streamModes = ['values', 'updates', 'messages', 'debug'] as const;
type StreamMode = (typeof streamModes)[number];

export interface StreamRequest {
  readonly modes: ReadonlySet<StreamMode>;
  readonly bufferMs: number;
  /** The sequence number of the last event that the client has; -1 for none. */
  readonly after: number;
}

/** Read before the form of the answer is chosen: a wrong mode is wrong as JSON, too. */
export function readStreamRequest(
  query: URLSearchParams,
  lastEventId: string | null,
  run: string,
  { maxBufferMs }: OpenwopLimits,
): StreamRequest | Problem {
  const asked = (query.get('streamMode') ?? 'updates').split(',').map((mode) => mode.trim());
  const modes = new Set(streamModes.filter((mode) => asked.includes(mode)));
  const isUnknown = asked.some((mode) => !streamModes.some((known) => known === mode));
  if (isUnknown || (modes.has('values') && modes.size > 1))
    return problem(
      400,
      'unsupported_stream_mode',
      'These stream modes are not known, or do not go together: values stands alone.',
      { supported: streamModes },
    );
  const buffer = query.get('bufferMs') ?? '0';
  if (!/^\d{1,6}$/.test(buffer) || Number(buffer) > maxBufferMs)
    return invalid(`\`bufferMs\` is a whole number from 0 to ${maxBufferMs}.`);
  const after = lastEventId === null ? -1 : sequenceIn(lastEventId, run);
  if (after === undefined) return invalid('`Last-Event-ID` is no event of this run.');
  return { modes, bufferMs: Number(buffer), after };
}

/** The number alone, or the whole id of an event. */
function sequenceIn(id: string, run: string): number | undefined {
  const digits = id.startsWith(`${run}.`) ? id.slice(run.length + 1) : id;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** `updates` tells transitions; logs, chunks, beginnings and extensions are for `debug`. */
const updateTypes: ReadonlySet<string> = new Set([
  'run.started',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'node.completed',
  'node.failed',
  'node.cancelled',
  'node.suspended',
  'node.resumed',
  'approval.requested',
  'approval.received',
  'clarification.requested',
  'clarification.resolved',
  'interrupt.requested',
  'interrupt.resolved',
  'artifact.created',
  'media.image',
  'media.audio',
  'media.file',
]);

export interface StreamParts extends Pick<RouteParts, 'media' | 'limits'> {
  readonly run: LiveRun;
  readonly onEnd: () => void;
}

export function streamEvents(request: StreamRequest, parts: StreamParts): Response {
  return framesResponse((signal) => framesOf(request, parts, signal), parts.onEnd);
}

/** Server-sent events, made as fast as they are read. `onEnd` is told once nobody reads any more. */
export function framesResponse(
  open: (signal: AbortSignal) => AsyncGenerator<string, void>,
  onEnd: () => void,
): Response {
  const stop = new AbortController();
  const frames = open(stop.signal);
  const encoder = new TextEncoder();
  const end = (): void => {
    stop.abort();
    onEnd();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Whatever goes wrong, the reader's place is free again.
        const next = await frames.next().catch(() => undefined);
        if (next && !next.done) return controller.enqueue(encoder.encode(next.value));
        end();
        controller.close();
      },
      async cancel() {
        end();
        await frames.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}

export const heartbeat = ': heartbeat\n\n';

/** True at first and whenever the run may have more to tell, false when nothing happened for so long. */
export async function* followed(
  run: LiveRun,
  heartbeatMs: number,
  signal: AbortSignal,
): AsyncGenerator<boolean, void> {
  for (let waiting = run.changed(signal), isNew = true; !signal.aborted;) {
    yield isNew;
    isNew = (await waitFor(waiting, { timeoutMs: heartbeatMs })).kind === 'done';
    if (isNew) waiting = run.changed(signal);
  }
}

async function* framesOf(
  { modes, bufferMs, after }: StreamRequest,
  { run, media, limits }: StreamParts,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  yield ': open\n\n';
  const writer = new EventWriter(run, media, modes);
  const wantsState = modes.has('values');
  // A state is folded from the first event on, also for a client that comes back.
  let last = wantsState ? -1 : after;
  let batch: Told[] = [];
  let flushAt = Infinity;
  const flush = (): string => {
    const frame = batchFrame(batch);
    batch = [];
    flushAt = Infinity;
    return frame;
  };
  if (wantsState && after >= 0) yield frameOf(await writer.baseline(after));
  for (let waiting = run.changed(signal); !signal.aborted;) {
    const events = await run.read(last, limits.maxEventsPerPage);
    if (!events.ok) return;
    for (const event of events.value) {
      last = event.sequence;
      const told = await writer.tell(event);
      const isEnd = terminalTypes.has(event.type);
      if (told && event.sequence > after) {
        if (bufferMs === 0) yield frameOf(told);
        else {
          batch.push(told);
          if (flushAt === Infinity) flushAt = performance.now() + bufferMs;
        }
      }
      const isUrgent =
        isEnd || event.type === 'node.suspended' || batch.length >= maxEventsPerBatch;
      if (batch.length > 0 && isUrgent) yield flush();
      if (isEnd) return;
    }
    if (events.value.length > 0) continue;
    if (isTerminal(run.state.status) && last >= run.length - 1) return;
    const timeoutMs = Math.min(limits.heartbeatMs, flushAt - performance.now());
    const { kind } = await waitFor(waiting, { timeoutMs });
    if (kind === 'done') waiting = run.changed(signal);
    else yield batch.length > 0 && performance.now() >= flushAt ? flush() : heartbeat;
  }
}

interface Told {
  readonly event: string;
  readonly id: number;
  readonly data: JsonObject;
  /** As it stands in a batch, where everything is an event. */
  readonly document: JsonObject;
}

class EventWriter {
  readonly #run: LiveRun;
  readonly #media: MediaEmitter;
  readonly #modes: ReadonlySet<StreamMode>;
  #state: RunState | undefined;

  constructor(run: LiveRun, media: MediaEmitter, modes: ReadonlySet<StreamMode>) {
    this.#run = run;
    this.#media = media;
    this.#modes = modes;
  }

  async tell(event: RunEvent): Promise<Told | undefined> {
    const { type, sequence } = event;
    if (this.#modes.has('values')) return this.#snapshot(event);
    if (this.#modes.has('debug') || (this.#modes.has('updates') && updateTypes.has(type))) {
      const document = await this.#media.tell(this.#run.id, event);
      return { event: type, id: sequence, data: document, document };
    }
    if (!this.#modes.has('messages') || type !== 'output.chunk') return undefined;
    const chunk = { ...event, type: 'ai.message.chunk' };
    const document = documentOf(this.#run.id, chunk, event.payload);
    return { event: chunk.type, id: sequence, data: event.payload, document };
  }

  /** The state at the event that a returning client has seen last. */
  async baseline(after: number): Promise<Told> {
    const events = await this.#run.read(-1, after + 1);
    let state: RunState | undefined;
    for (const event of events.ok ? events.value : [])
      state = state ? foldEvent(state, event) : beginRun(event);
    const data = snapshotOf(this.#run.id, state ?? this.#run.state);
    return { event: 'state.snapshot', id: after, data, document: data };
  }

  #snapshot(event: RunEvent): Told | undefined {
    this.#state = this.#state ? foldEvent(this.#state, event) : beginRun(event);
    const { type, sequence } = event;
    if (!this.#state || !(updateTypes.has(type) || type === 'node.started')) return undefined;
    const data = snapshotOf(this.#run.id, this.#state);
    const document = documentOf(this.#run.id, { ...event, type: 'state.snapshot' }, data);
    return { event: 'state.snapshot', id: sequence, data, document };
  }
}

function frameOf({ event, id, data }: Told): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function batchFrame(batch: readonly Told[]): string {
  const documents = batch.map(({ document }) => document);
  return `event: batch\nid: ${batch.at(-1)?.id ?? 0}\ndata: ${JSON.stringify(documents)}\n\n`;
}
