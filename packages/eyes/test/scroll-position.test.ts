// Where a scroll bar stands is measured where one thumb is seen on its track, and left to the network where not.
import { describe, expect, it } from 'vitest';
import { scrollPosition } from '../src/controls/scroll-position.ts';
import type { Sighting } from '../src/controls/sighting.ts';
import { emptyPicture, type Picture } from '../src/pixels/picture.ts';

const states = {
  on: false,
  mixed: false,
  disabled: false,
  focused: false,
  default: false,
  placeholder: false,
};
/** Twelve pixels wide at the left edge, as high as the picture. */
const bar = (
  value: number,
  role: Sighting['role'] = 'scrollbar',
  box: Sighting['box'] = [0, 0, 12, 200],
): Sighting => ({
  role,
  box,
  score: 0.9,
  value,
  icon: 'other',
  states,
});

/** One grey a row. */
function drawn(greyOf: (row: number) => number): Picture {
  const picture = emptyPicture(40, 200);
  for (let row = 0; row < 200; row += 1)
    picture.data.fill(greyOf(row), row * 40 * 3, (row + 1) * 40 * 3);
  return picture;
}
const thumb = (from: number, to: number): Picture =>
  drawn((row) => (row >= from && row < to ? 120 : 235));

describe('The position of a scroll bar', () => {
  it.each([
    [30, 70, 30 / 160],
    [100, 180, 100 / 120],
  ])('with its thumb from %i to %i is measured, whatever the network says', (from, to, value) => {
    expect(scrollPosition(thumb(from, to), bar(0.99))).toBeCloseTo(value, 2);
  });

  it('is an end of the track where the thumb is at one, and the network says at which', () => {
    expect(scrollPosition(thumb(0, 90), bar(0.1))).toBe(0);
    expect(scrollPosition(thumb(0, 90), bar(0.9))).toBe(1);
  });

  it.each([
    [12, 52, 0],
    [60, 100, 48 / 136],
    [148, 188, 1],
  ])('between arrows, with its thumb from %i to %i, is %d', (from, to, value) => {
    const picture = drawn((row) => {
      const inArrow = row < 12 ? row : row - 188;
      if (inArrow >= 0 && inArrow < 12) return inArrow > 3 && inArrow < 8 ? 60 : 235;
      return row >= from && row < to ? 120 : 235;
    });
    expect(scrollPosition(picture, bar(0.5))).toBeCloseTo(value, 2);
  });

  it('is that of the whole bar where the network has seen a part of it', () => {
    const seen = bar(0.99, 'scrollbar', [0, 20, 12, 185]);
    expect(scrollPosition(thumb(30, 70), seen)).toBeCloseTo(30 / 160, 2);
    expect(scrollPosition(thumb(10, 50), seen)).toBeCloseTo(10 / 160, 2);
  });

  it('ends with its box where the ground beside it has its colour', () => {
    const seen = bar(0.99, 'scrollbar', [0, 50, 12, 150]);
    expect(scrollPosition(thumb(75, 95), seen)).toBeCloseTo(25 / 80, 2);
  });

  it('is not measured where there is no thumb, more than one, or another control', () => {
    expect(scrollPosition(thumb(0, 0), bar(0.4))).toBeUndefined();
    const stripes = drawn((row) => (Math.floor(row / 25) % 2 === 0 ? 120 : 235));
    expect(scrollPosition(stripes, bar(0.4))).toBeUndefined();
    expect(scrollPosition(thumb(30, 70), bar(0.4, 'slider'))).toBeUndefined();
  });
});
