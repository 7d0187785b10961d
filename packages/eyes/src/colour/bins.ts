// Pixels counted by their rough colour: a bin knows how many it has, and what they are on average.
import type { Rgb } from './oklab.ts';

export interface Bin {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** `times` pixels of one colour into the bin of this key. */
export function addTo(
  bins: Map<number, Bin>,
  key: number,
  [red, green, blue]: Rgb,
  times = 1,
): void {
  const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
  bin.count += times;
  bin.red += red * times;
  bin.green += green * times;
  bin.blue += blue * times;
  bins.set(key, bin);
}

export function meanOf({ count, red, green, blue }: Bin): Rgb {
  return [red / count, green / count, blue / count];
}

/** The fullest first. */
export function ranked(bins: ReadonlyMap<number, Bin>): readonly Bin[] {
  return [...bins.values()].toSorted((one, other) => other.count - one.count);
}
