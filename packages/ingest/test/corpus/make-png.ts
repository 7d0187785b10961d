// Writes PNG files from parts, true or false. Rasters are all zero and are compressed without being allocated, so a file
// that claims gigabytes is made in milliseconds.
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { be32, join, repeat, text } from './bytes.ts';

export const pngSignature: Uint8Array = text('\x89PNG\r\n\x1a\n');

export function chunk(type: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const body = join(type, data);
  return join(be32(data.length), body, be32(crc32(body)));
}

export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colour?: number;
  readonly interlaced?: boolean;
}

export function ihdr({
  width,
  height,
  depth = 8,
  colour = 0,
  interlaced = false,
}: Shape): Uint8Array {
  return chunk('IHDR', join(be32(width), be32(height), [depth, colour, 0, 0, interlaced ? 1 : 0]));
}

const mebibyte = 1024 * 1024;

/** A zlib stream of `length` zero bytes. */
export function zeros(length: number): Uint8Array {
  const flush = (bytes: number) =>
    deflateRawSync(new Uint8Array(bytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const whole = Math.floor(length / mebibyte);
  const body = whole > 0 ? repeat(flush(mebibyte), whole) : new Uint8Array();
  const rest = deflateRawSync(new Uint8Array(length % mebibyte), { level: 9 });
  // Adler-32 of zeros: the first sum stays 1, the second counts the bytes.
  const checksum = (length % 65_521) * 0x1_0000 + 1;
  return join([0x78, 0xda], body, rest, be32(checksum));
}

const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function rawLength({ width, height, depth = 8, colour = 0, interlaced }: Shape): number {
  const bits = depth * (samples[colour] ?? 1);
  const pass = (columns: number, rows: number) =>
    columns < 1 || rows < 1 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  if (!interlaced) return pass(width, height);
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + pass(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  );
}

export interface PngParts extends Shape {
  readonly beforePixels?: readonly Uint8Array[];
  readonly afterPixels?: readonly Uint8Array[];
  readonly pixels?: Uint8Array;
}

export function png(parts: PngParts): Uint8Array {
  const palette = parts.colour === 3 ? [chunk('PLTE', new Uint8Array(6))] : [];
  return join(
    pngSignature,
    ihdr(parts),
    ...palette,
    ...(parts.beforePixels ?? []),
    chunk('IDAT', parts.pixels ?? zeros(rawLength(parts))),
    ...(parts.afterPixels ?? []),
    chunk('IEND'),
  );
}

export interface AnimationFrame {
  readonly width: number;
  readonly height: number;
  readonly left?: number;
  readonly top?: number;
  /** Compressed rows. */
  readonly pixels: Uint8Array;
}

/** What stands behind the pixels of a PNG that are no part of its animation; each frame stays for ten seconds. */
export function frames(...list: readonly AnimationFrame[]): readonly Uint8Array[] {
  return list.flatMap(({ width, height, left = 0, top = 0, pixels }, index) => [
    chunk(
      'fcTL',
      join(be32(index * 2), ...[width, height, left, top].map(be32), [0, 100, 0, 10, 0, 0]),
    ),
    chunk('fdAT', join(be32(index * 2 + 1), pixels)),
  ]);
}

export function animated(count: number): Uint8Array {
  return chunk('acTL', join(be32(count), be32(0)));
}
