// Changing the size of a picture, the same way on every machine: area average when it shrinks, Catmull-Rom when it grows.
// Separable, with the weights of every row and column computed once.
import { emptyPicture, type Picture } from './picture.ts';

interface Taps {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly weights: Float32Array;
  readonly stride: number;
}

function catmullRom(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  return x < 1 ? 1.5 * x ** 3 - 2.5 * x ** 2 + 1 : -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2;
}

function tapsOf(from: number, to: number): Taps {
  const ratio = from / to;
  const reach = ratio > 1 ? ratio / 2 : 2;
  const stride = Math.ceil(reach * 2) + 2;
  const first = new Int32Array(to);
  const count = new Int32Array(to);
  const weights = new Float32Array(to * stride);
  for (let at = 0; at < to; at += 1) {
    const centre = (at + 0.5) * ratio;
    const low = Math.max(0, Math.floor(centre - reach));
    const high = Math.min(from, Math.ceil(centre + reach));
    let sum = 0;
    for (let source = low; source < high; source += 1) {
      const covered = Math.min(source + 1, centre + reach) - Math.max(source, centre - reach);
      const weight = ratio > 1 ? Math.max(0, covered) : catmullRom(source + 0.5 - centre);
      weights[at * stride + source - low] = weight;
      sum += weight;
    }
    first[at] = low;
    count[at] = high - low;
    for (let tap = 0; tap < high - low; tap += 1) {
      weights[at * stride + tap] = (weights[at * stride + tap] ?? 0) / sum;
    }
  }
  return { first, count, weights, stride };
}

export function resample(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const columns = tapsOf(picture.width, width);
  const rows = tapsOf(picture.height, height);
  const middle = new Float32Array(width * picture.height * 3);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const first = columns.first[x] ?? 0;
      const count = columns.count[x] ?? 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      let from = (y * picture.width + first) * 3;
      for (let tap = 0; tap < count; tap += 1, from += 3) {
        const weight = columns.weights[x * columns.stride + tap] ?? 0;
        red += weight * (picture.data[from] ?? 0);
        green += weight * (picture.data[from + 1] ?? 0);
        blue += weight * (picture.data[from + 2] ?? 0);
      }
      const to = (y * width + x) * 3;
      middle[to] = red;
      middle[to + 1] = green;
      middle[to + 2] = blue;
    }
  }
  const result = emptyPicture(width, height);
  const line = new Float32Array(width * 3);
  for (let y = 0; y < height; y += 1) {
    line.fill(0);
    const first = rows.first[y] ?? 0;
    for (let tap = 0; tap < (rows.count[y] ?? 0); tap += 1) {
      const weight = rows.weights[y * rows.stride + tap] ?? 0;
      const from = (first + tap) * width * 3;
      for (let at = 0; at < line.length; at += 1) {
        line[at] = (line[at] ?? 0) + weight * (middle[from + at] ?? 0);
      }
    }
    const to = y * width * 3;
    for (let at = 0; at < line.length; at += 1) {
      const value = Math.round(line[at] ?? 0);
      result.data[to + at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return result;
}

/** To multiples of a step, on the right and below, with the last pixel repeated: a hard edge would look like something. */
export function padded(picture: Picture, stepPx: number): Picture {
  const width = Math.ceil(picture.width / stepPx) * stepPx;
  const height = Math.ceil(picture.height / stepPx) * stepPx;
  if (picture.width === width && picture.height === height) return picture;
  const result = emptyPicture(width, height);
  const rowBytes = picture.width * 3;
  for (let y = 0; y < height; y += 1) {
    const from = Math.min(y, picture.height - 1) * rowBytes;
    const to = y * width * 3;
    result.data.set(picture.data.subarray(from, from + rowBytes), to);
    const last = picture.data.subarray(from + rowBytes - 3, from + rowBytes);
    for (let at = to + rowBytes; at < to + width * 3; at += 3) result.data.set(last, at);
  }
  return result;
}
