// Transparency never leaves: what a provider composites against cannot be known, so ink is put on a ground that shows it.
import type { Pixels } from './pixels.ts';

/** Whether any pixel lets something through. An alpha channel of full opacity is no transparency. */
export function isTransparent(pixels: Pixels): boolean {
  const { data, channels } = pixels;
  if (channels === 1 || channels === 3) return false;
  for (let index = channels - 1; index < data.length; index += channels) {
    if (data[index] !== 255) return true;
  }
  return false;
}

const lightGround = 0xff;
const darkGround = 0x20;
/** Measured: above this mean luma, ink reads better on the dark ground than on white. */
const lightInk = 140;

/** Drops the alpha channel, over white or dark, whichever contrasts with what is visible. */
export function flatten(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels;
  if (channels === 1 || channels === 3) return pixels;
  const ground = meanVisibleLuma(pixels) > lightInk ? darkGround : lightGround;
  const colours = channels === 4 ? 3 : 1;
  const out = new Uint8Array(width * height * colours);
  let to = 0;
  for (let from = 0; from < data.length; from += channels) {
    const alpha = data[from + colours] ?? 0;
    const rest = (255 - alpha) * ground + 127;
    for (let colour = 0; colour < colours; colour += 1) {
      out[to] = (((data[from + colour] ?? 0) * alpha + rest) / 255) | 0;
      to += 1;
    }
  }
  return { data: out, width, height, channels: colours };
}

/** Rec. 601 luma, each pixel weighted by how visible it is. Nothing visible counts as dark ink. */
function meanVisibleLuma(pixels: Pixels): number {
  const { data, channels } = pixels;
  const green = channels === 4 ? 1 : 0;
  const blue = channels === 4 ? 2 : 0;
  let sum = 0;
  let weight = 0;
  for (let index = 0; index < data.length; index += channels) {
    const alpha = data[index + channels - 1] ?? 0;
    if (alpha === 0) continue;
    const luma =
      299 * (data[index] ?? 0) + 587 * (data[index + green] ?? 0) + 114 * (data[index + blue] ?? 0);
    sum += luma * alpha;
    weight += alpha;
  }
  return weight === 0 ? 0 : sum / weight / 1000;
}
