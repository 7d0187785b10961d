// The one in the middle, or nothing as zero: what a few odd ones among many cannot move.
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
