// The same word in many cells of a table is the same pixels: what a crop shows without its margins. Equal pixels are read
// once, and each place gets the characters where they stand in its own crop.
import type { Picture } from '../pixels/picture.ts';
import type { Glyph } from './recogniser.ts';

export interface Ink {
  /** Equal for equal pixels, whatever the margins around them. */
  readonly key: string;
  /** Where it begins in the crop, in pixels. */
  readonly left: number;
}

/** Rows of one colour above and below are margins or rulings; columns of the ground beside it are margins. */
export function inkOf({ width, height, data }: Picture): Ink {
  const pixel = (x: number, y: number): number => {
    const at = (y * width + x) * 3;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  const isPlainRow = (y: number): boolean => {
    const first = pixel(0, y);
    for (let x = 1; x < width; x += 1) if (pixel(x, y) !== first) return false;
    return true;
  };
  let top = 0;
  while (top < height && isPlainRow(top)) top += 1;
  let bottom = height;
  while (bottom > top && isPlainRow(bottom - 1)) bottom -= 1;
  const ground = pixel(0, top);
  const isGround = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (pixel(x, y) !== ground) return false;
    return true;
  };
  let left = 0;
  while (left < width && isGround(left)) left += 1;
  let right = width;
  while (right > left && isGround(right - 1)) right -= 1;
  const rows: string[] = [`${right - left}×${bottom - top} `];
  for (let y = top; y < bottom; y += 1) {
    const row = data.subarray((y * width + left) * 3, (y * width + right) * 3);
    rows.push(Buffer.from(row.buffer, row.byteOffset, row.length).toString('latin1'));
  }
  return { key: rows.join(''), left };
}

/** What was read in one crop, at its places in another one that shows the same. */
export function movedTo(
  glyphs: readonly Glyph[],
  from: { readonly crop: Picture; readonly ink: Ink },
  to: { readonly crop: Picture; readonly ink: Ink },
): readonly Glyph[] {
  return glyphs.map((glyph) => ({
    ...glyph,
    x: (glyph.x * from.crop.width - from.ink.left + to.ink.left) / to.crop.width,
  }));
}
