// Writes GIF files whose frames are one colour, with the best compression that LZW allows: each code one longer than the
// last until the table is full, then the longest code over and over.
import { join, le16 } from './bytes.ts';

const clear = 4;
const end = 5;

/** LZW data, in sub-blocks, of `pixels` zeros with codes of three bits and more. */
export function lzwZeros(pixels: number): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  const write = (code: number, size: number): void => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  let size = 3;
  let next = end + 1;
  write(clear, size);
  let left = pixels;
  let isFirst = true;
  while (left > 0) {
    // Code n stands for n - 4 zeros; the newest code may be used while it is being defined.
    const longest = isFirst ? 1 : Math.min(next, 4095) - 4;
    const length = Math.min(longest, left);
    write(length === 1 ? 0 : length + 4, size);
    if (!isFirst && next < 4096) next++;
    if (next > (1 << size) - 1 && size < 12) size++;
    isFirst = false;
    left -= length;
  }
  write(end, size);
  write(0, 8);
  return subBlocks(Uint8Array.from(bytes));
}

export function subBlocks(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255);
    parts.push(join([part.length], part));
  }
  return join(...parts, [0]);
}

export function gifStart(width: number, height: number): Uint8Array {
  return join('GIF89a', le16(width), le16(height), [0x81, 0, 0], new Uint8Array(12).fill(200, 6));
}

export function gifFrame(width: number, height: number, data?: Uint8Array, left = 0): Uint8Array {
  const place = join([0x2c], le16(left), le16(0), le16(width), le16(height), [0, 2]);
  return join(place, data ?? lzwZeros(width * height));
}

export function gif(width: number, height: number, ...frames: readonly Uint8Array[]): Uint8Array {
  const shown = frames.length > 0 ? frames : [gifFrame(width, height)];
  return join(gifStart(width, height), ...shown, [0x3b]);
}
