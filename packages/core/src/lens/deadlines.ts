// How long one request waits for its host. A host that never answers costs words when the deadline is over, and nothing at
// all when the caller takes the request back; what it answers later is for nobody.
import { refuse, type Outcome, type Refused } from '../outcome.ts';
import { longestTimerMs, mediaTimeoutMs } from '../limits.ts';

export class Deadlines {
  readonly #over: Promise<Refused>;
  readonly #signal: AbortSignal | undefined;
  readonly #end: (refused: Refused) => void;
  readonly #cancel = () => {
    this.#end(cancelled);
  };
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(timeoutMs: number = mediaTimeoutMs, signal?: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<Refused>();
    this.#over = promise;
    this.#end = resolve;
    this.#signal = signal;
    this.#timer = setTimeout(
      () => {
        resolve(tooLate(timeoutMs));
      },
      Math.min(timeoutMs, longestTimerMs),
    );
    if (signal?.aborted === true) this.#cancel();
    signal?.addEventListener('abort', this.#cancel);
  }

  /** The answer, or the refusal that stands for it; `late` says which. */
  async wait<T>(
    answer: Promise<Outcome<T>>,
  ): Promise<{ readonly outcome: Outcome<T>; readonly late: boolean }> {
    return Promise.race([
      answer.then((outcome) => ({ outcome, late: false })),
      this.#over.then((outcome) => ({ outcome, late: true })),
    ]);
  }

  /** The request waits for nothing any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#cancel);
  }
}

const cancelled: Refused = refuse({
  refused: 'cancelled',
  message: 'The request was taken back.',
  hint: 'Send it again.',
});

function tooLate(timeoutMs: number): Refused {
  return refuse({
    refused: 'timed-out',
    message: `The host did not answer within ${timeoutMs} ms.`,
    hint: 'Send the request again, or give the host more time.',
  });
}
