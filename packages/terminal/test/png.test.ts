// PNG to pixels: every kind that an encoder writes comes out as an independent decoder reads it, and nothing throws.
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePng } from '../src/png/decode.ts';
import { photo } from './fixtures/rasters.ts';

const { data, width, height } = photo(53, 37);
const source = (): Sharp => sharp(data, { raw: { width, height, channels: 4 } });
const translucent = (): Sharp => {
  const shaded = data.map((value, at) => (at % 4 === 3 ? (at * 7) & 255 : value));
  return sharp(shaded, { raw: { width, height, channels: 4 } });
};

const kinds: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['RGB', () => source().removeAlpha().png().toBuffer()],
  ['RGBA', () => translucent().png().toBuffer()],
  ['grey', () => source().removeAlpha().greyscale().png().toBuffer()],
  ['grey and alpha', () => translucent().greyscale().png().toBuffer()],
  ['16-bit RGB', () => source().removeAlpha().toColourspace('rgb16').png().toBuffer()],
  ['interlaced', () => source().removeAlpha().png({ progressive: true }).toBuffer()],
  ['every filter', () => source().removeAlpha().png({ adaptiveFiltering: true }).toBuffer()],
  [
    'a palette of 256',
    () => source().removeAlpha().png({ palette: true, colours: 256 }).toBuffer(),
  ],
  ['a palette of 16', () => source().removeAlpha().png({ palette: true, colours: 16 }).toBuffer()],
  ['a palette of 4', () => source().removeAlpha().png({ palette: true, colours: 4 }).toBuffer()],
  ['a palette of 2', () => source().removeAlpha().png({ palette: true, colours: 2 }).toBuffer()],
  ['a palette with alpha', () => translucent().png({ palette: true }).toBuffer()],
  [
    'an interlaced palette',
    () => source().removeAlpha().png({ palette: true, colours: 4, progressive: true }).toBuffer(),
  ],
];

describe('a PNG', () => {
  test.each(kinds)('of the kind "%s" decodes to the same pixels as elsewhere', async (_, make) => {
    const bytes = await make();
    const wanted = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
    const raster = decodePng(bytes);
    expect([raster?.width, raster?.height]).toEqual([width, height]);
    const worst = wanted.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (raster?.data[at] ?? 999))),
      0,
    );
    // Sixteen bits become eight by rounding here and by truncation there.
    expect(worst).toBeLessThanOrEqual(1);
  });

  test.each([
    [1, 1],
    [2, 3],
    [5, 9],
    [8, 8],
  ])('of %d by %d pixels survives interlacing', async (width, height) => {
    const small = source().extract({ left: 0, top: 0, width, height }).removeAlpha();
    const bytes = await small.png({ progressive: true }).toBuffer();
    const wanted = await sharp(bytes).ensureAlpha().raw().toBuffer();
    expect(Buffer.from(decodePng(bytes)?.data ?? [])).toEqual(wanted);
  });

  test('that is damaged or is none gives nothing, and never throws', async () => {
    const sound = await source().png().toBuffer();
    fc.assert(
      fc.property(
        fc.nat(sound.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(sound.length),
        (at, value, cut) => {
          const damaged = Buffer.from(sound);
          damaged[at] = value;
          const raster = decodePng(damaged.subarray(0, cut));
          expect(
            raster === undefined || raster.data.length === raster.width * raster.height * 4,
          ).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    expect(decodePng(new Uint8Array())).toBeUndefined();
  });
});
