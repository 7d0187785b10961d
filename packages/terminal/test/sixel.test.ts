// Sixel: pixels survive the way there and back, judged by a decoder of our own and by an independent one.
import fc from 'fast-check';
import { decode } from 'sixel';
import { describe, expect, test } from 'vitest';
import { encodeSixel } from '../src/index.ts';
import { drawn, fewColours, photo, psnr } from './fixtures/rasters.ts';
import { decodeSixel } from './fixtures/sixel-decoder.ts';

/** The pixels as an independent decoder sees them; it wants the data without its frame. */
function seenElsewhere(sixel: string): { size: readonly number[]; pixels: Uint8Array } {
  const { width, height, data32 } = decode(sixel.slice(sixel.indexOf('q') + 1, -2));
  const pixels = new Uint8Array(data32.buffer, data32.byteOffset, data32.byteLength);
  return { size: [width, height], pixels };
}

const percent = (level: number): number => Math.round((level * 100) / 255);

describe('a picture of at most 256 colours', () => {
  test(
    'comes back exactly, to the percent that sixel can say',
    { tags: ['f-term-sixel-exact'] },
    () => {
      fc.assert(
        fc.property(fewColours(256), (raster) => {
          const given = Uint8Array.from(raster.data);
          const back = decodeSixel(encodeSixel(raster));
          expect(Buffer.compare(raster.data, given), 'the input').toBe(0);
          expect([back.width, back.height]).toEqual([raster.width, raster.height]);
          for (let at = 0; at < raster.data.length; at += 4) {
            const visible = raster.data[at + 3] === 255;
            expect(back.percent[at + 3]).toBe(visible ? 100 : 0);
            if (!visible) continue;
            for (let channel = 0; channel < 3; channel++) {
              expect(back.percent[at + channel]).toBe(percent(raster.data[at + channel] ?? 0));
            }
          }
        }),
        { numRuns: 150 },
      );
    },
  );

  test('looks the same to an independent decoder', { tags: ['f-term-sixel-exact'] }, () => {
    const raster = drawn(97, 61, (x, y) => [(x >> 4) * 36, (y >> 3) * 32, (x >> 5) * 80, 255]);
    const back = seenElsewhere(encodeSixel(raster));
    expect(back.size).toEqual([97, 61]);
    expect(psnr(raster.data, back.pixels)).toBeGreaterThan(48);
  });

  test('has exactly 256 registers when it has 256 colours', () => {
    const raster = drawn(256, 1, (x) => [x, 255 - x, (x * 7) & 255, 255]);
    expect(decodeSixel(encodeSixel(raster)).registers).toBe(256);
  });
});

describe('a picture of more colours', () => {
  const raster = photo(240, 160);

  test('keeps its look with 256 registers', () => {
    const sixel = encodeSixel(raster);
    expect(decodeSixel(sixel).registers).toBe(256);
    expect(psnr(raster.data, seenElsewhere(sixel).pixels)).toBeGreaterThan(27);
  });

  test('keeps to the registers that the terminal has', () => {
    expect(decodeSixel(encodeSixel(raster, { maxColours: 16 })).registers).toBe(16);
  });

  test('is left as it was', () => {
    const before = raster.data.slice();
    encodeSixel(raster);
    expect(raster.data).toEqual(before);
  });
});

describe('the sequence', () => {
  test('does not end with a line feed that would scroll the screen', () => {
    fc.assert(
      fc.property(fewColours(8), (raster) => {
        expect(encodeSixel(raster).endsWith('-\u001b\\')).toBe(false);
      }),
    );
  });

  test('uses runs: a plain picture of a million pixels is a few kilobytes', () => {
    expect(encodeSixel(drawn(1000, 1000, () => [9, 9, 9, 255])).length).toBeLessThan(4_000);
  });

  test('draws nothing for a picture that is transparent', () => {
    const sixel = encodeSixel(drawn(20, 20, () => [1, 2, 3, 0]));
    expect(decodeSixel(sixel).percent.every((value) => value === 0)).toBe(true);
  });
});
