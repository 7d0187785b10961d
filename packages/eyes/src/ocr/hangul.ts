// The Korean network feels no spaces. Its syllables stand in squares, so a gap that is wider than those between them is one.
import { greyOf, type Picture } from '../pixels/picture.ts';
import type { Glyph } from './recogniser.ts';

/** In heights of the line. */
const minGap = 0.2;
const hangul = /\p{Script=Hangul}/u;

export function spacedHangul(glyphs: readonly Glyph[], crop: Picture): readonly Glyph[] {
  const isInk = inkColumns(crop);
  return glyphs.flatMap((glyph, index) => {
    const before = glyphs[index - 1];
    if (!before || !hangul.test(before.char) || !hangul.test(glyph.char)) return [glyph];
    const gap = widestGap(isInk, before.x * crop.width, glyph.x * crop.width);
    return gap < crop.height * minGap
      ? [glyph]
      : [{ ...glyph, char: ' ', x: (before.x + glyph.x) / 2 }, glyph];
  });
}

function inkColumns(crop: Picture): readonly boolean[] {
  const grey = greyOf(crop);
  const paper = paperGrey(grey);
  const contrast = grey.reduce((most, value) => Math.max(most, Math.abs(value - paper)), 1);
  return Array.from({ length: crop.width }, (_, x) => {
    for (let y = 0; y < crop.height; y += 1)
      if (Math.abs((grey[y * crop.width + x] ?? 0) - paper) > contrast * 0.3) return true;
    return false;
  });
}

function widestGap(isInk: readonly boolean[], from: number, to: number): number {
  let widest = 0;
  let width = 0;
  for (let x = Math.max(0, Math.round(from)); x < Math.min(isInk.length, to); x += 1) {
    width = isInk[x] === true ? 0 : width + 1;
    widest = Math.max(widest, width);
  }
  return widest;
}

/** The grey of the paper that a line stands on: the most frequent one, smoothed over neighbours: text covers less of a line than its paper does. */
function paperGrey(grey: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  let best = 0;
  let most = -1;
  for (let value = 0; value < 256; value += 1) {
    let sum = 0;
    for (let near = Math.max(0, value - 6); near <= Math.min(255, value + 6); near += 1) {
      sum += counts[near] ?? 0;
    }
    if (sum > most) {
      most = sum;
      best = value;
    }
  }
  return best;
}
