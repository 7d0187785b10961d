import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { nameOf, rgbOf } from '../src/colour/oklab.ts';
import { paletteOf } from '../src/colour/palette.ts';
import { quadrantsOf } from '../src/colour/quadrants.ts';
import { pictureOf } from './picture-of.ts';

const corners = ['#5f3a9c', '#e0c341', '#1f8a70', '#d1495b'] as const;

async function quarters(quality: number): Promise<Buffer> {
  const [a, b, c, d] = corners;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
    <rect width="200" height="150" fill="${a}"/><rect x="200" width="200" height="150" fill="${b}"/>
    <rect y="150" width="200" height="150" fill="${c}"/><rect x="200" y="150" width="200" height="150" fill="${d}"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer();
}

describe('Colours', () => {
  it.each([95, 82, 60])(
    'of four quarters are named with hex within 2 after JPEG quality %i',
    { tags: ['f-eyes-quadrants'] },
    async (quality) => {
      const seen = quadrantsOf(await pictureOf(await quarters(quality)));
      expect(seen.map(({ name }) => name)).toEqual(['indigo', 'yellow', 'teal', 'red']);
      for (const [index, { hex }] of seen.entries()) {
        const [red, green, blue] = rgbOf(hex);
        const truth = rgbOf(corners[index] ?? '');
        expect(Math.abs(red - truth[0])).toBeLessThanOrEqual(2);
        expect(Math.abs(green - truth[1])).toBeLessThanOrEqual(2);
        expect(Math.abs(blue - truth[2])).toBeLessThanOrEqual(2);
      }
    },
  );

  it('have shares that add up to what is there', () => {
    const data = new Uint8Array(10 * 10 * 3).fill(255);
    data.fill(0, 0, 10 * 3 * 3);
    const palette = paletteOf({ width: 10, height: 10, data }, [0, 0, 10, 10], 4);
    expect(palette).toEqual([
      { name: 'white', hex: '#ffffff', share: 0.7 },
      { name: 'black', hex: '#000000', share: 0.3 },
    ]);
  });

  it.each([
    ['#ff0000', 'red'],
    ['#0969da', 'blue'],
    ['#ffffff', 'white'],
    ['#0d1117', 'near-black'],
    ['#00ff00', 'lime'],
    ['#ff8c00', 'orange'],
    ['#808080', 'grey'],
  ])('have the name that people use: %s is %s', (hex, name) => {
    expect(nameOf(rgbOf(hex))).toBe(name);
  });
});
