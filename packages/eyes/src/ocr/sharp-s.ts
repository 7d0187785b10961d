// A ß that was read as B, 8 or β ("StraBe"). Words have a B inside, too ("toBuffer"), and numbers an 8: both have two eyes
// that are closed, and a ß is open at its foot.
import type { Glyph } from './recogniser.ts';
import { isInk, type Rulings } from './rulings.ts';

const inWord = /\p{Ll}[B8β](?=\p{Ll}|(?![\p{L}\p{N}_]))/gu;
/** In heights of an x. */
const reach = 0.75;
const minEye = 0.01;
/** The thin strokes of a B in small print are no darker. */
const thinLevel = 0.3;

export function hasSharpS(glyphs: readonly Glyph[], rulings: Rulings): boolean {
  const text = glyphs.map(({ char }) => (char.length === 1 ? char : ' ')).join('');
  return [...text.matchAll(inWord)].some(({ index }) => {
    const glyph = glyphs[index + 1];
    return glyph !== undefined && (glyph.char === 'β' || eyesAt(glyph.x, rulings) < 2);
  });
}

/** Pieces of paper that ink closes in. */
function eyesAt(x: number, { ink, height, size }: Rulings): number {
  const from = Math.max(0, Math.round(x - size * reach));
  const to = Math.min(ink.width, Math.round(x + size * reach) + 1);
  const width = to - from;
  const seen = new Uint8Array(width * height);
  let eyes = 0;
  for (let start = 0; start < seen.length; start += 1) {
    let pixels = 0;
    let isOpen = false;
    const stack = [start];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const column = at % width;
      const row = (at - column) / width;
      if (seen[at] === 1 || isInk(ink, from + column, row, thinLevel)) continue;
      seen[at] = 1;
      pixels += 1;
      if (column === 0 || column === width - 1 || row === 0 || row === height - 1) isOpen = true;
      if (column > 0) stack.push(at - 1);
      if (column < width - 1) stack.push(at + 1);
      if (row > 0) stack.push(at - width);
      if (row < height - 1) stack.push(at + width);
    }
    if (!isOpen && pixels >= Math.max(2, size * size * minEye)) eyes += 1;
  }
  return eyes;
}
