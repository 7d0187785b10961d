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
const bar = (value: number, role: Sighting['role'] = 'scrollbar'): Sighting => ({
  role,
  box: [0, 0, 12, 200],
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

  it('is not changed by arrows at both ends', () => {
    const picture = drawn((row) => {
      if (row < 6 || row >= 194) return row % 3 === 0 ? 60 : 235;
      return row >= 60 && row < 100 ? 120 : 235;
    });
    expect(scrollPosition(picture, bar(0.9))).toBeCloseTo(60 / 160, 1);
  });

  it('is not measured where there is no thumb, more than one, or another control', () => {
    expect(scrollPosition(thumb(0, 0), bar(0.4))).toBeUndefined();
    const stripes = drawn((row) => (Math.floor(row / 25) % 2 === 0 ? 120 : 235));
    expect(scrollPosition(stripes, bar(0.4))).toBeUndefined();
    expect(scrollPosition(thumb(30, 70), bar(0.4, 'slider'))).toBeUndefined();
  });
});
