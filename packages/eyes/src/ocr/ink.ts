// The grey of the paper that a line of text stands on.

/** The most frequent grey, smoothed over neighbours: text covers less of a line than its paper does. */
export function paperGrey(grey: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  let best = 0;
  let most = -1;
  for (let value = 0; value < 256; value += 1) {
    let sum = 0;
    for (let near = Math.max(0, value - 6); near <= Math.min(255, value + 6); near += 1) {
      sum += counts[near] ?? 0;
    }
    if (sum > most) {
      most = sum;
      best = value;
    }
  }
  return best;
}
