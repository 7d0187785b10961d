// Whether a picture shows something else with its profile than without it. Somebody who reads only the numbers then sees
// another picture than a browser shows: text that one of them cannot see is how such a picture is used.
import type { Pixels } from './pixels.ts';

/** An edge that anybody sees, and one that nobody does, in levels of 255. */
const visible = 40;
const invisible = 10;
/** Fewer edges than this are noise. */
const leastEdges = 24;
/** A share of the edges of one version that the other does not have. */
const hiddenShare = 0.3;

/** Of two versions of the same size. */
export function hidesSomething(one: Pixels, other: Pixels): boolean {
  const [first, second] = [lumaOf(one), lumaOf(other)];
  return isHidden(first, second, one.width) || isHidden(second, first, one.width);
}

function isHidden(shown: Uint8Array, compared: Uint8Array, width: number): boolean {
  let edges = 0;
  let lost = 0;
  for (let at = width + 1; at < shown.length; at += 1) {
    for (const neighbour of [at - 1, at - width]) {
      const step = Math.abs((shown[at] ?? 0) - (shown[neighbour] ?? 0));
      if (step < visible) continue;
      edges += 1;
      if (Math.abs((compared[at] ?? 0) - (compared[neighbour] ?? 0)) <= invisible) lost += 1;
    }
  }
  return edges >= leastEdges && lost >= hiddenShare * edges;
}

function lumaOf({ data, width, height, channels }: Pixels): Uint8Array {
  const out = new Uint8Array(width * height);
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  for (let at = 0, from = 0; at < out.length; at += 1, from += channels) {
    const light =
      299 * (data[from] ?? 0) + 587 * (data[from + green] ?? 0) + 114 * (data[from + blue] ?? 0);
    out[at] = light / 1000;
  }
  return out;
}
