// Many events, one drawing: what arrives between two frames is handed over together, in order. A page that nobody sees
// gets no frames, so a clock takes over there.

const hiddenPageMs = 120;

export class Frames<T> {
  readonly #hand: (items: readonly T[]) => void;
  #waiting: T[] = [];
  #planned = false;

  constructor(hand: (items: readonly T[]) => void) {
    this.#hand = hand;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (this.#planned) return;
    this.#planned = true;
    if (document.hidden) setTimeout(() => this.flush(), hiddenPageMs);
    else requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    this.#planned = false;
    const items = this.#waiting;
    this.#waiting = [];
    if (items.length > 0) this.#hand(items);
  }

  drop(): void {
    this.#waiting = [];
  }
}
