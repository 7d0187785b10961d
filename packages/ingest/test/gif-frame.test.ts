// Where the first frame of a GIF lies, and whether its data holds all of its pixels.
import { expect, test } from 'vitest';
import { holdsEveryPixel } from '../src/gif/lzw.ts';
import { firstGifFrame } from '../src/probe/gif.ts';
import { gif, gifFrame, lzwZeros, subBlocks } from './corpus/make-gif.ts';

test.each([
  ['one column', 1, 3, { width: 1, height: 3, isStretched: false }],
  ['one row', 4, 1, { width: 4, height: 1, isStretched: false }],
  ['no column', 0, 3, { width: 4, height: 3, isStretched: true }],
  ['no row', 4, 0, { width: 4, height: 3, isStretched: true }],
])('a frame of %s on a canvas of 4 by 3', (_, width, height, expected) => {
  const bytes = gif(4, 3, gifFrame(width, height, lzwZeros(12)));
  expect(firstGifFrame(bytes)).toMatchObject(expected);
});

test('codes of eleven bits are pixels, and there are none of twelve', () => {
  // Nothing but the first colour, in codes of one bit more.
  const held = [11, 12].map((least) => {
    const frame = gifFrame(4, 3, subBlocks(new Uint8Array(40)));
    // Behind its place and its flags.
    frame[10] = least;
    return holdsEveryPixel(gif(4, 3, frame));
  });
  expect(held).toEqual([true, false]);
});
