// What a server on the web may send: bodies and events of bounded size and depth. The transports are the SDK's; this is the
// fetch beneath them. Redirects stay inside the origin, as the SDK does by itself.
import { overLimit } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import { isDeeperThan } from '../wire-messages/json-depth.ts';
import type { ClientServerLimits } from './limits.ts';
import { FloodError, Traffic } from './traffic.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `onFlood` ends the connection: a stream that is cut does not by itself fail the call that waits for it. */
export function boundedFetch(
  limits: ClientServerLimits,
  onFlood: (error: FloodError) => void,
): Fetch {
  const traffic = new Traffic(limits);
  const refuse = (refusal: Refusal): never => {
    const error = new FloodError(refusal);
    onFlood(error);
    throw error;
  };
  return async (url, init) => {
    if (init?.method === 'POST') traffic.asked();
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
    const held = new Held(limits, traffic, refuse);
    const body = response.body.pipeThrough(isStream ? events(held) : whole(held));
    const { status, statusText, headers } = response;
    const bounded = new Response(body, { status, statusText, headers });
    // Who reads a relative address needs to know where it is.
    return Object.defineProperty(bounded, 'url', { value: response.url });
  };
}

type Bytes = TransformStream<Uint8Array, Uint8Array>;

/** One JSON text. */
function whole(held: Held): Bytes {
  return new TransformStream({
    transform: (chunk) => held.take(chunk),
    flush: (controller) => controller.enqueue(held.release()),
  });
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Event by event: an empty line ends one. */
function events(held: Held): Bytes {
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      let start = 0;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at];
        if (byte === newline && isLineEmpty) {
          held.take(chunk.subarray(start, at + 1));
          start = at + 1;
          controller.enqueue(held.release());
        } else if (byte === newline) isLineEmpty = true;
        else if (byte !== carriageReturn) isLineEmpty = false;
      }
      held.take(chunk.subarray(start));
    },
    flush: (controller) => controller.enqueue(held.release()),
  });
}

/** What has come and was not let through yet. */
class Held {
  readonly #limits: ClientServerLimits;
  readonly #traffic: Traffic;
  readonly #refuse: (refusal: Refusal) => never;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(limits: ClientServerLimits, traffic: Traffic, refuse: (refusal: Refusal) => never) {
    this.#limits = limits;
    this.#traffic = traffic;
    this.#refuse = refuse;
  }

  take(part: Uint8Array): void {
    this.#bytes += part.length;
    const { maxMessageBytes } = this.#limits;
    if (this.#bytes > maxMessageBytes)
      this.#refuse(overLimit('maxMessageBytes', maxMessageBytes, this.#bytes, hint));
    this.#parts.push(part);
  }

  /** A message, whole. */
  release(): Uint8Array {
    const message = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    const flood = this.#traffic.came(message.length, 1);
    if (flood) this.#refuse(flood);
    const { maxJsonDepth } = this.#limits;
    if (isDeeperThan(message, maxJsonDepth))
      this.#refuse(overLimit('maxJsonDepth', maxJsonDepth, maxJsonDepth + 1, hint));
    return message;
  }
}

const hint = 'Ask for less at once.';
