// Lets so many run at once, in the order in which they came.

export class Limiter {
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(body: () => Promise<T>): Promise<T> {
    await this.#enter();
    const running = body();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Resolves when everything that runs now is done. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #enter(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }
}
