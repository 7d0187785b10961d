// Only so many work at once, in the order in which they came, and only so many wait: whoever asks a thousand times costs a
// thousand lines, not a thousand decoded pictures.
import { accept, refuse, type Outcome } from './outcome.ts';

export class Limiter {
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  readonly #asked = new Set<Promise<unknown>>();
  #free: number;

  constructor(maxAtOnce: number, maxWaiting: number = Number.POSITIVE_INFINITY) {
    this.#free = maxAtOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs the work when it is its turn; a caller that gives up while waiting never starts. */
  async run<T>(work: () => Promise<Outcome<T>>, signal?: AbortSignal): Promise<Outcome<T>> {
    const asked = this.#run(work, signal);
    this.#asked.add(asked);
    try {
      return await asked;
    } finally {
      this.#asked.delete(asked);
    }
  }

  /** Resolves when everything that was to be run so far is done. A place is waited for by whoever has its scope. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#asked);
  }

  async #run<T>(
    work: () => Promise<Outcome<T>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<T>> {
    const place = await this.place(signal);
    if (!place.ok) return place;
    using _ = place.value;
    return await work();
  }

  /** For work that is no one call: the place is free again at the end of its scope. */
  async place(signal?: AbortSignal): Promise<Outcome<Disposable>> {
    const entered = signal?.aborted ? cancelled() : await this.#enter(signal);
    if (!entered.ok) return entered;
    if (!signal?.aborted) return accept(this.#held());
    this.#leave();
    return cancelled();
  }

  /** Given back once, however often it is disposed: the second time it is somebody else's. */
  #held(): Disposable {
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#leave();
        isHeld = false;
      },
    };
  }

  async #enter(signal: AbortSignal | undefined): Promise<Outcome<true>> {
    if (this.#free > 0) {
      this.#free -= 1;
      return accept(true);
    }
    if (this.#waiting.length >= this.#maxWaiting) return tooMany(this.#maxWaiting);
    const { promise, resolve } = Promise.withResolvers<Outcome<true>>();
    const turn = (): void => resolve(accept(true));
    const giveUp = (): void => {
      const at = this.#waiting.indexOf(turn);
      // Its turn may have come already; then the work sees the signal.
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      resolve(cancelled());
    };
    this.#waiting.push(turn);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** The place is handed on rather than freed, so that nobody slips in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Of whatever was asked with a signal that was aborted before the answer. */
export function cancelled(): Outcome<never> {
  return refuse({
    refused: 'cancelled',
    message: 'The request was taken back.',
    hint: 'Ask again if the answer is still wanted.',
  });
}

function tooMany(max: number): Outcome<never> {
  return refuse({
    refused: 'too-many',
    message: `${max} calls are waiting already.`,
    hint: 'Wait for answers before asking again.',
    limit: { name: 'maxCallsWaiting', max, actual: max + 1 },
  });
}
