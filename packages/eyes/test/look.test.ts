// How one thing looks: the colours around it, of its ground and of its ink, which things of one page are compared by.
import { describe, expect, it } from 'vitest';
import { cutBytes, cutsOf } from '../src/controls/cuts.ts';
import { lookCount, lookOf } from '../src/controls/look.ts';
import { emptyPicture, type Box, type Picture } from '../src/pixels/picture.ts';

type Colour = readonly [number, number, number];

function filled(picture: Picture, [left, top, right, bottom]: Box, colour: Colour): void {
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) picture.data.set(colour, (y * picture.width + x) * 3);
}

/** A button of 120 × 30 px on a page, with a bar of ink in its middle. */
function look(page: Colour, ground: Colour, ink: Colour): readonly number[] {
  const picture = emptyPicture(200, 80);
  filled(picture, [0, 0, 200, 80], page);
  filled(picture, [40, 25, 160, 55], ground);
  filled(picture, [70, 35, 130, 45], ink);
  const cuts = new Uint8Array(cutBytes);
  cutsOf(picture, [40, 25, 160, 55], cuts);
  return lookOf(cuts);
}
const coloursOf = (numbers: readonly number[]): readonly number[] =>
  numbers.slice(-10, -1).map((value) => Math.round(value * 255));

describe('The look of a thing', () => {
  it('has the colour around it, of its ground and of its ink', () => {
    const numbers = look([250, 250, 250], [20, 90, 200], [255, 240, 10]);
    expect(numbers).toHaveLength(lookCount);
    expect(coloursOf(numbers)).toEqual([250, 250, 250, 20, 90, 200, 255, 240, 10]);
  });

  it('says how much of it is ink', () => {
    const share = look([250, 250, 250], [20, 90, 200], [255, 240, 10]).at(-1) ?? 0;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.3);
  });

  it('without ink has the ground in its place', () => {
    const numbers = look([9, 9, 9], [50, 60, 70], [50, 60, 70]);
    expect(coloursOf(numbers)).toEqual([9, 9, 9, 50, 60, 70, 50, 60, 70]);
    expect(numbers.at(-1)).toBe(0);
  });

  it('is paler where the ink is nearer to the ground', () => {
    const contrast = (numbers: readonly number[]): number =>
      Math.abs((coloursOf(numbers)[3] ?? 0) - (coloursOf(numbers)[6] ?? 0));
    const [plain, pale] = [
      look([255, 255, 255], [240, 240, 240], [20, 20, 20]),
      look([255, 255, 255], [240, 240, 240], [180, 180, 180]),
    ];
    expect(contrast(pale)).toBeLessThan(contrast(plain));
  });
});
