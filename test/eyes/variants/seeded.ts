// Choices that look random and are the same for the same seed on every machine.

export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0, below 1. Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Whole numbers, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<const List extends readonly unknown[]>(list: List): List[number] {
    return list[this.between(0, list.length - 1)];
  }

  /** Some of them, in their order. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    const left = list.map((_, index) => index);
    while (left.length > count) left.splice(this.between(0, left.length - 1), 1);
    return left.flatMap((index) => list.slice(index, index + 1));
  }

  /** About zero, mostly within ±1. */
  bell(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
