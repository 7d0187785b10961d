// Which lines are shown to the networks of other scripts: those that the reader has no letters for and that are there to be read.
import { expect, it } from 'vitest';
import { isOtherScript, type Unread } from '../src/ocr/other-scripts.ts';
import { pictureChar, type Glyph } from '../src/ocr/recogniser.ts';
import { emptyPicture } from '../src/pixels/picture.ts';

const glyphs = (text: string, probability: number): readonly Glyph[] =>
  [...text].map((char, at) => ({ char, probability, x: (at + 0.5) / text.length }));
const line = (seen: readonly Glyph[], shownPx = 24): Unread => ({
  region: { centre: { x: 60, y: 30 }, width: 100, height: 24, angle: 0 },
  crop: emptyPicture(100, shownPx),
  glyphs: seen,
});

it('is a line that was read without confidence, or as pictures', () => {
  expect(isOtherScript(line(glyphs('ErmgT', 0.6)))).toBe(true);
  expect(isOtherScript(line(glyphs(`a${pictureChar}${pictureChar}`, 0.99)))).toBe(true);
  expect(isOtherScript(line(glyphs('Total', 0.97)))).toBe(false);
});

it('is none of which the edge of the picture shows a part', () => {
  expect(isOtherScript(line(glyphs('ErmgT', 0.6), 19))).toBe(true);
  expect(isOtherScript(line(glyphs('ErmgT', 0.6), 12))).toBe(false);
});
