// A PNG writer for the tour's own pictures, written here because the command has no decoder or encoder of its own.
import { crc32, deflateSync } from 'node:zlib';

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of the pixel at x, y. */
  readonly pixel: (x: number, y: number) => readonly [number, number, number];
}

export function encodePng(
  { width, height, pixel }: Raster,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const stride = 1 + width * 3;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * stride + 1 + x * 3);
  }
  return assemblePng(header(width, height, 2), deflateSync(rows, { level: 1 }), extra);
}

/** `colour` 2 is RGB, 6 is RGBA. */
export function header(width: number, height: number, colour: 2 | 6): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([8, colour, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

export function assemblePng(
  head: Uint8Array,
  compressed: Uint8Array,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    head,
    ...extra,
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ]);
}

export function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
