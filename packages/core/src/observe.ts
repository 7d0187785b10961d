// Whoever watches: listeners of the program, `diagnostics_channel` of its runtime, spans of OpenTelemetry where the program has
// registered a tracer. Watching changes nothing: what a watcher throws is dropped, and without one a call costs a look at three variables.
import type { Refusal } from './refusal.ts';
import { inside, isRecord } from './parse/read.ts';

/** Calls that are told of when they have ended, by part and name. */
export type ObservedCall =
  | `door.${'ingest' | 'keep' | 'fit' | 'bitmap' | 'ingestClipboard'}`
  | `darkroom.${'draw' | 'develop' | 'read'}`
  | `eyes.${'describe' | 'transcribe'}`
  | `memory.${'put' | 'get' | 'append' | 'fork' | 'collect' | 'fsck' | 'exportSession' | 'importSession'}`
  | `chat.${'say' | 'append' | 'forecast'}`
  | 'lens.lower'
  | 'describer.look'
  | 'tool.run'
  | 'gateway.request';

export type EventFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** One call of a part, when it has ended. */
export interface CallEvent {
  readonly type: 'call-ended';
  readonly call: ObservedCall;
  readonly durationMs: number;
  /** `threw`: a bug, or a mistake of the program. */
  readonly end: 'done' | 'refused' | 'threw';
  readonly refusal?: Refusal;
  /** Figures and names; never content, a path or a credential. */
  readonly facts: EventFacts;
}

export interface Observed<T> {
  readonly onEvent?: ((event: CallEvent) => unknown) | undefined;
  readonly facts?: EventFacts | undefined;
  /** Of what came out of it, where it went well. */
  readonly result?: (value: T) => EventFacts;
}

/** The name of the one channel of `node:diagnostics_channel`; its messages are the events of `onEvent`. */
export const eventChannel = 'percept:event';

/** Does the work, and tells whoever watches how it ended. */
export async function observed<T>(
  call: ObservedCall,
  work: () => Promise<T>,
  { onEvent, facts = {}, result }: Observed<T> = {},
): Promise<T> {
  const tracer = registeredTracer();
  if (!onEvent && !tracer && !channel()?.hasSubscribers) return work();
  const started = performance.now();
  const ended = (end: CallEvent['end'], own: EventFacts, refusal?: Refusal): void =>
    tell(onEvent, {
      type: 'call-ended',
      call,
      durationMs: performance.now() - started,
      end,
      ...(refusal && { refusal }),
      facts: { ...facts, ...own },
    });
  return spanned(tracer, call, async (span) => {
    try {
      const value = await work();
      const refusal = refusalOf(value);
      const own = refusal || !result ? {} : result(value);
      for (const [name, fact] of Object.entries({ ...facts, ...own }))
        if (fact !== undefined) span?.setAttribute(`percept.${name}`, fact);
      if (refusal) span?.setAttribute('percept.refused', refusal.refused);
      if (refusal) span?.setStatus({ code: errorStatus, message: refusal.refused });
      ended(refusal ? 'refused' : 'done', own, refusal);
      return value;
    } catch (error) {
      span?.setStatus({ code: errorStatus });
      ended('threw', {});
      throw error;
    }
  });
}

/** To the listener and to the channel. */
export function tell<E extends object>(
  listener: ((event: E) => unknown) | undefined,
  event: E,
): void {
  hear(listener, event);
  const told = channel();
  if (told?.hasSubscribers === true) hear((message) => told.publish(message), event);
}

/** To the listener alone, of what the channel was told of. One that fails, now or later, has missed an event. */
export function hear<E>(listener: ((event: E) => unknown) | undefined, event: E): void {
  try {
    const answer = listener?.(event);
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {
    // The listener's trouble is the listener's.
  }
}

function refusalOf(value: unknown): Refusal | undefined {
  return isRefused(value) ? value.refusal : undefined;
}

function isRefused(value: unknown): value is { readonly ok: false; readonly refusal: Refusal } {
  return isRecord(value) && value['ok'] === false && isRecord(value['refusal']);
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

/** Asked of the runtime and not imported: a browser has none. */
function channel(): Channel | undefined {
  const found: unknown = builtin()?.('node:diagnostics_channel');
  const open: unknown = inside(found, 'channel');
  const opened: unknown =
    typeof open === 'function' ? Reflect.apply(open, found, [eventChannel]) : undefined;
  return isChannel(opened) ? opened : undefined;
}

function builtin(): ((name: string) => unknown) | undefined {
  const runtime: unknown = Reflect.get(globalThis, 'process');
  const load: unknown = inside(runtime, 'getBuiltinModule');
  return typeof load === 'function'
    ? (name): unknown => Reflect.apply(load, runtime, [name])
    : undefined;
}

function isChannel(value: unknown): value is Channel {
  return isRecord(value) && 'hasSubscribers' in value && 'publish' in value;
}

interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): unknown;
}

interface Tracer {
  startActiveSpan<T>(name: string, work: (span: Span) => T): T;
}

/** SpanStatusCode.ERROR of the OpenTelemetry API. */
const errorStatus = 2;

/**
 * Where every copy of `@opentelemetry/api` 1.x keeps the provider that a program registered. It is read rather than imported: no
 * program has to install it, none gets a second copy, and without a registered provider there are no spans to make.
 */
const registry = Symbol.for('opentelemetry.js.api.1');

function registeredTracer(): Tracer | undefined {
  const api: unknown = Reflect.get(globalThis, registry);
  const provider: unknown = inside(api, 'trace');
  const get: unknown = inside(provider, 'getTracer');
  if (typeof get !== 'function') return undefined;
  try {
    const tracer: unknown = Reflect.apply(get, provider, ['percept']);
    return isTracer(tracer) ? tracer : undefined;
  } catch {
    return undefined;
  }
}

function isTracer(value: unknown): value is Tracer {
  return isRecord(value) && typeof value['startActiveSpan'] === 'function';
}

/** Spans inside of it are its children. A tracer that fails costs its span, never the work, and never does the work twice. */
async function spanned<T>(
  tracer: Tracer | undefined,
  call: ObservedCall,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  let begun: Promise<T> | undefined;
  try {
    tracer?.startActiveSpan(`percept ${call}`, (span) => {
      begun = work(harmless(span));
      const end = (): unknown => harmless(span).end();
      void begun.then(end, end);
    });
  } catch {
    // The tracer's trouble is the tracer's.
  }
  return begun ?? work(undefined);
}

function harmless(span: Span): Span {
  const quietly = (tell: () => unknown): void => {
    try {
      tell();
    } catch {
      // As above.
    }
  };
  return {
    setAttribute: (name, value) => quietly(() => span.setAttribute(name, value)),
    setStatus: (status) => quietly(() => span.setStatus(status)),
    end: () => quietly(() => span.end()),
  };
}
