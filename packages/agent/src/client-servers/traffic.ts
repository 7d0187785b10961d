// How much a server may say before it is asked again. A server that floods is shut out, and costs no more than this.
import { overLimit } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import type { ClientServerLimits } from './limits.ts';

export class Traffic {
  readonly #limits: ClientServerLimits;
  #bytes = 0;
  #messages = 0;

  constructor(limits: ClientServerLimits) {
    this.#limits = limits;
  }

  /** We asked something: answers are welcome. */
  asked(): void {
    this.#bytes = 0;
    this.#messages = 0;
  }

  /** Why no more is taken, once it is too much. */
  came(bytes: number, messages: number): Refusal | undefined {
    this.#bytes += bytes;
    this.#messages += messages;
    const { maxBytesPerRequest, maxMessagesPerRequest } = this.#limits;
    if (this.#bytes > maxBytesPerRequest)
      return overLimit('maxBytesPerRequest', maxBytesPerRequest, this.#bytes, hint);
    if (this.#messages > maxMessagesPerRequest)
      return overLimit('maxMessagesPerRequest', maxMessagesPerRequest, this.#messages, hint);
    return undefined;
  }
}

const hint = 'Ask for less at once, or look into the server.';

/** Thrown inside a transport, whose only way to say no is to fail. */
export class FloodError extends Error {
  readonly code = 'PERCEPT_GUEST_FLOOD';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
