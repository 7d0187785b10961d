// The encoder: the same pixels come back, whatever form they were written in.
import { describe, expect, it } from 'vitest';
import { encodePng } from '@percept/ingest/internal/png';
import { readPng } from './support/read-png.ts';

describe('the encoder', () => {
  it.each([2, 4, 16, 256, 5000])(
    'gives back the pixels of a picture with %i colours',
    (colours) => {
      const rgba = new Uint8Array(97 * 61 * 4);
      for (let at = 0; at < rgba.length; at += 4) {
        const value = (at * 7919) % colours;
        rgba.set([value & 255, (value >> 8) * 9, value % 7, 255], at);
      }
      expect(readPng(encodePng({ width: 97, height: 61, channels: 4, data: rgba })).rgba).toEqual(
        rgba,
      );
    },
  );

  it('keeps grey grey', () => {
    const rgba = new Uint8Array(300 * 2 * 4);
    for (let at = 0; at < rgba.length; at += 4)
      rgba.fill((at / 4) % 256, at, at + 3).fill(255, at + 3, at + 4);
    const png = encodePng({ width: 300, height: 2, channels: 4, data: rgba });
    expect(readPng(png).rgba).toEqual(rgba);
  });
});
