// Values that CSS has and engines of this class have not, rewritten before the engine sees them.
import { describe, expect, it, test } from 'vitest';
import { parseAngle } from '../src/svg/angle.ts';
import { plainTransform, plainTransforms } from '../src/svg/transform.ts';
import { bytesOf, colourAt, openDarkroom, pixelsOf } from './support/darkroom.ts';

const darkroom = openDarkroom();
const draw = async (body: string) =>
  pixelsOf(
    await darkroom.develop({
      bytes: bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${body}</svg>`),
      name: 'a.svg',
    }),
  );

test.each([
  ['translate(4px, -1pc)', 'translate(4 -16)'],
  ['translateX(1in) translateY(2px)', 'translate(96 0) translate(0 2)'],
  ['rotate(0.25turn)', 'rotate(90)'],
  ['rotate(-100grad) skewX(10deg)', 'rotate(-90) skewX(10)'],
  ['scale(2) scaleX(3) scaleY(50%)', 'scale(2 2) scale(3 1) scale(1 0.5)'],
  ['matrix(1, 0, 0, 1, 5, 6) !important', 'matrix(1 0 0 1 5 6)'],
  ['translate(50%)', undefined],
  ['perspective(3px) rotate(3deg)', undefined],
  ['none', undefined],
])('transform: %s', (written, plain) => {
  expect(plainTransform(written)).toBe(plain);
});

test('only the property itself is rewritten', () => {
  const css = 'a{text-transform:rotate(1turn);transform : rotate(1turn)}';
  expect(plainTransforms(css)).toBe('a{text-transform:rotate(1turn);transform : rotate(360)}');
});

test.each([
  ['90', 90],
  ['-.5turn', -180],
  ['1e2grad', 90],
  ['3.141592653589793rad', 180],
  ['90 deg', undefined],
  ['x', undefined],
])('angle %s', (written, degrees) => {
  expect(parseAngle(written)).toBe(degrees);
});

describe('a drawing', () => {
  it.each([
    ['rgb(255 0 0)', [255, 0, 0]],
    ['rgb(0 0 255 / 100%)', [0, 0, 255]],
    ['hsl(120deg 100% 50%)', [0, 255, 0]],
    ['hsl(-1turn 100% 50%)', [255, 0, 0]],
    ['rebeccapurple', [102, 51, 153]],
  ])('has the colour %s, as an attribute and in a sheet', async (colour, wanted) => {
    const pixels = await draw(
      `<style>.b{fill:${colour}}</style><rect width="50" height="100" fill="${colour}"/><rect class="b" x="50" width="50" height="100"/>`,
    );
    expect(colourAt(pixels, 0.25, 0.5)).toEqual(wanted);
    expect(colourAt(pixels, 0.75, 0.5)).toEqual(wanted);
  });

  it('moves what CSS moves', async () => {
    const pixels = await draw(
      '<style>.b{transform:translateX(50px)}</style><rect class="b" width="50" height="50"/><rect width="50" height="50" style="transform:translate(0px,50px)"/>',
    );
    expect(colourAt(pixels, 0.75, 0.25)).toEqual([0, 0, 0]);
    expect(colourAt(pixels, 0.25, 0.75)).toEqual([0, 0, 0]);
    expect(colourAt(pixels, 0.25, 0.25)).toEqual([255, 255, 255]);
  });

  it('is drawn where a filter is not there, and filtered where it is', async () => {
    const rect = (filter: string): string =>
      `<rect width="100" height="100" fill="#00f" filter="url(#${filter})"/>`;
    const flood = '<filter id="f"><feFlood flood-color="red"/></filter>';
    expect(colourAt(await draw(rect('none')), 0.5, 0.5)).toEqual([0, 0, 255]);
    expect(colourAt(await draw(flood + rect('f')), 0.5, 0.5)).toEqual([255, 0, 0]);
  });
});
