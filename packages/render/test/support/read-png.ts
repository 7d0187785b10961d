// A PNG decoder for checks: what the darkroom wrote, and reference pictures of a suite. 8 bits or fewer, not interlaced.
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, straight. */
  readonly rgba: Uint8Array;
}

const samplesOf = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

export function readPng(png: Uint8Array): Pixels {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const [depth = 8, type = 6] = png.subarray(24, 26);
  if (png[28] !== 0) throw new Error('interlaced');
  const parts: Uint8Array[] = [];
  let palette = new Uint8Array(0);
  let transparency = new Uint8Array(0);
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const data = png.slice(at + 8, at + 8 + length);
    if (name === 'IDAT') parts.push(data);
    if (name === 'PLTE') palette = data;
    if (name === 'tRNS') transparency = data;
    at += length + 12;
  }
  const samples = samplesOf.get(type) ?? 4;
  const rows = unfilter(
    inflateSync(Buffer.concat(parts)),
    height,
    (width * samples * depth) / 8,
    Math.max(1, (samples * depth) / 8),
  );
  const stride = Math.ceil((width * samples * depth) / 8);
  const rgba = new Uint8Array(width * height * 4);
  const sample = (y: number, index: number): number => {
    if (depth === 16) return rows[y * stride + index * 2] ?? 0;
    if (depth === 8) return rows[y * stride + index] ?? 0;
    const bit = index * depth;
    return ((rows[y * stride + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  let to = 0;
  const put = (red: number, green: number, blue: number, alpha: number): void => {
    rgba[to++] = red;
    rgba[to++] = green;
    rgba[to++] = blue;
    rgba[to++] = alpha;
  };
  for (let y = 0; y < height; y++) {
    for (let from = 0; from < width * samples; from += samples) {
      const first = sample(y, from);
      if (type === 3) {
        const at = first * 3;
        put(
          palette[at] ?? 0,
          palette[at + 1] ?? 0,
          palette[at + 2] ?? 0,
          transparency[first] ?? 255,
        );
      } else if (samples <= 2) {
        const grey = first * scale;
        put(grey, grey, grey, samples === 2 ? sample(y, from + 1) : 255);
      } else {
        const alpha = samples === 4 ? sample(y, from + 3) : 255;
        put(first, sample(y, from + 1), sample(y, from + 2), alpha);
      }
    }
  }
  return { width, height, rgba };
}

function unfilter(data: Uint8Array, height: number, exactStride: number, step: number): Uint8Array {
  const stride = Math.ceil(exactStride);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const raw = data[y * (stride + 1) + 1 + x] ?? 0;
      const left = x >= step ? (rows[y * stride + x - step] ?? 0) : 0;
      const up = y > 0 ? (rows[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (rows[(y - 1) * stride + x - step] ?? 0) : 0;
      rows[y * stride + x] = raw + guess(filter, left, up, corner);
    }
  }
  return rows;
}

function guess(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - corner;
      const distances = [
        Math.abs(estimate - left),
        Math.abs(estimate - up),
        Math.abs(estimate - corner),
      ] as const;
      if (distances[0] <= distances[1] && distances[0] <= distances[2]) return left;
      return distances[1] <= distances[2] ? up : corner;
    }
    default:
      return 0;
  }
}
