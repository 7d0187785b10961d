import { expect, it } from 'vitest';
import { inkOf, movedTo } from '../src/ocr/repeats.ts';
import { emptyPicture, type Picture } from '../src/pixels/picture.ts';

/** A drawing of dots and hashes on white; `=` is a ruling. */
function drawn(rows: readonly string[]): Picture {
  const picture = emptyPicture(rows[0]?.length ?? 0, rows.length);
  for (const [y, row] of rows.entries())
    for (const [x, char] of [...row].entries()) {
      const value = char === '#' ? 20 : char === '=' ? 200 : 255;
      picture.data.fill(value, (y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3);
    }
  return picture;
}

const word = drawn(['......', '.#.##.', '.##.#.', '......']);
const inCell = drawn(['========', '........', '...#.##.', '...##.#.', '========']);

it('finds the same ink in crops with other margins and rulings', () => {
  expect(inkOf(inCell).key).toBe(inkOf(word).key);
  expect([inkOf(word).left, inkOf(inCell).left]).toEqual([1, 3]);
});

it('tells a stem at the edge from a margin, and shapes of other sizes apart', () => {
  const stem = drawn(['......', '.#.##.', '.#..#.', '......']);
  const noStem = drawn(['......', '...##.', '....#.', '......']);
  const wider = drawn(['.......', '.#.###.', '.##..#.', '.......']);
  const keys = [word, stem, noStem, wider].map((picture) => inkOf(picture).key);
  expect(new Set(keys).size).toBe(4);
});

it('takes a crop without ink as it is', () => {
  expect(inkOf(drawn(['...', '...'])).key).toBe(inkOf(drawn(['..', '..', '..'])).key);
});

it('puts the characters where they stand in the other crop', () => {
  const [one, other] = [
    { crop: word, ink: inkOf(word) },
    { crop: inCell, ink: inkOf(inCell) },
  ];
  const [moved] = movedTo([{ char: 'k', probability: 0.9, x: 1.5 / 6 }], one, other);
  expect(moved).toEqual({ char: 'k', probability: 0.9, x: 3.5 / 8 });
});
