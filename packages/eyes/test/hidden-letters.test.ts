// Letters that a field hides are counted in its pixels, and only where they are dots: letters, dashes and icons are none.
import { describe, expect, it } from 'vitest';
import { hiddenLetters } from '../src/controls/hidden-letters.ts';
import type { Sighting } from '../src/controls/sighting.ts';
import { emptyPicture, type Picture } from '../src/pixels/picture.ts';

const field = (role: Sighting['role'] = 'textbox'): Sighting => ({
  role,
  box: [10, 10, 190, 42],
  score: 0.9,
  value: 0,
  icon: 'other',
  states: {
    on: false,
    mixed: false,
    disabled: false,
    focused: false,
    default: false,
    placeholder: true,
  },
});

/** A rim around the field, and what stands at these places: a round spot, or a rectangle of another size. */
function drawn(
  spots: readonly (readonly [x: number, width: number, height: number])[],
  isRound = true,
): Picture {
  const picture = emptyPicture(200, 52);
  picture.data.fill(250);
  const ink = (x: number, y: number): void => {
    picture.data.fill(40, (y * 200 + x) * 3, (y * 200 + x) * 3 + 3);
  };
  for (let x = 10; x < 190; x += 1) for (const y of [10, 41]) ink(x, y);
  for (let y = 10; y < 42; y += 1) for (const x of [10, 189]) ink(x, y);
  for (const [left, width, height] of spots)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
        if (!isRound || Math.hypot(dx / width, dy / height) <= 0.5)
          ink(left + x, Math.round(26 - height / 2) + y);
      }
  return picture;
}
const dots = (count: number, step = 10): readonly (readonly [number, number, number])[] =>
  Array.from({ length: count }, (_, at) => [24 + at * step, 6, 6]);

describe('Hidden letters of a field', () => {
  it('are counted, also beside an icon', () => {
    expect(hiddenLetters(drawn(dots(8)), field())).toBe(8);
    expect(hiddenLetters(drawn([...dots(5), [160, 16, 14]]), field())).toBe(5);
  });

  it('are none where there are too few, or other things', () => {
    expect(hiddenLetters(drawn([]), field())).toBe(0);
    expect(hiddenLetters(drawn(dots(2)), field())).toBe(0);
    expect(hiddenLetters(drawn(dots(6, 24)), field())).toBe(0);
    const dashes = [24, 40, 56, 72, 88].map((x): [number, number, number] => [x, 10, 2]);
    expect(hiddenLetters(drawn(dashes, false), field())).toBe(0);
    const words = [...dots(3), ...[60, 74, 88].map((x): [number, number, number] => [x, 5, 14])];
    expect(hiddenLetters(drawn(words), field())).toBe(0);
  });

  it('are those of a text field alone', () => {
    expect(hiddenLetters(drawn(dots(8)), field('button'))).toBe(0);
  });
});
