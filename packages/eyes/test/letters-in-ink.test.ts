// What the pixels of a line say about letters and spaces that the network was wrong about.
import { describe, expect, it } from 'vitest';
import { tellCapitals } from '../src/ocr/capitals.ts';
import { inkOf } from '../src/ocr/ink.ts';
import type { Glyph } from '../src/ocr/recogniser.ts';
import { restoreSpaces } from '../src/ocr/restore.ts';
import { emptyPicture, type Picture } from '../src/pixels/picture.ts';

interface Letter {
  readonly char: string;
  /** In rows, from the base line up. */
  readonly tall: number;
  /** Columns of paper before it. */
  readonly gap: number;
  readonly felt?: number;
}

const baseLine = 38;
const letterPx = 14;

/** Solid blocks for letters: only their height and their distance matter here. */
function lineOf(letters: readonly Letter[]): { readonly line: Picture; readonly glyphs: Glyph[] } {
  const width = letters.reduce((sum, { gap }) => sum + gap + letterPx, 10);
  const line = emptyPicture(width, 48);
  line.data.fill(255);
  const glyphs: Glyph[] = [];
  let left = 4;
  for (const { char, tall, gap, felt = 0 } of letters) {
    left += gap;
    for (let y = baseLine - tall; y < baseLine; y += 1)
      line.data.fill(0, (y * width + left) * 3, (y * width + left + letterPx) * 3);
    const x = left + letterPx / 2;
    glyphs.push({ char, probability: 0.99, x, rival: '', rivalProbability: 0, spaceBefore: felt });
    left += letterPx;
  }
  return { line, glyphs };
}

const capital = 26;
const small = 19;

function word(text: string, heights: readonly number[]): string {
  const letters = [...text].map((char, at) => ({ char, tall: heights[at] ?? capital, gap: 3 }));
  const { line, glyphs } = lineOf(letters);
  return tellCapitals(glyphs, inkOf(line))
    .map(({ char }) => char)
    .join('');
}

describe('Letters of one shape', { tags: ['f-eyes-confusables'] }, () => {
  it.each([
    ['INFo', [], 'INFO'],
    ['wARN', [], 'WARN'],
    ['URLs', [capital, capital, capital, small], 'URLs'],
    ['vCPU', [small, capital, capital, capital], 'vCPU'],
    ['Koln', [capital, capital, capital, small], 'Koln'],
  ])('%s with heights %j is %s', (text, heights, expected) => {
    expect(word(text, heights)).toBe(expected);
  });
});

describe('A space after a sign', () => {
  const spaced = (before: string, after: string, gap: number, felt: number): string => {
    const { line, glyphs } = lineOf([
      { char: '4', tall: capital, gap: 3 },
      { char: before, tall: 6, gap: 3 },
      { char: after, tall: capital, gap, felt },
    ]);
    return restoreSpaces(glyphs, inkOf(line))
      .map(({ char }) => char)
      .join('');
  };

  it('is put back where the gap is wide and the network felt one', () => {
    expect(spaced(',', 'a', 12, 0.1)).toBe('4, a');
  });

  it.each([
    ['the network felt none', 'a', 12, 0.01],
    ['the gap is narrow', 'a', 5, 0.1],
    ['it would tear a number apart', '2', 12, 0.1],
    ['a sign follows', "'", 12, 0.1],
  ])('is not put there when %s', (_, after, gap, felt) => {
    expect(spaced(',', after, gap, felt)).toBe(`4,${after}`);
  });
});
