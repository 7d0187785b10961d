// A mask as image models take it: as large as the picture, transparent where it may change and opaque where it may not.
import { deflateSync } from 'node:zlib';
import { assemblePng } from '@percept/core/internal';
import { type Rect, type Size } from '@percept/core';

export function maskFor({ width, height }: Size, region: Rect): Uint8Array {
  const kept = Buffer.alloc(1 + width * 4, 0xff);
  kept[0] = 0;
  const open = Buffer.from(kept);
  open.fill(0, 1 + region.left * 4, 1 + Math.min(width, region.left + region.width) * 4);
  const rows = Array.from({ length: height }, (_, y) =>
    y >= region.top && y < region.top + region.height ? open : kept,
  );
  const compressed = deflateSync(Buffer.concat(rows));
  return assemblePng({ width, height, bitDepth: 8, colourType: 6, compressed });
}
