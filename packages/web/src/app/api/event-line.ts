// What happens on the server, event by event and each once: the browser's own EventSource reconnects with the cursor of the
// last event it saw. Many events are one drawing: what arrives between two frames is handed over together, in order. A page
// that nobody sees gets no frames, and one that is hidden while it waits gets none either, so a clock hands over what no
// frame did.

/** `over`: the server refused the line, and it does not come back by itself. */
export type LineState = 'open' | 'lost' | 'over';

const withoutFrameMs = 120;

export class EventLine<T> {
  readonly #is: (value: unknown) => value is T;
  readonly #hand: (events: readonly T[]) => void;
  #source: EventSource | undefined;
  #waiting: T[] = [];
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(is: (value: unknown) => value is T, hand: (events: readonly T[]) => void) {
    this.#is = is;
    this.#hand = hand;
  }

  /** From now on to this address alone. */
  listen(address: string, changed: (line: LineState) => void): void {
    this.close();
    const source = new EventSource(address);
    this.#source = source;
    source.addEventListener('open', () => changed('open'));
    source.addEventListener('error', () =>
      changed(source.readyState === EventSource.CLOSED ? 'over' : 'lost'),
    );
    source.addEventListener('message', ({ data }) => {
      const event: unknown = typeof data === 'string' ? JSON.parse(data) : undefined;
      if (this.#is(event)) this.#add(event);
    });
  }

  /** What was not handed over yet is dropped. */
  close(): void {
    this.#source?.close();
    this.#waiting = [];
  }

  #add(event: T): void {
    this.#waiting.push(event);
    if (this.#clock !== undefined) return;
    this.#clock = setTimeout(() => this.#flush(), withoutFrameMs);
    requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    clearTimeout(this.#clock);
    this.#clock = undefined;
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0) this.#hand(events);
  }
}
