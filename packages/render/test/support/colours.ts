// Whether a colour is in a picture, and enough of it.
import type { Pixels } from './read-png.ts';

export function hasColour(
  { rgba }: Pixels,
  [red, green, blue]: readonly [number, number, number],
  atLeast: number,
): boolean {
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] === red && rgba[at + 1] === green && rgba[at + 2] === blue) count++;
  }
  return count >= atLeast;
}
