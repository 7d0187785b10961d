// Cut-outs of one thing for the second look: the whole of it in one size, and its two ends pixel for pixel, where rims, rings of focus and shades are. The second network was
// trained on what stands here, so another size or another margin is another network.
import type { Box, Picture } from '../pixels/picture.ts';

export const cutHeight = 40;
export const cutWidth = 80;
export const cutBytes = 2 * 3 * cutHeight * cutWidth;

/** Around the whole thing, where rings of focus are. */
const marginPx = 5;
/** Before an end. */
const beforeEndPx = 10;
/** Of a large thing so many pixels are asked across each one that is shown, and as many down. */
const samples = 3;

/** Planes of red, green and blue: the whole thing, then its left end and its right end side by side. */
export function cutsOf(picture: Picture, box: Box, into: Uint8Array): void {
  const plane = cutHeight * cutWidth;
  copyWhole(picture, box, into.subarray(0, 3 * plane));
  copyEnds(picture, box, into.subarray(3 * plane));
}

function copyWhole(picture: Picture, [left, top, right, bottom]: Box, into: Uint8Array): void {
  const { width, height, data } = picture;
  const plane = cutHeight * cutWidth;
  const stepX = (right - left + 2 * marginPx) / cutWidth;
  const stepY = (bottom - top + 2 * marginPx) / cutHeight;
  const timesX = Math.min(samples, Math.max(1, Math.round(stepX)));
  const timesY = Math.min(samples, Math.max(1, Math.round(stepY)));
  const many = timesX * timesY;
  for (let row = 0; row < cutHeight; row += 1)
    for (let column = 0; column < cutWidth; column += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let v = 0; v < timesY; v += 1) {
        const y = inside(top - marginPx + (row + (v + 0.5) / timesY) * stepY, height);
        for (let u = 0; u < timesX; u += 1) {
          const x = inside(left - marginPx + (column + (u + 0.5) / timesX) * stepX, width);
          const at = (y * width + x) * 3;
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      }
      const to = row * cutWidth + column;
      into[to] = Math.round(red / many);
      into[to + plane] = Math.round(green / many);
      into[to + 2 * plane] = Math.round(blue / many);
    }
}

function copyEnds(picture: Picture, [left, top, right, bottom]: Box, into: Uint8Array): void {
  const { width, height, data } = picture;
  const plane = cutHeight * cutWidth;
  const half = cutWidth / 2;
  const first = Math.round((top + bottom) / 2 - cutHeight / 2);
  const near = Math.round(left) - beforeEndPx;
  const far = Math.round(right) + beforeEndPx - half;
  for (let row = 0; row < cutHeight; row += 1)
    for (let column = 0; column < cutWidth; column += 1) {
      const x = inside(column < half ? near + column : far + column - half, width);
      const at = (inside(first + row, height) * width + x) * 3;
      const to = row * cutWidth + column;
      for (let channel = 0; channel < 3; channel += 1)
        into[to + channel * plane] = data[at + channel] ?? 0;
    }
}

function inside(value: number, limit: number): number {
  return Math.min(Math.max(Math.floor(value), 0), limit - 1);
}
