import { describe, expect, it } from 'vitest';
import { axisOf } from '../src/chart/axis.ts';
import type { TextLine } from '../src/ocr/text-line.ts';
import { emptyPicture } from '../src/pixels/picture.ts';

const picture = emptyPicture(600, 400);
picture.data.fill(255);

/** Labels 60 px apart from the bottom up, on a plain ground without gridlines; they begin or end at `x`. */
function column(texts: readonly string[], x: number, side: 'begin' | 'end'): readonly TextLine[] {
  return texts.map((text, at): TextLine => {
    const width = text.length * 8;
    const left = side === 'begin' ? x : x - width;
    const y = 360 - at * 60;
    return {
      text,
      characters: [],
      region: { centre: { x: left + width / 2, y }, width, height: 14, angle: 0 },
      box: [left, y - 7, left + width, y + 7],
      confidence: 1,
      weakest: 1,
      ink: '#000000',
      paper: '#ffffff',
    };
  });
}

const plain = column(['0', '20', '40', '60', '80'], 60, 'end');

describe('The axis of a chart', { tags: ['f-eyes-charts-bars', 'f-eyes-charts-lines'] }, () => {
  it('is read from numbers in a column', () => {
    const axis = axisOf(picture, plain);
    expect(axis?.valueAt(360)).toBeCloseTo(0);
    expect(axis?.valueAt(150)).toBeCloseTo(70);
  });

  it('is read past one label that was misread', () => {
    const labels = column(['0', '20', '48', '60', '80'], 60, 'end');
    expect(axisOf(picture, labels)?.valueAt(150)).toBeCloseTo(70);
  });

  it.each([
    ['a logarithmic scale', column(['1', '10', '100', '1,000', '10,000'], 60, 'end')],
    ['thousands that may be decimals', column(['0', '1.000', '2.000', '3.000'], 60, 'end')],
    [
      'a second axis with other values',
      [...plain, ...column(['0', '5', '10', '15', '20'], 540, 'begin')],
    ],
  ])('is not told for %s', (_, labels) => {
    expect(axisOf(picture, labels)).toBeUndefined();
  });

  it('may stand on both sides with the same values', () => {
    const both = [...plain, ...column(['0', '20', '40', '60', '80'], 540, 'begin')];
    expect(axisOf(picture, both)?.valueAt(150)).toBeCloseTo(70);
  });
});
