// Only so many calls work at once, and only so many wait: a client that asks a thousand times costs a thousand lines, not
// a thousand decoded pictures.
import { accept, refuse, type Outcome } from '@percept/core';

export class CallLimiter {
  readonly #maxInside: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(maxInside: number, maxWaiting: number) {
    this.#maxInside = maxInside;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs the work when it is its turn; a caller that gives up while waiting never starts. */
  async pass<T>(signal: AbortSignal, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const entered = await this.#enter(signal);
    if (!entered.ok) return entered;
    try {
      return signal.aborted ? cancelled() : await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<Outcome<true>> {
    if (signal.aborted) return cancelled();
    if (this.#inside < this.#maxInside) {
      this.#inside++;
      return accept(true);
    }
    if (this.#waiting.length >= this.#maxWaiting) return tooMany(this.#maxWaiting);
    const { promise, resolve } = Promise.withResolvers<Outcome<true>>();
    const turn = (): void => resolve(accept(true));
    const giveUp = (): void => {
      const at = this.#waiting.indexOf(turn);
      if (at >= 0) this.#waiting.splice(at, 1);
      // Its turn may have come already; then the work sees the signal.
      if (at >= 0) resolve(cancelled());
    };
    this.#waiting.push(turn);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** The place is handed on rather than freed, so that nobody slips in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}

function cancelled(): Outcome<never> {
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
