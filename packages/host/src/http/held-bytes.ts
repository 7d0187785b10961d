// What the bodies of requests take of memory, all together: whoever would take more than there is, is told to come back.

/** Bytes that requests hold at this moment, all together. */
export class HeldBytes {
  readonly #max: number;
  #now = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get now(): number {
    return this.#now;
  }

  take(bytes: number): boolean {
    if (this.#now + bytes > this.#max) return false;
    this.#now += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#now -= bytes;
  }
}

/** What one request took of the common budget; given back once, whatever happens. */
export class Share {
  readonly #all: HeldBytes;
  #bytes = 0;

  constructor(all: HeldBytes) {
    this.#all = all;
  }

  take(bytes: number): boolean {
    if (!this.#all.take(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  giveBack(): void {
    this.#all.give(this.#bytes);
    this.#bytes = 0;
  }
}
