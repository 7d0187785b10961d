// What the second look is shown of one thing: the whole of it with what is around it, and both ends pixel for pixel.
import { describe, expect, it } from 'vitest';
import { cutBytes, cutHeight, cutsOf, cutWidth } from '../src/controls/cuts.ts';
import { emptyPicture, type Box, type Picture } from '../src/pixels/picture.ts';

/** Red says the column and green the row. */
function grid(width: number, height: number): Picture {
  const picture = emptyPicture(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) picture.data.set([x, y, 7], (y * width + x) * 3);
  return picture;
}

function cut(picture: Picture, box: Box): (plane: number, row: number, column: number) => number {
  const cuts = new Uint8Array(cutBytes);
  cutsOf(picture, box, cuts);
  return (plane, row, column) =>
    cuts[plane * cutHeight * cutWidth + row * cutWidth + column] ?? Number.NaN;
}

describe('A cut-out', () => {
  it('shows the whole thing with five pixels around it, in one size', () => {
    const at = cut(grid(250, 200), [55, 65, 125, 95]);
    expect([at(0, 0, 0), at(1, 0, 0), at(2, 0, 0)]).toEqual([50, 60, 7]);
    expect([at(0, 39, 79), at(1, 39, 79)]).toEqual([129, 99]);
  });

  it('shows a thing that is larger as the mean of what lies there', () => {
    const picture = emptyPicture(250, 250);
    for (let x = 0; x < 250; x += 2)
      for (let y = 0; y < 250; y += 1)
        picture.data.fill(200, (y * 250 + x) * 3, (y * 250 + x + 1) * 3);
    const at = cut(picture, [50, 50, 200, 120]);
    expect(at(0, 20, 40)).toBe(100);
  });

  it('shows both ends side by side, pixel for pixel, from ten pixels before each', () => {
    const at = cut(grid(250, 200), [60, 70, 200, 110]);
    expect([at(3, 0, 0), at(3, 0, 39), at(3, 0, 40), at(3, 0, 79)]).toEqual([50, 89, 170, 209]);
    expect([at(4, 0, 0), at(4, 39, 0)]).toEqual([70, 109]);
  });

  it('repeats the edge of the picture where a thing stands at it', () => {
    const at = cut(grid(100, 60), [0, 0, 100, 60]);
    expect([at(0, 0, 0), at(3, 0, 0), at(3, 0, 79)]).toEqual([0, 0, 99]);
  });
});
