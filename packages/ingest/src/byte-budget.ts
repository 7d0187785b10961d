// How many bytes of sources are held at once. A source asks before it holds more, and waits while the others fill the
// budget. The oldest never waits: so somebody always gets on, no two can wait for each other, and one that is larger
// than the whole budget passes too. What is held is at most the budget and one source.
import { waitFor } from '@percept/core/internal';
import type { Room } from './sources/index.ts';

interface Claim {
  heldBytes: number;
  waiting: { readonly bytes: number; readonly go: () => void } | undefined;
}

export class ByteBudget {
  readonly #maxBytes: number;
  /** In the order in which they came. */
  readonly #claims = new Set<Claim>();
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What the work asks room for is given back when it ends, however it ends. */
  async during<T>(signal: AbortSignal | undefined, work: (room: Room) => Promise<T>): Promise<T> {
    const claim: Claim = { heldBytes: 0, waiting: undefined };
    this.#claims.add(claim);
    try {
      return await work((bytes) => this.#grow(claim, bytes, signal));
    } finally {
      this.#claims.delete(claim);
      this.#heldBytes -= claim.heldBytes;
      this.#wake();
    }
  }

  async #grow(claim: Claim, bytes: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.#take(claim, bytes)) return true;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    claim.waiting = { bytes, go: () => resolve(undefined) };
    const waited = await waitFor(promise, { signal });
    claim.waiting = undefined;
    return waited.kind === 'done';
  }

  #wake(): void {
    for (const claim of this.#claims) {
      const { waiting } = claim;
      if (!waiting || !this.#take(claim, waiting.bytes)) continue;
      claim.waiting = undefined;
      waiting.go();
    }
  }

  #take(claim: Claim, bytes: number): boolean {
    const more = bytes - claim.heldBytes;
    if (!(more > 0)) return true;
    const [oldest] = this.#claims;
    if (claim !== oldest && !(this.#heldBytes + more <= this.#maxBytes)) return false;
    claim.heldBytes = bytes;
    this.#heldBytes += more;
    return true;
  }
}
