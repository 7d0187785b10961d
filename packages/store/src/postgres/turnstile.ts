// Lets so many through at once, in the order in which they came. Waiting for a free connection is no sign that the
// server is away, so it happens here and not in the pool, which would take it for one.

export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async pass<T>(body: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await body();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }
}
