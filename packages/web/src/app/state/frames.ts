// Many events, one drawing: what arrives between two frames is handed over together, in order. A page that nobody sees
// gets no frames, and one that is hidden while it waits gets none either, so a clock hands over what no frame did.

const withoutFrameMs = 120;

export class Frames<T> {
  readonly #hand: (items: readonly T[]) => void;
  #waiting: T[] = [];
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(hand: (items: readonly T[]) => void) {
    this.#hand = hand;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (this.#clock !== undefined) return;
    this.#clock = setTimeout(() => this.flush(), withoutFrameMs);
    requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    clearTimeout(this.#clock);
    this.#clock = undefined;
    const items = this.#waiting;
    this.#waiting = [];
    if (items.length > 0) this.#hand(items);
  }

  drop(): void {
    this.#waiting = [];
  }
}
