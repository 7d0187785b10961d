import { describe, expect, it } from 'vitest';
import { visualLinesOf } from '../src/layout/visual-line.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

/** A piece from `left` to `right`, 100 px high, whose characters have their middles at `xs`. */
function pieceOf(text: string, left: number, right: number, xs: readonly number[]): TextLine {
  const width = right - left;
  return {
    text,
    characters: [...text].map((char, at) => ({ char, probability: 1, x: (xs[at] ?? 0) - left })),
    region: { centre: { x: left + width / 2, y: 50 }, width, height: 100, angle: 0 },
    box: [left, 0, right, 100],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

const word = pieceOf('NOLIA', 0, 400, [40, 120, 190, 260, 330]);
/** The crops share 360 to 400. */
const after = (text: string, xs: readonly number[]): TextLine => pieceOf(text, 360, 700, xs);

describe('Two crops that overlap', () => {
  it.each([
    ['a slice of the last letter', after('1 73', [368, 420, 500, 600]), 'NOLIA 73'],
    ['the last letter again', after('A 73', [380, 420, 500, 600]), 'NOLIA 73'],
    ['a whole other letter', after('B 73', [395, 440, 500, 600]), 'NOLIA B 73'],
    ['a word that begins alike', after('A73', [380, 500, 600]), 'NOLIA A73'],
    ['nothing of each other', after('73', [500, 600]), 'NOLIA 73'],
  ])('show %s', (_, piece, expected) => {
    expect(visualLinesOf([word, piece]).map(({ text }) => text)).toEqual([expected]);
  });

  it('keep a lone letter that both show once', () => {
    const both = pieceOf('NOLI A', 0, 420, [40, 120, 190, 260, 320, 385]);
    expect(visualLinesOf([both, after('A 73', [388, 420, 500, 600])])[0]?.text).toBe('NOLI A 73');
  });

  it('lose a slice of the next letter at the end', () => {
    const cut = pieceOf('NOLI /', 0, 400, [40, 120, 190, 260, 320, 392]);
    expect(visualLinesOf([cut, after('73', [420, 600])])[0]?.text).toBe('NOLI 73');
  });
});

describe('Two crops that stand apart', () => {
  it('keep equal letters at their ends', () => {
    const next = pieceOf('A 73', 430, 700, [450, 500, 560, 640]);
    expect(visualLinesOf([word, next])[0]?.text).toBe('NOLIA A 73');
  });
});
