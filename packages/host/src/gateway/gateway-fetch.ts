// The gateway without a server: a `fetch` for any SDK that takes one. What the lens reads is repaired by the gateway's own code
// and leaves by the program's own `fetch`; everything else is handed on exactly as it was given. Answers are not touched.
import type { Bridge, PerceptEvent } from '@percept/agent';
import { BoundedMap, withLimits } from '@percept/core/internal';
import { tell } from '@percept/core/internal/observe';
import type { DoorOptions } from '@percept/ingest';
import { Conversations } from './conversation.ts';
import { createFitting } from './fitting.ts';
import { mend, nothingDone } from './forward.ts';
import { gatewayLimits, type GatewayLimits } from './limits.ts';
import { Looks } from './look.ts';
import { refusalIn } from './refusal.ts';
import type { NamedPictures, RepairParts } from './repair.ts';
import { sendRepaired, type BodyChange, type Carrier, type Told } from './send-repaired.ts';
import { readingOf, type Target } from './target.ts';
import { readUpstreams, type HealSettings, type ModelOverride, type Upstream } from './upstream.ts';

export interface FetchOptions {
  /** Who sends. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** What single models take, where their names do not tell; the first match wins. */
  readonly models?: readonly ModelOverride[];
  /** What may be done to requests beyond what their provider would refuse. */
  readonly heal?: Partial<HealSettings>;
}

export interface FetchParts {
  readonly bridge?: Bridge | undefined;
  readonly named?: NamedPictures | undefined;
  readonly door?: Omit<DoorOptions, 'store'>;
  readonly limits?: Partial<GatewayLimits>;
  readonly onEvent?: ((event: PerceptEvent) => void) | undefined;
}

export interface GatewayFetch extends AsyncDisposable {
  /** Another `fetch` with the same memory of conversations. */
  with(options?: FetchOptions): typeof fetch;
}

export function openGatewayFetch(parts: FetchParts): GatewayFetch {
  const limits: GatewayLimits = withLimits(gatewayLimits, parts.limits);
  const fitting = createFitting(limits.maxFittedBytes, parts.door);
  const { store, door } = fitting;
  const repair: RepairParts = {
    port: fitting.port,
    conversations: new Conversations(limits, Date.now),
    looks: new Looks({ store, door, maxBytes: limits.maxLookedBytes }),
    limits,
    named: parts.named,
    ...(parts.bridge && { bridge: parts.bridge }),
  };
  return {
    with: (options = {}) => fetchThrough(repair, parts, options),
    [Symbol.asyncDispose]: () => fitting[Symbol.asyncDispose](),
  };
}

type Input = Parameters<typeof fetch>[0];
type Init = NonNullable<Parameters<typeof fetch>[1]>;

function fetchThrough(
  repair: RepairParts,
  parts: FetchParts,
  { fetch: own, models, heal }: FetchOptions,
): typeof fetch {
  const send = own ?? ((input: Input, init?: Init) => fetch(input, init));
  const upstreams = new BoundedMap<Upstream>(100);
  const upstreamOf = (origin: string): Upstream => {
    const known = upstreams.get(origin);
    if (known) return known;
    const read = readUpstreams({
      fetch: { baseUrl: origin, ...(models && { models }), ...(heal && { heal }) },
    });
    const made = read.ok ? read.value.get('fetch') : undefined;
    if (!made) throw new TypeError(`fetch: ${origin} is no address.`);
    upstreams.set(origin, made);
    return made;
  };
  return async (input, init = {}) => {
    const target = targetOf(input, init);
    if (!target) return send(input, init);
    const asked = new Request(input, init);
    const { signal } = asked;
    const bytes = Buffer.from(await asked.arrayBuffer());
    const headers = Object.fromEntries(asked.headers);
    const upstream = upstreamOf(new URL(asked.url).origin);
    const mended = await mend(repair, { upstream, target, headers, bytes, signal });
    const post = (body: readonly Buffer[], change: BodyChange): Promise<Response> =>
      send(asked.url, {
        ...plainInit(asked),
        ...init,
        method: asked.method,
        headers: headersFor(asked.headers, change),
        body: new Uint8Array(Buffer.concat(body)),
        signal,
      });
    // What cannot be unpacked here is for the provider to judge.
    if (mended.kind === 'refused' || !mended.repair) return post([bytes], 'as-it-came');
    const { report } = mended.repair;
    if (report) tell(parts.onEvent, { type: 'request-lowered', report });
    const carrier = carrierOf(post, repair.limits.maxRefusalBytes);
    const progress = { done: nothingDone, recovered: undefined, recovery: undefined };
    const sent = await sendRepaired(carrier, progress, { bytes, repair: mended.repair, signal });
    if ('answer' in sent) return sent.answer;
    throw sent.error;
  };
}

/** What the program's `fetch` threw. A second try that fails so leaves the first answer. */
interface Unanswered {
  readonly error: unknown;
}

/** What the lens reads; undefined for everything else. */
function targetOf(input: Input, init: Init): Target | undefined {
  const isRequest = input instanceof Request;
  const method = init.method ?? (isRequest ? input.method : 'GET');
  const address = isRequest ? input.url : String(input);
  if (method.toUpperCase() !== 'POST' || !URL.canParse(address)) return undefined;
  const { pathname, search, protocol } = new URL(address);
  const reading = readingOf(pathname);
  if (!reading.wire || !/^https?:$/.test(protocol)) return undefined;
  return { upstream: 'fetch', path: pathname, query: search, ...reading };
}

/** What a `Request` says beside its address, headers and body. */
function plainInit({ redirect, credentials, keepalive }: Request): Init {
  return { redirect, credentials, keepalive };
}

function headersFor(given: Headers, change: BodyChange): Headers {
  const headers = new Headers(given);
  headers.delete('content-length');
  if (change !== 'as-it-came')
    for (const name of ['content-encoding', 'content-md5', 'content-digest', 'digest'])
      headers.delete(name);
  // Another body is another request.
  if (change === 'sent-again') headers.delete('idempotency-key');
  return headers;
}

function carrierOf(
  post: (body: readonly Buffer[], change: BodyChange) => Promise<Response>,
  maxBytes: number,
): Carrier<Response, Unanswered> {
  return {
    post: (body, change) =>
      post(body, change).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      ),
    read: (answer, hadMedia) => readAnswer(answer, hadMedia, maxBytes),
    status: ({ status }) => status,
    drop: ({ body }) => void body?.cancel().catch(() => undefined),
    // Whoever calls has the first answer.
    report: () => undefined,
  };
}

/** As the gateway reads one: a refusal whole, a stream up to its first piece. What the caller gets has all of it. */
async function readAnswer(
  answer: Response,
  hadMedia: boolean,
  maxBytes: number,
): Promise<Told<Response>> {
  const { status, headers } = answer;
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  if (status < 400 && !(hadMedia && status === 200 && isStream)) return { answer };
  const head = await headOf(answer.clone(), status < 400 ? 0 : maxBytes);
  if (status < 400) {
    const refusal = refusalIn(head.text);
    return { answer, ...(refusal && { refusal }) };
  }
  return head.whole ? { answer, refusal: { status, text: head.text } } : { answer };
}

/** Up to the first piece beyond `max`, or the end. */
async function headOf(
  { body }: Response,
  max: number,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  if (!body) return { text: '', whole: true };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length <= max) continue;
    // Not waited for: it ends when the caller's copy does.
    void reader.cancel().catch(() => undefined);
    return { text, whole: false };
  }
  return { text, whole: true };
}
